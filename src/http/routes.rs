//! The list of routes, readable top to bottom.

use utoipa_actix_web::service_config::ServiceConfig;

use super::v1::*;

pub fn routes(api: &mut ServiceConfig) {
    // registry
    api.service(federations::list_federations);
    api.service(federations::get_federation);
    api.service(federations::put_federation);
    api.service(persons::create_person);
    api.service(persons::get_person);
    api.service(persons::list_persons);
    api.service(persons::update_person);
    // what may I do
    api.service(access::get_championship_access);
    api.service(access::get_entry_access);
    api.service(access::get_group_access);
    api.service(access::get_match_access);
    api.service(federations::list_federations)
        .service(federations::get_federation)
        .service(federations::put_federation)
        .service(persons::create_person)
        .service(persons::get_person)
        .service(persons::list_persons)
        .service(persons::update_person)
        .service(championships::list_championships)
        .service(championships::get_championship)
        .service(championships::designate_championship)
        .service(championships::open_sandbox)
        .service(championships::update_championship)
        .service(championships::advance_clock);
        .service(entries::list_entries)
        .service(entries::get_entry)
        .service(entries::submit_preliminary_entry)
        .service(entries::submit_definite_entry)
        .service(entries::withdraw_entry)
        .service(teams::get_team)
        .service(teams::put_team);
}
