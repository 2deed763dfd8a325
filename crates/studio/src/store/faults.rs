//! Faults injected into the database: every write fails once, and the program dies between any two writes of the disk.
//! What somebody was told is there afterwards.

use super::tests::table;
use super::{DeckRow, Store, TableRow};
use std::fs;
use std::path::Path;

/// Something that is kept.
type Change = fn(&Store) -> rusqlite::Result<()>;

/// Every way in which the database is changed.
const CHANGES: &[Change] = &[
    |store| store.add_table(&table("a")),
    |store| store.add_choice("a", 1, 4),
    |store| store.add_choice("a", 2, 0),
    |store| store.set_player("a", 0, "random"),
    |store| store.add_table(&table("b")),
    |store| store.keep_choices("a", 1),
    |store| store.add_choice("a", 1, 7),
    |store| store.add_deck(&deck("x", "{}")),
    |store| store.change_deck(&deck("x", "{\"main\":1}")).map(|_| ()),
    |store| store.set_person("a", 0, "Ann", Some(3)),
    |store| store.set_clock("a", 0, 90_000),
    |store| store.set_over("a", "[0]", None),
    |store| store.remove_table("b").map(|_| ()),
    |store| store.remove_deck("game", "x", &None).map(|_| ()),
];

fn deck(id: &str, sections: &str) -> DeckRow {
    DeckRow {
        id: id.to_owned(),
        game: "game".to_owned(),
        name: "Mine".to_owned(),
        sections: sections.to_owned(),
        owner: None,
    }
}

/// All that is kept.
type Kept = (Vec<Option<TableRow>>, Vec<DeckRow>);

fn kept(store: &Store) -> Kept {
    let tables = ["a", "b"].map(|id| store.table(id).expect("it can be read"));
    (
        tables.to_vec(),
        store.decks("game", &None, 0, 9).expect("it can be read"),
    )
}

/// The stored data after each change, when nothing goes wrong; first of all nothing.
fn sound() -> Vec<Kept> {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("studio.db")).expect("a new database");
    let mut states = vec![kept(&store)];
    for change in CHANGES {
        change(&store).expect("kept");
        states.push(kept(&store));
    }
    states
}

fn forbid_writing(store: &Store, forbidden: bool) {
    let connection = store.connection();
    let set = connection.pragma_update(None, "query_only", forbidden);
    set.expect("a setting of the connection");
}

#[test]
fn a_write_that_fails_changes_nothing_and_can_be_tried_again() {
    let states = sound();
    for failing in 0..CHANGES.len() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("studio.db");
        let store = Store::open(&path).expect("a new database");
        for (number, change) in CHANGES.iter().enumerate() {
            if number == failing {
                forbid_writing(&store, true);
                assert!(change(&store).is_err(), "change {number} fails");
                forbid_writing(&store, false);
                assert_eq!(kept(&store), states[number], "change {number} left nothing");
            }
            change(&store).expect("kept");
            let again = Store::open(&path).expect("the same database");
            assert_eq!(kept(&again), states[number + 1], "change {number}");
        }
    }
}

/// The length of the file that is written ahead.
fn written(folder: &Path) -> u64 {
    fs::metadata(folder.join("studio.db-wal")).map_or(0, |file| file.len())
}

/// The database as a disk has it on which only so much was written ahead.
fn cut(folder: &Path, length: usize) -> Kept {
    let copy = tempfile::tempdir().expect("a folder");
    let path = copy.path().join("studio.db");
    fs::copy(folder.join("studio.db"), &path).expect("copied");
    let ahead = fs::read(folder.join("studio.db-wal")).expect("it is there");
    fs::write(copy.path().join("studio.db-wal"), &ahead[..length]).expect("written");
    kept(&Store::open(&path).expect("it is sound"))
}

#[test]
fn a_death_between_any_two_writes_loses_nothing_that_was_told() {
    let states = sound();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("studio.db");
    let store = Store::open(&path).expect("a new database");
    let mut told = vec![written(folder.path())];
    for change in CHANGES {
        change(&store).expect("kept");
        told.push(written(folder.path()));
    }
    let last = *told.last().expect("something was written");
    // The pages of the file are 4,096 bytes each with a head of 24: this cuts before, in and after each of them.
    for length in (told[0]..=last).step_by(515).chain([last]) {
        let found = cut(folder.path(), length as usize);
        let least = told.iter().rposition(|known| *known <= length);
        let least = least.expect("the first was there before");
        assert_eq!(found, states[least], "cut after {length} bytes");
    }
    assert_eq!(cut(folder.path(), last as usize), states[CHANGES.len()]);
}
