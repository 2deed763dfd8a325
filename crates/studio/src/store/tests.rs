use super::*;

pub(crate) fn table(id: &str) -> TableRow {
    TableRow {
        id: id.to_owned(),
        plan: "{}".to_owned(),
        seed: Seed::from(u64::MAX),
        made: 7,
        over: false,
        uploaded: false,
        ended: None,
        winners: None,
        seats: vec![SeatRow {
            token: Some(vec![1, 2]),
            player: "person".to_owned(),
            name: String::new(),
            colour: None,
            clock: Some(60_000),
        }],
        choices: vec![3],
    }
}

#[test]
fn what_is_kept_comes_back_after_opening_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("studio.db");
    let store = Store::open(&path).expect("a new database");
    store.add_table(&table("a")).expect("kept");
    store.add_choice("a", 1, 4).expect("kept");
    store.set_player("a", 0, "random").expect("kept");
    store.set_person("a", 0, "Ann", Some(2)).expect("kept");
    store.set_clock("a", 0, 1_500).expect("kept");
    // Nothing is closed: as if the program were killed.
    let again = Store::open(&path).expect("the same database");
    let mut expected = table("a");
    expected.choices = vec![3, 4];
    expected.seats[0] = SeatRow {
        player: "random".to_owned(),
        name: "Ann".to_owned(),
        colour: Some(2),
        clock: Some(1_500),
        ..expected.seats[0].clone()
    };
    assert_eq!(again.table("a"), Ok(Some(expected.clone())));
    assert_eq!(again.table("b"), Ok(None));
    again.keep_choices("a", 1).expect("kept");
    assert_eq!(
        store.newest(5),
        Ok(vec![(
            TableRow {
                choices: vec![],
                ..expected
            },
            1
        )])
    );
}

/// A database in which something was changed by hand.
fn changed(sql: &str) -> Result<Store, StoreError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("studio.db");
    let store = Store::open(&path).expect("a new database");
    store.add_table(&table("a")).expect("kept");
    store.add_table(&table("b")).expect("kept");
    store
        .connection()
        .execute_batch(sql)
        .expect("it can be done");
    drop(store);
    Store::open(&path)
}

#[test]
fn a_database_of_a_later_version_or_without_a_table_is_refused_with_the_reason() {
    let told = |sql: &str| match changed(sql) {
        Ok(_) => "it is used".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(told(""), "it is used");
    let later = "it is of version 99, and this program knows versions up to";
    assert!(told("PRAGMA user_version = 99").starts_with(later));
    let missing = told("DROP TABLE seats");
    assert!(missing.contains("no such table: seats"), "{missing}");
    let missing = told("ALTER TABLE decks DROP COLUMN sections");
    assert!(missing.contains("no such column: sections"), "{missing}");
}

#[test]
fn a_bad_row_is_refused_with_the_reason_and_hides_no_other() {
    for (sql, reason) in [
        (
            "UPDATE tables SET seed = 'x' WHERE id = 'a'",
            "the seed is no number",
        ),
        (
            "INSERT INTO choices VALUES ('a', 7, 0)",
            "a choice is missing",
        ),
    ] {
        let store = changed(sql).expect("the database itself is sound");
        let told = store.table("a").expect_err("it is refused").to_string();
        assert!(told.contains(reason), "{told}");
        assert_eq!(store.table("b"), Ok(Some(table("b"))));
        let listed = store.newest(9).expect("a list");
        assert!(listed.iter().any(|(row, _)| row.id == "b"));
    }
}

#[test]
fn a_choice_is_kept_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("studio.db")).expect("a new database");
    store.add_table(&table("a")).expect("kept");
    assert!(store.add_choice("a", 0, 9).is_err());
    assert!(store.add_choice("no table", 0, 9).is_err());
}
