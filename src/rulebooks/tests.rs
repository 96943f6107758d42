use super::{builtin, canonical_json, parse};
use crate::domain::calendar::Unit;
use crate::domain::rulebook::{
    Authority, Criterion, DEFINITE_ENTRY, LatePolicy, PRELIMINARY_ENTRY, Rulebook, SystemKind,
};
use crate::domain::violation::Rule;

const WSTCC: &str = include_str!("../../regulations/wstcc-1960.toml");

fn wstcc() -> Rulebook {
    parse(WSTCC).unwrap()
}

#[test]
fn every_builtin_rulebook_loads_under_its_own_id() {
    for (id, text) in builtin() {
        let rulebook = parse(text).unwrap_or_else(|faults| panic!("{id}: {faults:#?}"));
        assert_eq!(rulebook.id, *id);
    }
}

#[test]
fn the_numbers_of_1960_stand_with_their_articles() {
    let rules = wstcc();
    let entry = &rules.deadlines[PRELIMINARY_ENTRY];
    assert_eq!((entry.value.amount, entry.value.unit, entry.article.as_str()), (3, Unit::Months, "5"));
    let entry = &rules.deadlines[DEFINITE_ENTRY];
    assert_eq!((entry.value.amount, entry.value.unit, entry.article.as_str()), (3, Unit::Weeks, "6"));
    assert_eq!(entry.value.late, LatePolicy::Refused);

    let order: Vec<_> = rules.standings.round_robin.iter().map(|c| (c.value, c.article.as_str())).collect();
    let expected = [
        (Criterion::GamePoints, "10.1"),
        (Criterion::MatchPoints, "10.2"),
        (Criterion::DirectMatch, "10.3"),
        (Criterion::SonnebornBerger, "10.4"),
    ];
    assert_eq!(order, expected);
    assert_eq!(rules.article("8"), Some("Up to 14 teams play one round robin."));
    assert_eq!(rules.article("27"), None);
}

#[test]
fn the_system_follows_the_number_of_teams() {
    let rules = wstcc();
    let system = |teams| rules.system_for(teams).map(|system| (system.value.kind, system.article.as_str()));
    assert_eq!(system(1), None);
    assert_eq!(system(2), Some((SystemKind::OneGroup, "8")));
    assert_eq!(system(14), Some((SystemKind::OneGroup, "8")));
    assert_eq!(system(15), Some((SystemKind::Groups, "9")));
    assert_eq!(system(99), Some((SystemKind::Groups, "9")));
    let qualifiers: Vec<_> =
        (1..=6).map(|groups| rules.qualifiers_from(groups).map(|row| row.value.from_each)).collect();
    assert_eq!(qualifiers, [None, Some(4), Some(3), Some(2), Some(2), None]);
}

#[test]
fn a_setting_is_chosen_among_the_allowed_answers_only() {
    let mut rules = wstcc();
    assert_eq!(rules.penalty_authorities("loss_of_game"), [Authority::ChiefArbiter]);
    rules.settings.choose("loss_of_game_authority", "appeals_committee").unwrap();
    assert_eq!(rules.penalty_authorities("loss_of_game"), [Authority::AppealsCommittee]);
    assert_eq!(rules.penalty_authorities("fine"), []);

    let refused = rules.settings.choose("loss_of_game_authority", "captain").unwrap_err();
    assert_eq!(refused.pointer.as_deref(), Some("/settings/loss_of_game_authority"));
    assert_eq!(rules.penalty_authorities("loss_of_game"), [Authority::AppealsCommittee]);

    rules.settings.silent_president.allowed.pop();
    assert!(rules.settings.choose("silent_president", "deemed_approved_at_deadline").is_err());
    rules.settings.choose("considerable_rounds_percent", "100").unwrap();
    assert!(rules.settings.choose("considerable_rounds_percent", "101").is_err());
    assert!(rules.settings.choose("weather", "fine").is_err());
}

