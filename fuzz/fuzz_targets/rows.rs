//! Any rows may be in the database of a studio: tables that cannot be read are refused with the reason, and all others
//! are listed and can be played.
//!
//! The parts of the input between bytes of 30 are the columns.
#![no_main]

use fuda_fuzz::{connection, studio};
use libfuzzer_sys::fuzz_target;
use rusqlite::{Connection, params};

fuzz_target!(init: studio(), |bytes: &[u8]| {
    let columns: Vec<String> = bytes
        .split(|byte| *byte == 30)
        .map(|column| String::from_utf8_lossy(column).into_owned())
        .collect();
    let connection = connection();
    // A row that the database itself refuses is none.
    if put(&connection, &columns).is_err() {
        return;
    }
    let studio = studio();
    // What cannot be read is refused.
    let _listed = studio.list();
    if studio.look("a").is_ok() {
        let message = br#"{"type":"play","decision":0,"choice":0}"#;
        let _said = studio.say("a", Some(0), message);
        studio.look("a").expect("it could be looked at before");
    }
    studio.forget("a").expect("a row can be removed");
});

fn put(connection: &Connection, columns: &[String]) -> rusqlite::Result<()> {
    let column = |number: usize| columns.get(number).map_or("", String::as_str);
    let number = |at: usize| column(at).trim().parse::<i64>().unwrap_or(0);
    connection.execute("DELETE FROM tables", [])?;
    connection.execute(
        "INSERT INTO tables (id, plan, seed, made, over, uploaded) VALUES ('a', ?, ?, ?, ?, ?)",
        params![column(0), column(1), number(2), number(3), number(4)],
    )?;
    for (seat, player) in column(5).lines().enumerate() {
        connection.execute(
            "INSERT INTO seats (table_id, seat, token, player) VALUES ('a', ?, ?, ?)",
            params![seat as i64 + number(7), player.as_bytes(), player],
        )?;
    }
    for (place, choice) in column(6).split_whitespace().enumerate() {
        let choice = choice.parse::<i64>().unwrap_or(-1);
        connection.execute(
            "INSERT INTO choices (table_id, number, choice) VALUES ('a', ?, ?)",
            params![place as i64, choice],
        )?;
    }
    Ok(())
}
