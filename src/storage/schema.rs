//! The tables as both migrations make them; types are those that SQLite and PostgreSQL share.

diesel::table! {
    streams (id) {
        id -> Text,
        seq -> BigInt,
        head -> Binary,
    }
}

diesel::table! {
    feed_head (id) {
        id -> Integer,
        position -> BigInt,
    }
}

diesel::table! {
    journal (position) {
        position -> BigInt,
        stream -> Text,
        seq -> BigInt,
        recorded_at -> BigInt,
        regulation_time -> BigInt,
        actor -> Text,
        action -> Text,
        article -> Nullable<Text>,
        payload -> Nullable<Text>,
        salt -> Nullable<Binary>,
        payload_digest -> Binary,
        private_digest -> Nullable<Binary>,
        prev -> Binary,
        hash -> Binary,
    }
}

diesel::table! {
    journal_changes (position, ordinal) {
        position -> BigInt,
        ordinal -> Integer,
        stream -> Text,
        kind -> Text,
        resource_id -> Text,
        version -> BigInt,
        change -> Text,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    idempotency_keys (scope) {
        scope -> Text,
        fingerprint -> Binary,
        stream -> Text,
        created_at -> BigInt,
        secret -> Bool,
        status -> Nullable<Integer>,
        etag -> Nullable<Text>,
        location -> Nullable<Text>,
        body -> Nullable<Binary>,
    }
}

diesel::table! {
    accounts (id) {
        id -> Text,
        login -> Text,
        name -> Text,
        state -> Text,
        admin -> Bool,
        password -> Nullable<Text>,
        token_version -> BigInt,
        created_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    account_codes (digest) {
        digest -> Binary,
        account_id -> Text,
        purpose -> Text,
        expires_at -> BigInt,
        used_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    refresh_tokens (digest) {
        digest -> Binary,
        family -> Text,
        account_id -> Text,
        client_id -> Text,
        issued_at -> BigInt,
        expires_at -> BigInt,
        replaced_at -> Nullable<BigInt>,
        revoked_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    throttles (bucket) {
        bucket -> Text,
        window_start -> BigInt,
        failures -> Integer,
    }
}

diesel::table! {
    signing_keys (kid) {
        kid -> Text,
        secret -> Binary,
        created_at -> BigInt,
        retired_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    federations (code) {
        code -> Text,
        name -> Text,
        continent -> Nullable<Text>,
        zone -> Nullable<Text>,
        affiliated_from -> Nullable<Text>,
        affiliated_to -> Nullable<Text>,
        successor -> Nullable<Text>,
        recognised -> Bool,
        created_at -> BigInt,
        version -> BigInt,
        former -> Nullable<Text>,
        suspensions -> Nullable<Text>,
    }
}

diesel::table! {
    federation_revisions (code, version) {
        code -> Text,
        version -> BigInt,
        document -> Text,
        replaced_at -> BigInt,
    }
}

diesel::table! {
    regulations (id) {
        id -> Text,
        title -> Text,
        document -> Text,
        built_in -> Bool,
        created_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    championships (id) {
        id -> Text,
        title -> Text,
        year -> Integer,
        regulations -> Text,
        organizer -> Text,
        city -> Text,
        zone -> Text,
        designated_on -> Text,
        designated_late -> Bool,
        starts_at -> BigInt,
        lots_at -> BigInt,
        opening_at -> Nullable<BigInt>,
        prizes_on -> Text,
        phase -> Text,
        closed_at -> Nullable<BigInt>,
        sandbox -> Bool,
        sandbox_now -> Nullable<BigInt>,
        created_at -> BigInt,
        version -> BigInt,
        settings -> Text,
    }
}

diesel::table! {
    persons (id) {
        id -> Text,
        championship_id -> Nullable<Text>,
        name -> Text,
        name_key -> Text,
        federation -> Text,
        birth_date -> Nullable<Text>,
        created_at -> BigInt,
        version -> BigInt,
        merged_into -> Nullable<Text>,
    }
}

diesel::table! {
    person_names (person_id, ordinal) {
        person_id -> Text,
        ordinal -> Integer,
        kind -> Text,
        name -> Text,
        name_key -> Text,
        name_fold -> Text,
        until_on -> Nullable<Text>,
    }
}

diesel::table! {
    person_federations (person_id, ordinal) {
        person_id -> Text,
        ordinal -> Integer,
        federation -> Text,
        from_on -> Nullable<Text>,
        to_on -> Nullable<Text>,
        basis -> Nullable<Text>,
    }
}

diesel::table! {
    person_refs (system, value) {
        system -> Text,
        value -> Text,
        person_id -> Text,
    }
}

diesel::table! {
    appointments (id) {
        id -> Text,
        account_id -> Text,
        role -> Text,
        championship_id -> Nullable<Text>,
        federation -> Nullable<Text>,
        starts_at -> BigInt,
        ends_at -> Nullable<BigInt>,
        created_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    competitions (id) {
        id -> Text,
        championship_id -> Text,
        key -> Text,
        name -> Text,
        version -> BigInt,
    }
}

diesel::table! {
    stages (id) {
        id -> Text,
        competition_id -> Text,
        ordinal -> Integer,
        kind -> Text,
        version -> BigInt,
    }
}

diesel::table! {
    groups (id) {
        id -> Text,
        stage_id -> Text,
        championship_id -> Text,
        ordinal -> Integer,
        name -> Text,
        version -> BigInt,
    }
}

diesel::table! {
    invitation_drafts (id) {
        id -> Text,
        championship_id -> Text,
        number -> Integer,
        state -> Text,
        particulars -> Text,
        submitted_at -> Nullable<BigInt>,
        submitted_late -> Nullable<Bool>,
        answered_at -> Nullable<BigInt>,
        modifications -> Nullable<Text>,
        remarks -> Nullable<Text>,
        created_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    invitations (championship_id) {
        championship_id -> Text,
        draft_id -> Text,
        particulars -> Text,
        sent_at -> BigInt,
        sent_late -> Bool,
        version -> BigInt,
    }
}

diesel::table! {
    notices (id) {
        id -> Text,
        championship_id -> Text,
        kind -> Text,
        recipient -> Text,
        federation -> Nullable<Text>,
        subject_id -> Text,
        issued_at -> BigInt,
        undeliverable -> Nullable<Text>,
        fetched_at -> Nullable<BigInt>,
        fetched_by -> Nullable<Text>,
        acknowledged_at -> Nullable<BigInt>,
        acknowledged_by -> Nullable<Text>,
        version -> BigInt,
    }
}

diesel::table! {
    notice_dispatches (notice_id, ordinal) {
        notice_id -> Text,
        ordinal -> Integer,
        means -> Text,
        sent_on -> Text,
        recorded_at -> BigInt,
        recorded_by -> Nullable<Text>,
    }
}

diesel::table! {
    dispensations (id) {
        id -> Text,
        championship_id -> Text,
        step -> Text,
        federation -> Nullable<Text>,
        until_at -> Nullable<BigInt>,
        reason -> Text,
        granted_at -> BigInt,
        granted_by -> Nullable<Text>,
        used_at -> Nullable<BigInt>,
        revoked_at -> Nullable<BigInt>,
        revoked_by -> Nullable<Text>,
        version -> BigInt,
    }
}

diesel::table! {
    announcements (championship_id, step, moment, due_at) {
        championship_id -> Text,
        step -> Text,
        moment -> Text,
        due_at -> BigInt,
        announced_at -> BigInt,
    }
}

diesel::table! {
    entries (championship_id, federation) {
        championship_id -> Text,
        federation -> Text,
        state -> Text,
        chief_of_delegation -> Nullable<Text>,
        contact -> Nullable<Text>,
        preliminary_at -> BigInt,
        definite_at -> Nullable<BigInt>,
        withdrawn_at -> Nullable<BigInt>,
        withdrawal_reason -> Nullable<Text>,
        withdrawal_stage -> Nullable<Text>,
        indications -> Text,
        created_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    teams (id) {
        id -> Text,
        championship_id -> Text,
        federation -> Text,
        letter -> Text,
        competition_id -> Text,
        name -> Text,
        captain -> Nullable<Text>,
        captain_person_id -> Nullable<Text>,
        created_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    roster (team_id, number) {
        team_id -> Text,
        number -> Integer,
        championship_id -> Text,
        person_id -> Text,
        nationality_by -> Text,
        student -> Bool,
        student_proof -> Nullable<Text>,
    }
}

diesel::table! {
    captaincies (team_id, ordinal) {
        team_id -> Text,
        ordinal -> Integer,
        office -> Text,
        name -> Text,
        person_id -> Nullable<Text>,
        words -> Nullable<Text>,
        written_on -> Nullable<Text>,
        named_by -> Text,
        named_at -> BigInt,
    }
}

diesel::table! {
    paper_receipts (championship_id, federation, ordinal) {
        championship_id -> Text,
        federation -> Text,
        ordinal -> Integer,
        act -> Text,
        received_on -> Text,
        means -> Text,
        received_by -> Text,
        recorded_by -> Text,
        recorded_at -> BigInt,
    }
}

diesel::table! {
    eligibility_decisions (id) {
        id -> Text,
        championship_id -> Text,
        person_id -> Text,
        federation -> Text,
        number -> Integer,
        ruling -> Text,
        authority -> Text,
        reason -> Nullable<Text>,
        article -> Text,
        evidence -> Text,
        decided_by -> Text,
        decided_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    officials (id) {
        id -> Text,
        championship_id -> Text,
        office -> Text,
        name -> Text,
        federation -> Nullable<Text>,
        account_id -> Nullable<Text>,
        state -> Text,
        appointment_id -> Nullable<Text>,
        nominated_at -> Nullable<BigInt>,
        ended_at -> Nullable<BigInt>,
        created_at -> BigInt,
        version -> BigInt,
        replaces -> Nullable<Text>,
    }
}

diesel::table! {
    lots (group_id) {
        group_id -> Text,
        commitment -> Binary,
        secret -> Binary,
        committed_at -> BigInt,
        public_value -> Nullable<Text>,
        drawn_at -> Nullable<BigInt>,
        version -> BigInt,
    }
}

diesel::table! {
    group_teams (group_id, team_id) {
        group_id -> Text,
        team_id -> Text,
        number -> Integer,
    }
}

diesel::table! {
    rounds (id) {
        id -> Text,
        group_id -> Text,
        championship_id -> Text,
        number -> Integer,
        state -> Text,
        starts_at -> BigInt,
        started_at -> Nullable<BigInt>,
        closed_at -> Nullable<BigInt>,
        free_team_id -> Nullable<Text>,
        version -> BigInt,
        lineups_opened_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    matches (id) {
        id -> Text,
        round_id -> Text,
        group_id -> Text,
        championship_id -> Text,
        number -> Integer,
        first_team_id -> Text,
        second_team_id -> Text,
        revision -> Integer,
        version -> BigInt,
    }
}

diesel::table! {
    match_players (match_id, team_id, board) {
        match_id -> Text,
        team_id -> Text,
        board -> Integer,
        person_id -> Text,
    }
}

diesel::table! {
    match_reports (match_id, team_id) {
        match_id -> Text,
        team_id -> Text,
        outcomes -> Text,
        reported_by -> Text,
        reported_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    match_results (match_id, revision) {
        match_id -> Text,
        revision -> Integer,
        outcomes -> Text,
        kind -> Text,
        reason -> Nullable<Text>,
        decided_by -> Text,
        decided_at -> BigInt,
        ground -> Nullable<Text>,
        board_grounds -> Nullable<Text>,
        seq -> Nullable<BigInt>,
    }
}

diesel::table! {
    documents (id) {
        id -> Text,
        championship_id -> Text,
        federation -> Text,
        person_id -> Text,
        kind -> Text,
        media_type -> Text,
        size -> BigInt,
        digest -> Text,
        state -> Text,
        uploaded_by -> Text,
        uploaded_at -> BigInt,
        ended_at -> Nullable<BigInt>,
        version -> BigInt,
    }
}

diesel::table! {
    document_contents (document_id) {
        document_id -> Text,
        content -> Binary,
    }
}

diesel::table! {
    document_readings (id) {
        id -> Text,
        document_id -> Text,
        account_id -> Text,
        role -> Text,
        read_at -> BigInt,
    }
}

diesel::table! {
    score_sheets (match_id, board, revision) {
        match_id -> Text,
        board -> Integer,
        revision -> Integer,
        media_type -> Text,
        size -> BigInt,
        digest -> Text,
        result -> Nullable<Text>,
        uploaded_by -> Text,
        uploaded_at -> BigInt,
    }
}

diesel::table! {
    score_sheet_contents (match_id, board, revision) {
        match_id -> Text,
        board -> Integer,
        revision -> Integer,
        content -> Binary,
    }
}

diesel::table! {
    annulled_draws (group_id, number) {
        group_id -> Text,
        number -> Integer,
        commitment -> Binary,
        secret -> Binary,
        committed_at -> BigInt,
        public_value -> Text,
        drawn_at -> BigInt,
        teams -> Text,
        reason -> Text,
        annulled_by -> Text,
        annulled_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    archives (championship_id) {
        championship_id -> Text,
        digest -> Text,
        encoding -> Text,
        filed -> Text,
        records -> Text,
        imported_by -> Text,
        imported_at -> BigInt,
    }
}

diesel::table! {
    round_byes (round_id, team_id) {
        round_id -> Text,
        team_id -> Text,
        kind -> Text,
        match_points -> Integer,
        game_points -> Integer,
    }
}

diesel::table! {
    match_scores (match_id) {
        match_id -> Text,
        first_match_points -> Integer,
        first_game_points -> Integer,
        second_match_points -> Integer,
        second_game_points -> Integer,
    }
}

diesel::table! {
    match_stewards (match_id, ordinal) {
        match_id -> Text,
        ordinal -> Integer,
        name -> Text,
        account_id -> Nullable<Text>,
        appointment_id -> Nullable<Text>,
        named_by -> Text,
        named_at -> BigInt,
        ended_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    point_adjustments (group_id, ordinal) {
        group_id -> Text,
        ordinal -> Integer,
        team_id -> Text,
        round -> Nullable<Integer>,
        match_points -> Integer,
        game_points -> Integer,
    }
}

diesel::table! {
    steward_reports (match_id, ordinal) {
        match_id -> Text,
        ordinal -> Integer,
        kind -> Text,
        team_id -> Nullable<Text>,
        board -> Nullable<Integer>,
        words -> Text,
        steward_ordinal -> Nullable<Integer>,
        reported_by -> Text,
        reported_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    match_arrivals (match_id, board) {
        match_id -> Text,
        board -> Integer,
        first_arrived_at -> Nullable<BigInt>,
        second_arrived_at -> Nullable<BigInt>,
        clock_started_by -> Nullable<Text>,
        recorded_by -> Text,
        recorded_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    hour_changes (round_id, ordinal) {
        round_id -> Text,
        ordinal -> Integer,
        from_at -> BigInt,
        to_at -> BigInt,
        reason -> Text,
        changed_by -> Text,
        changed_at -> BigInt,
    }
}

diesel::table! {
    prize_lists (championship_id) {
        championship_id -> Text,
        agreements -> Text,
        published_at -> Nullable<BigInt>,
        distributed_on -> Nullable<Text>,
        created_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    prizes (championship_id, key) {
        championship_id -> Text,
        key -> Text,
        ordinal -> Integer,
        kind -> Text,
        title -> Text,
        given_by -> Text,
        donor -> Nullable<Text>,
        competition -> Text,
        place -> Nullable<Integer>,
        scope -> Nullable<Text>,
        scope_number -> Nullable<Integer>,
        minimum_percent -> Nullable<Integer>,
        next_criteria -> Text,
        ties -> Nullable<Text>,
        published_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    awards (id) {
        id -> Text,
        championship_id -> Text,
        prize_key -> Text,
        number -> Integer,
        state -> Text,
        recipients -> Text,
        reason -> Nullable<Text>,
        proposed_by -> Text,
        proposed_at -> BigInt,
        decided_by -> Nullable<Text>,
        decided_at -> Nullable<BigInt>,
        decision_reason -> Nullable<Text>,
        confirmed_at -> Nullable<BigInt>,
        version -> BigInt,
    }
}

diesel::table! {
    records (id) {
        id -> Text,
        championship_id -> Text,
        kind -> Text,
        subject -> Text,
        number -> Integer,
        content -> Text,
        digest -> Text,
        facts_digest -> Text,
        made_by -> Text,
        made_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    record_signatures (record_id, office) {
        record_id -> Text,
        office -> Text,
        account_id -> Text,
        digest -> Text,
        signed_at -> BigInt,
    }
}

diesel::table! {
    lineup_drafts (match_id, team_id) {
        match_id -> Text,
        team_id -> Text,
        saved_by -> Text,
        saved_at -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    lineup_draft_players (match_id, team_id, board) {
        match_id -> Text,
        team_id -> Text,
        board -> Integer,
        person_id -> Text,
    }
}

diesel::table! {
    lineups (match_id, team_id, number) {
        match_id -> Text,
        team_id -> Text,
        number -> Integer,
        digest -> Binary,
        secret -> Binary,
        made_by -> Text,
        made_at -> BigInt,
        received_at -> Nullable<BigInt>,
        received_by -> Nullable<Text>,
    }
}

diesel::table! {
    lineup_players (match_id, team_id, number, board) {
        match_id -> Text,
        team_id -> Text,
        number -> Integer,
        board -> Integer,
        person_id -> Text,
    }
}

diesel::table! {
    lineup_changes (match_id, team_id, number) {
        match_id -> Text,
        team_id -> Text,
        number -> Integer,
        state -> Text,
        reason -> Text,
        requested_by -> Text,
        requested_at -> BigInt,
        decision_reason -> Nullable<Text>,
        decided_by -> Nullable<Text>,
        decided_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    short_lineups (match_id, team_id) {
        match_id -> Text,
        team_id -> Text,
        reason -> Text,
        accepted_by -> Text,
        accepted_at -> BigInt,
    }
}

diesel::allow_tables_to_appear_in_same_query!(
    streams,
    feed_head,
    journal,
    journal_changes,
    idempotency_keys,
    accounts,
    account_codes,
    refresh_tokens,
    throttles,
    signing_keys,
    federations,
    federation_revisions,
    regulations,
    championships,
    persons,
    person_names,
    person_federations,
    person_refs,
    appointments,
    competitions,
    stages,
    groups,
    invitation_drafts,
    invitations,
    notices,
    notice_dispatches,
    dispensations,
    announcements,
    entries,
    teams,
    roster,
    eligibility_decisions,
    captaincies,
    paper_receipts,
    officials,
    lots,
    group_teams,
    rounds,
    matches,
    match_players,
    match_reports,
    match_results,
    documents,
    document_contents,
    document_readings,
    score_sheets,
    score_sheet_contents,
    annulled_draws,
    archives,
    round_byes,
    match_scores,
    point_adjustments,
    match_stewards,
    steward_reports,
    match_arrivals,
    hour_changes,
    prize_lists,
    prizes,
    awards,
    records,
    record_signatures,
    lineup_drafts,
    lineup_draft_players,
    lineups,
    lineup_players,
    lineup_changes,
    short_lineups,
);
