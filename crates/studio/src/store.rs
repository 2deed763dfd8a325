//! Store: tables, their seats and every choice, in an SQLite database.
//!
//! A choice is in the database before anybody is told of it. The database writes ahead (WAL), so that a program
//! that is killed at any moment loses nothing that was acknowledged.

use engine::seed::Seed;
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Each brings the database one version further; none is ever changed.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        plan TEXT NOT NULL,
        seed TEXT NOT NULL,
        made INTEGER NOT NULL,
        over INTEGER NOT NULL DEFAULT 0,
        uploaded INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE seats (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        token BLOB,
        player TEXT NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE choices (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        choice INTEGER NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE decks (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        sections TEXT NOT NULL
    ) STRICT;
    CREATE INDEX decks_of_game ON decks (game);
",
    "
    ALTER TABLE decks ADD COLUMN owner BLOB;
    CREATE INDEX decks_of_owner ON decks (owner, game);
",
    "
    ALTER TABLE seats ADD COLUMN name TEXT NOT NULL DEFAULT '';
    ALTER TABLE seats ADD COLUMN colour INTEGER;
    ALTER TABLE seats ADD COLUMN clock INTEGER;
    ALTER TABLE tables ADD COLUMN ended TEXT;
    ALTER TABLE tables ADD COLUMN winners TEXT;
",
];

/// Queries that a database of this version must answer.
const SHAPES: &[&str] = &[
    "SELECT id, plan, seed, made, over, uploaded, ended, winners FROM tables",
    "SELECT table_id, seat, token, player, name, colour, clock FROM seats",
    "SELECT table_id, number, choice FROM choices",
    "SELECT id, game, name, sections, owner FROM decks",
];

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A later fuda wrote it.
    #[error("it is of version {found}, and this program knows versions up to {known}")]
    Later {
        /// Its version.
        found: u32,
        /// The last one that is known.
        known: usize,
    },
    /// A table or column is missing.
    #[error("it is not a whole database of the studio: {0}")]
    Shape(String),
    /// The database's error.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
}

/// The database.
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

/// A table as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TableRow {
    pub(crate) id: String,
    /// The plan, as JSON.
    pub(crate) plan: String,
    pub(crate) seed: Seed,
    pub(crate) made: u32,
    pub(crate) over: bool,
    pub(crate) uploaded: bool,
    /// Its end, as JSON, where the rules did not end it.
    pub(crate) ended: Option<String>,
    /// The seats that won, as JSON; nothing if it is not over.
    pub(crate) winners: Option<String>,
    pub(crate) seats: Vec<SeatRow>,
    pub(crate) choices: Vec<u32>,
}

/// A deck as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeckRow {
    pub(crate) id: String,
    pub(crate) owner: Owner,
    pub(crate) game: String,
    pub(crate) name: String,
    /// Its cards, as JSON.
    pub(crate) sections: String,
}

/// Owner of a deck: the host, or a guest by the hash of the guest's token.
pub(crate) type Owner = Option<Vec<u8>>;

/// A seat as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeatRow {
    /// Hash of its token.
    pub(crate) token: Option<Vec<u8>>,
    /// `person`, or a computer player's name.
    pub(crate) player: String,
    /// The name that its person goes by; empty if they gave none.
    pub(crate) name: String,
    /// The colour that its person chose.
    pub(crate) colour: Option<u8>,
    /// The milliseconds that it has left, where time is limited.
    pub(crate) clock: Option<u32>,
}

