//! The list of routes, readable top to bottom.

use utoipa_actix_web::service_config::ServiceConfig;

use super::oauth;
use super::v1::*;

pub fn routes(api: &mut ServiceConfig) {
    // accounts
    api.service(oauth::create_token);
    api.service(oauth::get_jwks);
    api.service(oauth::get_authorization_server);
    api.service(accounts::activate_account);
    api.service(accounts::reset_password);
    api.service(me::get_own_account);
    api.service(me::change_password);
    api.service(accounts::invite_account);
    api.service(accounts::list_accounts);
    api.service(accounts::get_account);
    api.service(accounts::update_account);
    api.service(accounts::issue_reset_code);
    // appointments
    api.service(appointments::make_appointment);
    api.service(appointments::list_appointments);
    api.service(appointments::get_appointment);
    api.service(appointments::end_appointment);
    // registry
    api.service(federations::list_federations);
    api.service(federations::get_federation);
    api.service(federations::put_federation);
    api.service(federations::list_federation_revisions);
    api.service(suspensions::suspend_federation);
    api.service(suspensions::lift_suspension);
    api.service(persons::create_person);
    api.service(persons::get_person);
    api.service(persons::list_persons);
    api.service(persons::update_person);
    api.service(persons::get_person_by_ref);
    api.service(persons::put_person_by_ref);
    api.service(persons::suggest_persons);
    api.service(persons::merge_person);
    api.service(regulations::list_regulations);
    api.service(regulations::get_regulations);
    api.service(regulations::add_regulations);
    // championships
    api.service(championships::list_championships);
    api.service(championships::get_championship);
    api.service(editions::list_editions);
    api.service(championships::designate_championship);
    api.service(sandboxes::open_sandbox);
    api.service(imports::import_championship);
    api.service(championships::update_championship);
    api.service(sandboxes::advance_clock);
    api.service(timetable::get_timetable);
    api.service(timetable::get_timetable_calendar);
    api.service(finance::get_financial_statement);
    api.service(lateness::get_lateness_report);
    api.service(dispensations::grant_dispensation);
    api.service(dispensations::list_dispensations);
    api.service(dispensations::get_dispensation);
    api.service(dispensations::revoke_dispensation);
    api.service(closings::close_championship);
    // invitation
    api.service(invitation_drafts::list_invitation_drafts);
    api.service(invitation_drafts::get_invitation_draft);
    api.service(invitation_drafts::create_invitation_draft);
    api.service(invitation_drafts::update_invitation_draft);
    api.service(invitation_drafts::submit_invitation_draft);
    api.service(invitation_drafts::approve_invitation_draft);
    api.service(invitation_drafts::request_modifications);
    api.service(invitation::send_invitation);
    api.service(invitation::get_invitation);
    api.service(notices::list_notices);
    api.service(notices::receive_notice);
    api.service(notices::acknowledge_notice);
    api.service(notices::record_dispatch);
    // entries
    api.service(entries::list_entries);
    api.service(entries::get_entry);
    api.service(entries::submit_preliminary_entry);
    api.service(entries::submit_definite_entry);
    api.service(entries::withdraw_entry);
    api.service(entries::name_chief_of_delegation);
    api.service(requirements::get_entry_requirements);
    api.service(teams::get_team);
    api.service(teams::put_team);
    api.service(teams::replace_player);
    api.service(teams::set_board_order);
    api.service(captains::name_captain);
    api.service(captains::name_deputy_captain);
    api.service(eligibility_decisions::list_eligibility_decisions);
    api.service(eligibility_decisions::get_eligibility_decision);
    api.service(eligibility_decisions::decide_eligibility);
    // documents
    api.service(documents::upload_document);
    api.service(documents::list_documents);
    api.service(documents::get_document);
    api.service(documents::get_document_content);
    api.service(documents::list_document_readings);
    api.service(documents::remove_document);
    // personal data
    api.service(personal_data::export_person);
    api.service(personal_data::erase_person);
    api.service(personal_data::redact_journal_entry);
    // officials
    api.service(officials::list_officials);
    api.service(officials::get_official);
    api.service(officials::propose_official);
    api.service(officials::nominate_official);
    api.service(officials::end_official);
    api.service(officials::replace_official);
    api.service(stewards::name_steward);
    api.service(stewards::get_steward);
    api.service(stewards::list_round_stewards);
    api.service(steward_reports::file_steward_report);
    api.service(steward_reports::list_steward_reports);
    api.service(arrivals::record_arrivals);
    api.service(arrivals::get_start_sheet);
    api.service(schedule::get_schedule);
    // lots, rounds, results
    api.service(groups::list_groups);
    api.service(groups::get_group);
    api.service(lots::commit_lots);
    api.service(lots::draw_lots);
    api.service(lots::get_lots);
    api.service(lots_annulments::annul_lots);
    api.service(lots_annulments::list_lots_annulments);
    api.service(rounds::list_rounds);
    api.service(rounds::get_round);
    api.service(rounds::reschedule_round);
    api.service(rounds::start_round);
    api.service(rounds::close_round);
    api.service(rounds::recall_start);
    api.service(rounds::reopen_round);
    // line-ups
    api.service(lineup_drafts::get_lineup_draft);
    api.service(lineup_drafts::save_lineup_draft);
    api.service(lineups::submit_lineup);
    api.service(lineups::get_lineup);
    api.service(lineups::list_team_lineups);
    api.service(lineup_changes::list_lineup_changes);
    api.service(lineup_changes::request_lineup_change);
    api.service(lineup_changes::accept_lineup_change);
    api.service(lineup_changes::reject_lineup_change);
    api.service(lineup_changes::accept_short_lineup);
    // matches
    api.service(matches::get_match);
    api.service(matches::report_result);
    api.service(matches::get_report);
    api.service(matches::confirm_result);
    api.service(matches::decide_result);
    api.service(matches::score_walkover);
    api.service(result_effects::get_result_effect);
    api.service(score_sheets::put_score_sheet);
    api.service(score_sheets::get_score_sheets);
    api.service(score_sheets::get_score_sheet_content);
    api.service(score_sheets::upload_match_games);
    api.service(score_sheets::upload_round_games);
    api.service(score_sheets::list_missing_score_sheets);
    api.service(score_sheets::export_games);
    api.service(standings::get_standings);
    api.service(standings::get_crosstable);
    api.service(individual_results::get_individual_results);
    api.service(individual_results::get_championship_individual_results);
    api.service(exports::export_trf);
    api.service(exports::export_crosstable_csv);
    api.service(exports::export_results_csv);
    // prizes
    api.service(prize_lists::get_prize_list);
    api.service(prize_lists::put_prize_list);
    api.service(prize_lists::publish_prize_list);
    api.service(prize_lists::record_prize_distribution);
    api.service(awards::list_awards);
    api.service(awards::get_award);
    api.service(awards::propose_award);
    api.service(awards::confirm_award);
    api.service(awards::refuse_award);
    // records
    api.service(records::get_round_record);
    api.service(records::print_round_record);
    api.service(records::draw_up_round_record);
    api.service(records::get_final_record);
    api.service(records::print_final_record);
    api.service(records::get_final_record_content);
    api.service(records::compile_final_record);
    api.service(records::sign_final_record);
    // what may I do
    api.service(access::get_championship_access);
    api.service(access::get_entry_access);
    api.service(access::get_group_access);
    api.service(access::get_match_access);
    // journal and feed
    api.service(changes::list_changes);
    api.service(changes::list_championship_changes);
    api.service(journal::get_journal);
    api.service(journal::get_registry_journal);
}
