//! The list of routes, readable top to bottom.

use utoipa_actix_web::service_config::ServiceConfig;

use super::v1::*;

pub fn routes(api: &mut ServiceConfig) {
    api.service(federations::list_federations)
        .service(federations::get_federation)
        .service(federations::put_federation)
        .service(persons::create_person)
        .service(persons::get_person)
        .service(persons::list_persons)
        .service(persons::update_person);
}
