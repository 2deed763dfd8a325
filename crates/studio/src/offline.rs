//! A studio without a network, for whoever feeds it anything: every door that takes bytes of others.

use crate::computers::arrangement::Machinery;
use crate::problem::{ProblemCode, problem};
use crate::server::limits;
use crate::server::take_up;
use crate::shelf::Shelf;
use crate::store::{Store, StoreError};
use crate::table::Sent;
use crate::tables::Tables;
use crate::wire::{
    CardAsked, DeckText, KeptDeck, NewTable, OddsAsked, Problem, TableSummary, ToTable,
};
use crate::{decks, workshop};
use engine::ids::Seat;
use serde::de::DeserializeOwned;
use std::path::Path;

/// A studio without a network.
pub struct Offline {
    tables: Tables,
}

impl Offline {
    /// A studio with these games and this database.
    pub fn open(shelf: Shelf, database: &Path) -> Result<Self, StoreError> {
        let store = Store::open(database)?;
        let tables = Tables::new(shelf, store, Machinery::NONE);
        Ok(Self { tables })
    }

    /// The newest tables.
    pub fn list(&self) -> Result<Vec<TableSummary>, Problem> {
        self.tables.list()
    }

    /// Makes a table as the body of a request says; its name.
    pub fn make(&self, body: &[u8]) -> Result<String, Problem> {
        let wanted: NewTable = read(body)?;
        Ok(self.tables.make(&wanted)?.id)
    }

    /// Takes up a record as the body of a request says; the name of its table.
    pub fn upload(&self, body: &[u8]) -> Result<String, Problem> {
        take_up(&self.tables, body)
    }

    /// Says something at a table, as a seat or as a spectator.
    pub fn say(&self, table: &str, seat: Option<u8>, text: &[u8]) -> Result<(), Problem> {
        let message: ToTable = read(text)?;
        let live = self.tables.find(table)?;
        self.tables.act(&live, seat, &message)
    }

    /// Looks at everything of a table that anybody may look at.
    pub fn look(&self, table: &str) -> Result<(), Problem> {
        let live = self.tables.find(table)?;
        let seats = live.table().seats();
        for seat in (0..seats).map(Some).chain([None]) {
            for language in ["en", "ja"] {
                let (_, changed) = live.join(seat, language);
                live.state(seat, language, &mut Sent::default());
                drop(changed);
                live.part(seat);
            }
        }
        let copy = live.copy();
        drop(live);
        self.tables.leave(table);
        for eyes in [None, Some(Seat::ONLOOKER), Some(Seat(0))] {
            copy.moment(usize::MAX, 0, eyes, "en");
            copy.moment(0, 1, eyes, "ja");
        }
        copy.record();
        Ok(())
    }

    /// Checks a deck, a card or odds as the body of a request says.
    pub fn check(&self, game: &str, body: &[u8]) -> Result<(), Problem> {
        if let Ok(deck) = read::<DeckText>(body) {
            let edition = self.tables.shelf.edition(game, None)?;
            decks::checked(&edition, &deck, "ja")?;
        }
        if let Ok(asked) = read::<CardAsked>(body) {
            workshop::check(&self.tables.shelf, game, &asked)?;
        }
        if let Ok(asked) = read::<OddsAsked>(body) {
            decks::odds(&asked)?;
        }
        if let Ok(deck) = read::<KeptDeck>(body) {
            limits::sections_of(&deck)?;
        }
        Ok(())
    }

    /// Forgets a table.
    pub fn forget(&self, table: &str) -> Result<(), Problem> {
        let forgotten = self.tables.store.remove_table(table);
        self.tables.leave(table);
        let forgotten = forgotten.map(|_| ());
        forgotten.map_err(|error| problem(ProblemCode::NotKept, error.to_string()))
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body)
        .map_err(|error| problem(ProblemCode::BadMessage, error.to_string()))
}
