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
    // championships
    api.service(championships::list_championships);
    api.service(championships::get_championship);
    api.service(championships::designate_championship);
    api.service(championships::open_sandbox);
    api.service(championships::update_championship);
    api.service(championships::advance_clock);
    // entries
    api.service(entries::list_entries);
    api.service(entries::get_entry);
    api.service(entries::submit_preliminary_entry);
    api.service(entries::submit_definite_entry);
    api.service(entries::withdraw_entry);
    api.service(teams::get_team);
    api.service(teams::put_team);
}