#[test]
fn a_stored_rulebook_is_the_one_that_was_read() {
    let rules = wstcc();
    let stored = canonical_json(&rules).unwrap();
    assert_eq!(serde_json::from_str::<Rulebook>(&stored).unwrap(), rules);
    assert!(stored.starts_with(r#"{"appeals_committee":{"#), "keys are sorted");
    let reordered =
        WSTCC.replacen("id = \"wstcc-1960\"\n", "", 1).replacen("edition =", "id = \"wstcc-1960\"\nedition =", 1);
    assert_eq!(canonical_json(&parse(&reordered).unwrap()).unwrap(), stored);
}

#[test]
fn what_the_text_does_not_say_is_marked_as_our_reading() {
    let rules = wstcc();
    let lost = rules.citations().into_iter().filter(|at| {
        ["/invitation/particulars/", "/entries/indications/", "/entries/documents/", "/play/sealed_move_inscriptions/"]
            .iter()
            .any(|list| at.pointer.starts_with(list))
    });
    let marked: Vec<bool> = lost.map(|at| at.reading.is_some()).collect();
    assert_eq!(marked, [true; 29]);
    let cited: std::collections::BTreeSet<_> = rules.citations().into_iter().map(|at| at.article).collect();
    for article in ["1", "6", "7", "9", "10.4", "12", "14", "18", "20", "21.2", "23.1", "24", "25", "26"] {
        assert!(cited.contains(article), "nothing cites Art. {article}");
    }
}

/// Each row alters the built-in text in one place: what is replaced, by what, the field that must be named.
const FAULTS: &[(&str, &str, &str)] = &[
    // form
    ("title = \"World Student Team Chess Championship\"\n", "", "/title"),
    ("edition = \"1960-10-14\"", "edition = \"1960-13-14\"", "/edition"),
    ("amount = 5, unit = \"months\"", "unit = \"months\"", "/deadlines/draft_invitation/value/amount"),
    ("amount = 5, unit = \"months\"", "amount = -5, unit = \"months\"", "/deadlines/draft_invitation/value/amount"),
    ("amount = 5, unit = \"months\"", "amount = 5, unit = \"moons\"", "/deadlines/draft_invitation/value/unit"),
    ("boards = { value = 4, article = \"1\" }", "boards = { value = 4 }", "/categories/open/boards/article"),
    ("boards = { value = 4, article = \"1\" }", "boards = 4", "/categories/open/boards"),
    ("currency = \"USD\"", "currency = \"usd\"", "/finance/max_contribution_per_player_and_day/value/currency"),
    ("default = \"match_halves\"", "default = \"buchholz\"", "/settings/sonneborn_berger_variant/default"),
    ("value = \"match_points\"", "value = \"beauty\"", "/standings/round_robin/1/value"),
    ("[book]\n", "[book]\npages = 300\n", "/book/pages"),
    ("[settings.commencement]\ndefault = \"first_round\"", "[settings.commencement]", "/settings/commencement/default"),
    // content
    ("id = \"wstcc-1960\"", "id = \"WSTCC 1960\"", "/id"),
    ("max_teams = 14 }, article = \"8\"", "max_teams = 14 }, article = \"88\"", "/format/systems/0/article"),
    ("article = \"10.4\"\nreason", "article = \"10.5\"\nreason", "/settings/sonneborn_berger_variant/article"),
    ("\"23.6\" = \"Protests and claims come from the captain alone.\"\n", "", "/protests/presented_by/article"),
    ("\"17\" = \"The FIDE Laws of Chess apply without exception.\"", "\"17\" = \"\"", "/articles/17"),
    ("L21.5: the list is lost; taken from a sibling text.", " ", "/play/sealed_move_inscriptions/4"),
    ("[deadlines.definite_entry]", "[deadlines.last_entry]", "/deadlines/definite_entry"),
    ("amount = 4, unit = \"months\"", "amount = 5, unit = \"months\"", "/deadlines/definite_invitation/value/amount"),
    ("amount = 3, unit = \"weeks\"", "amount = 14, unit = \"weeks\"", "/deadlines/definite_entry/value/amount"),
    ("amount = 30, unit = \"days\"", "amount = 0, unit = \"days\"", "/deadlines/book_notice/value/amount"),
    ("min = 4, max = 6", "min = 3, max = 6", "/categories/open/roster/value/min"),
    ("min = 4, max = 6", "min = 4, max = 3", "/categories/open/roster/value/max"),
    ("\"WBWB\"", "\"WBW\"", "/categories/open/first_team_colours/value"),
    ("[1, 2, 3, 4]", "[1, 2, 3, 3]", "/categories/open/default_line_up/value"),
    ("minor_units = 300", "minor_units = 0", "/finance/max_contribution_per_player_and_day/value/minor_units"),
    ("max_days_inclusive = { value = 18", "max_days_inclusive = { value = 0", "/calendar/max_days_inclusive/value"),
    ("max_teams = 14", "max_teams = 16", "/format/systems/0/value/max_teams"),
    ("min_teams = 15", "min_teams = 16", "/format/systems/1/value/min_teams"),
    ("kind = \"groups\"", "kind = \"swiss\"", "/format/swiss"),
    ("groups = 4, from_each = 2", "groups = 4, from_each = 0", "/format/qualifiers/2/value/from_each"),
    ("groups = 4, from_each = 2", "groups = 3, from_each = 2", "/format/qualifiers/2/value/groups"),
    ("recommended_min = 12", "recommended_min = 15", "/format/rounds/value/recommended_min"),
    ("value = \"match_points\"", "value = \"game_points\"", "/standings/round_robin/1/value"),
    ("min = 1, max = 2", "min = 3, max = 2", "/officials/assistant_arbiter/value/max"),
    ("members = 5", "members = 0", "/appeals_committee/elected/value/members"),
    ("{ by_setting = \"loss_of_game_authority\" }", "{}", "/penalties/kinds/loss_of_game/value"),
    ("allowed = [\"fixed\", \"free\"]", "allowed = [\"free\"]", "/settings/line_up_order/default"),
    ("default = 50", "default = 0", "/settings/considerable_rounds_percent/default"),
    ("key = \"biography\"", "key = \"photograph\"", "/entries/documents/3/value/key"),
    ("{ moves = 16, minutes = 60 }", "{ minutes = 60 }", "/play/rate_of_play/value/periods/1/moves"),
];

#[test]
fn a_fault_is_named_by_its_field() {
    for (found, replaced, pointer) in FAULTS {
        assert!(WSTCC.contains(found), "the text has no {found:?}");
        let faults = parse(&WSTCC.replacen(found, replaced, 1)).expect_err(pointer);
        assert!(faults.iter().all(|fault| fault.rule == Rule::RulebookInvalid));
        let named: Vec<_> = faults.iter().filter_map(|fault| fault.pointer.as_deref()).collect();
        assert!(named.contains(pointer), "{replaced:?}: {pointer} is not among {named:?}");
    }
}

#[test]
fn all_faults_of_content_are_named_at_once() {
    let text = WSTCC.replacen("\"WBWB\"", "\"WB\"", 1).replacen("members = 5", "members = 0", 1);
    let named: Vec<_> = parse(&text).unwrap_err().into_iter().filter_map(|fault| fault.pointer).collect();
    assert_eq!(named, ["/categories/open/first_team_colours/value", "/appeals_committee/elected/value/members"]);
}

#[test]
fn what_is_not_toml_is_refused_by_line() {
    let faults = parse("id = \"x\"\ntitle = \n").unwrap_err();
    assert_eq!(faults.len(), 1);
    assert!(faults[0].detail.contains("line 2"), "{}", faults[0].detail);
}

const A_SWISS: &str = r#"{ value = { kind = "swiss", min_teams = 17 }, article = "9" },
]
swiss = { value = { rounds = 7, pairing = "olympiad_annex_d_1998" }, article = "9" }
qualifiers = ["#;

const ITS_STANDINGS: &str = r#"[standings]
swiss = [{ value = "game_points", article = "10.1" }, { value = "buchholz", article = "10.2" }]"#;

const A_SECOND_CATEGORY: &str = r#"
[categories.female]
boards = { value = 2, article = "1" }
roster = { value = { min = 2, max = 2 }, article = "6" }
first_team_colours = { value = "WB", article = "19" }
default_line_up = { value = [1, 2], article = "23.1" }
"#;

#[test]
fn a_text_with_two_categories_and_a_swiss_needs_no_code() {
    let text = WSTCC
        .replacen("[categories.open]", "[categories.male]", 1)
        .replacen("boards = { value = 4", "boards = { value = 2", 1)
        .replacen("min = 4, max = 6", "min = 2, max = 2", 1)
        .replacen("\"WBWB\"", "\"WB\"", 1)
        .replacen("[1, 2, 3, 4]", "[1, 2]", 1)
        .replacen("min_teams = 15 }", "min_teams = 15, max_teams = 16 }", 1)
        .replacen("]\nqualifiers = [", A_SWISS, 1)
        .replacen("[standings]", ITS_STANDINGS, 1)
        + A_SECOND_CATEGORY;
    let rules = parse(&text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(rules.categories.keys().collect::<Vec<_>>(), ["female", "male"]);
    assert_eq!(rules.system_for(16).map(|system| system.value.kind), Some(SystemKind::Groups));
    assert_eq!(rules.system_for(17).map(|system| system.value.kind), Some(SystemKind::Swiss));
}