impl Store {
    /// Opens or makes a database.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        known_version(&connection)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        migrate(&mut connection)?;
        has_shape(&connection)?;
        Ok(Self {
            connection: Mutex::new(connection),
        })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A transaction that was broken off by a panic was rolled back.
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a new table with its seats and first choices.
    pub(crate) fn add_table(&self, table: &TableRow) -> rusqlite::Result<()> {
        let mut connection = self.connection();
        let change = connection.transaction()?;
        change.execute(
            "INSERT INTO tables (id, plan, seed, made, over, uploaded, ended, winners)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                table.id,
                table.plan,
                table.seed.to_string(),
                table.made,
                table.over,
                table.uploaded,
                table.ended,
                table.winners
            ],
        )?;
        for (number, seat) in table.seats.iter().enumerate() {
            change.execute(
                "INSERT INTO seats (table_id, seat, token, player, name, colour, clock)
                 VALUES (?, ?, ?, ?, ?, ?, ?)",
                params![
                    table.id,
                    number as i64,
                    seat.token,
                    seat.player,
                    seat.name,
                    seat.colour,
                    seat.clock
                ],
            )?;
        }
        for (number, choice) in table.choices.iter().enumerate() {
            change.execute(
                "INSERT INTO choices (table_id, number, choice) VALUES (?, ?, ?)",
                params![table.id, number as i64, choice],
            )?;
        }
        change.commit()
    }

    /// Keeps the choice with a number, counted from 0.
    pub(crate) fn add_choice(&self, id: &str, number: usize, choice: u32) -> rusqlite::Result<()> {
        let connection = self.connection();
        let mut insert = connection
            .prepare_cached("INSERT INTO choices (table_id, number, choice) VALUES (?, ?, ?)")?;
        insert.execute(params![id, number as i64, choice])?;
        Ok(())
    }

    /// Forgets all choices but the first so many.
    pub(crate) fn keep_choices(&self, id: &str, number: usize) -> rusqlite::Result<()> {
        let mut connection = self.connection();
        let change = connection.transaction()?;
        change.execute(
            "DELETE FROM choices WHERE table_id = ? AND number >= ?",
            params![id, number as i64],
        )?;
        change.execute(
            "UPDATE tables SET over = 0, ended = NULL, winners = NULL WHERE id = ?",
            params![id],
        )?;
        change.commit()
    }

    /// Keeps that a game is over: its winners and how it ended, both as JSON.
    pub(crate) fn set_over(
        &self,
        id: &str,
        winners: &str,
        ended: Option<&str>,
    ) -> rusqlite::Result<()> {
        let connection = self.connection();
        connection.execute(
            "UPDATE tables SET over = 1, winners = ?, ended = ? WHERE id = ?",
            params![winners, ended, id],
        )?;
        Ok(())
    }

    /// Keeps the name and the colour of a seat's person.
    pub(crate) fn set_person(
        &self,
        id: &str,
        seat: u8,
        name: &str,
        colour: Option<u8>,
    ) -> rusqlite::Result<()> {
        let connection = self.connection();
        connection.execute(
            "UPDATE seats SET name = ?, colour = ? WHERE table_id = ? AND seat = ?",
            params![name, colour, id, seat],
        )?;
        Ok(())
    }

    /// Keeps the milliseconds that a seat has left.
    pub(crate) fn set_clock(&self, id: &str, seat: u8, left: u32) -> rusqlite::Result<()> {
        let connection = self.connection();
        connection.execute(
            "UPDATE seats SET clock = ? WHERE table_id = ? AND seat = ?",
            params![left, id, seat],
        )?;
        Ok(())
    }

    pub(crate) fn set_player(&self, id: &str, seat: u8, player: &str) -> rusqlite::Result<()> {
        let connection = self.connection();
        connection.execute(
            "UPDATE seats SET player = ? WHERE table_id = ? AND seat = ?",
            params![player, id, seat],
        )?;
        Ok(())
    }

    /// A table with everything that is kept of it.
    pub(crate) fn table(&self, id: &str) -> rusqlite::Result<Option<TableRow>> {
        let connection = self.connection();
        let found = connection
            .query_row(
                "SELECT id, plan, seed, made, over, uploaded, ended, winners
                 FROM tables WHERE id = ?",
                params![id],
                head,
            )
            .optional()?;
        let Some(mut table) = found else {
            return Ok(None);
        };
        table.seats = seats_of(&connection, id)?;
        let mut choices = connection.prepare_cached(
            "SELECT choice, number FROM choices WHERE table_id = ? ORDER BY number",
        )?;
        let mut rows = choices.query(params![id])?;
        while let Some(row) = rows.next()? {
            // With one missing, all that follow would be other choices.
            if row.get::<_, i64>(1)? != table.choices.len() as i64 {
                return Err(unreadable(1, "a choice is missing"));
            }
            table.choices.push(row.get(0)?);
        }
        Ok(Some(table))
    }

    /// The newest tables, each with how many choices were made at it; without choices. Those that cannot be read are left
    /// out.
    pub(crate) fn newest(&self, most: u32) -> rusqlite::Result<Vec<(TableRow, u32)>> {
        let connection = self.connection();
        let mut tables = connection.prepare_cached(
            "SELECT id, plan, seed, made, over, uploaded, ended, winners,
                (SELECT count(*) FROM choices WHERE table_id = tables.id)
             FROM tables ORDER BY made DESC, rowid DESC LIMIT ?",
        )?;
        let mut rows = tables.query(params![most])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            if let (Ok(table), Ok(choices)) = (head(row), row.get(8)) {
                found.push((table, choices));
            }
        }
        for (table, _) in &mut found {
            table.seats = seats_of(&connection, &table.id)?;
        }
        Ok(found)
    }

    /// Keeps a new deck. Its sections are JSON.
    pub(crate) fn add_deck(&self, deck: &DeckRow) -> rusqlite::Result<()> {
        let connection = self.connection();
        connection.execute(
            "INSERT INTO decks (id, game, name, sections, owner) VALUES (?, ?, ?, ?, ?)",
            params![deck.id, deck.game, deck.name, deck.sections, deck.owner],
        )?;
        Ok(())
    }

    /// Keeps another edition of a deck; false if its owner has none of this name.
    pub(crate) fn change_deck(&self, deck: &DeckRow) -> rusqlite::Result<bool> {
        let connection = self.connection();
        let changed = connection.execute(
            "UPDATE decks SET name = ?, sections = ? WHERE id = ? AND game = ? AND owner IS ?",
            params![deck.name, deck.sections, deck.id, deck.game, deck.owner],
        )?;
        Ok(changed > 0)
    }

    /// The number of decks of a game that are kept for an owner, and how many for all guests together.
    pub(crate) fn deck_counts(&self, game: &str, owner: &Owner) -> rusqlite::Result<(u32, u32)> {
        let connection = self.connection();
        connection.query_row(
            "SELECT (SELECT count(*) FROM decks WHERE game = ? AND owner IS ?),
                (SELECT count(*) FROM decks WHERE owner IS NOT NULL)",
            params![game, owner],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// Some decks of a game that are kept for an owner.
    pub(crate) fn decks(
        &self,
        game: &str,
        owner: &Owner,
        from: u32,
        most: u32,
    ) -> rusqlite::Result<Vec<DeckRow>> {
        let connection = self.connection();
        let mut decks = connection.prepare_cached(
            "SELECT id, game, name, sections, owner FROM decks WHERE game = ? AND owner IS ?
             ORDER BY name, id LIMIT ? OFFSET ?",
        )?;
        let rows = decks.query_map(params![game, owner, most, from], |row| {
            Ok(DeckRow {
                id: row.get(0)?,
                game: row.get(1)?,
                name: row.get(2)?,
                sections: row.get(3)?,
                owner: row.get(4)?,
            })
        })?;
        rows.collect()
    }

    /// Forgets a deck of an owner.
    pub(crate) fn remove_deck(
        &self,
        game: &str,
        id: &str,
        owner: &Owner,
    ) -> rusqlite::Result<bool> {
        let connection = self.connection();
        let removed = connection.execute(
            "DELETE FROM decks WHERE game = ? AND id = ? AND owner IS ?",
            params![game, id, owner],
        )?;
        Ok(removed > 0)
    }

    /// Forgets a table.
    pub(crate) fn remove_table(&self, id: &str) -> rusqlite::Result<bool> {
        let connection = self.connection();
        let removed = connection.execute("DELETE FROM tables WHERE id = ?", params![id])?;
        Ok(removed > 0)
    }
}

fn head(row: &rusqlite::Row<'_>) -> rusqlite::Result<TableRow> {
    let seed: String = row.get(2)?;
    let seed = seed.parse();
    Ok(TableRow {
        id: row.get(0)?,
        plan: row.get(1)?,
        seed: seed.map_err(|_| unreadable(2, "the seed is no number"))?,
        made: row.get(3)?,
        over: row.get(4)?,
        uploaded: row.get(5)?,
        ended: row.get(6)?,
        winners: row.get(7)?,
        seats: Vec::new(),
        choices: Vec::new(),
    })
}

/// The seats of a table in their order.
fn seats_of(connection: &Connection, id: &str) -> rusqlite::Result<Vec<SeatRow>> {
    let mut seats = connection.prepare_cached(
        "SELECT token, player, name, colour, clock FROM seats WHERE table_id = ? ORDER BY seat",
    )?;
    let rows = seats.query_map(params![id], |row| {
        Ok(SeatRow {
            token: row.get(0)?,
            player: row.get(1)?,
            name: row.get(2)?,
            colour: row.get(3)?,
            clock: row.get(4)?,
        })
    })?;
    rows.collect()
}

/// A value that nobody can have kept.
fn unreadable(column: usize, reason: &str) -> rusqlite::Error {
    let reason = reason.to_owned().into();
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, reason)
}

/// Refuses a database of a later version before anything is done to it.
fn known_version(connection: &Connection) -> Result<(), StoreError> {
    let found: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match found as usize > MIGRATIONS.len() {
        true => Err(StoreError::Later {
            found,
            known: MIGRATIONS.len(),
        }),
        false => Ok(()),
    }
}

/// Refuses a database that lacks a table or a column.
fn has_shape(connection: &Connection) -> Result<(), StoreError> {
    for shape in SHAPES {
        let prepared = connection.prepare(shape);
        prepared.map_err(|error| StoreError::Shape(error.to_string()))?;
    }
    Ok(())
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for (number, migration) in (1_u32..).zip(MIGRATIONS).skip(version as usize) {
        let change = connection.transaction()?;
        change.execute_batch(migration)?;
        change.pragma_update(None, "user_version", number)?;
        change.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod faults;

#[cfg(test)]
mod tests;
