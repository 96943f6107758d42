//! `src/storage/schema.rs` says what both migrations make.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use diesel::sql_types::Text;
use teamchess::storage::Db;

use crate::support::{Kind, TestApp};

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    column_name: String,
}

type Tables = BTreeMap<String, BTreeSet<String>>;

fn in_rust() -> Tables {
    let text = std::fs::read_to_string("src/storage/schema.rs").unwrap();
    let mut tables = Tables::new();
    for block in text.split("diesel::table! {").skip(1) {
        let name = block.trim_start().split([' ', '(']).next().unwrap().to_owned();
        let columns = block
            .split('}')
            .next()
            .unwrap()
            .lines()
            .filter_map(|line| line.split_once("->"))
            .map(|(column, _)| column.trim().to_owned())
            .collect();
        tables.insert(name, columns);
    }
    tables
}

fn in_database(db: &mut Db) -> Tables {
    let sqlite = "SELECT m.name AS table_name, c.name AS column_name FROM sqlite_master m \
                  JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'";
    let postgres = "SELECT table_name::text AS table_name, column_name::text AS column_name \
                    FROM information_schema.columns WHERE table_schema = 'public'";
    let rows: Vec<Column> = match db {
        Db::Sqlite(inner) => diesel::sql_query(sqlite).load(inner).unwrap(),
        Db::Postgres(inner) => diesel::sql_query(postgres).load(inner).unwrap(),
    };
    let mut tables = Tables::new();
    for row in rows.into_iter().filter(|row| row.table_name != "__diesel_schema_migrations") {
        tables.entry(row.table_name).or_default().insert(row.column_name);
    }
    tables
}

#[test]
fn schema_and_both_databases_have_the_same_tables_and_columns() {
    for kind in Kind::all() {
        let app = TestApp::on(kind);
        let mut db = app.desk.pool.get().unwrap();
        assert_eq!(in_rust(), in_database(&mut db), "{kind:?}");
    }
}
