//! Ids, and tables indexed by them.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use super::Named;

/// An id: a position in a [`Table`].
pub trait Id: Copy {
    /// The id at a position.
    fn at(position: usize) -> Self;
    /// Position of the item in its table.
    fn position(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(pub u32);

            impl Id for $name {
                fn at(position: usize) -> Self {
                    Self(position as u32)
                }
                fn position(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

ids! {
    /// A parameter of the game.
    ParameterId;
    /// A team of players.
    TeamId;
    /// The values of an enumerated property.
    SymbolSetId;
    /// A property of cards.
    PropertyId;
    /// A deck type, from which cards are made.
    DeckTypeId;
    /// A card as printed.
    CardDefId;
    /// A card kind of the game.
    KindId;
    /// A keyword of cards.
    KeywordId;
    /// An attribute of cards.
    AttributeId;
    /// A kind of counter.
    CounterId;
    /// A deck that a zone begins with.
    DeckId;
    /// A zone; per-player zones are one id.
    ZoneId;
    /// A variable; per-player variables are one id.
    VariableId;
    /// A resource, whose pieces lie in pools.
    ResourceId;
    /// A pool; per-player and per-card pools are one id.
    PoolId;
    /// An event that the game declares.
    EventId;
    /// A defined effect or function.
    DefinitionId;
    /// A move of players.
    MoveId;
    /// A state of the flow.
    StateId;
    /// A phase; the states that have it share one id.
    PhaseId;
    /// A rule of the game.
    RuleId;
    /// A state-based check, made between effects.
    CheckId;
    /// A deck list that comes with the game.
    DeckListId;
    /// A temporary value of one rule, ability, move or definition.
    LocalId;
    /// A group of waiting effects.
    GroupId;
    /// A named duration of continuous changes.
    DurationId;
    /// A regulation of decks.
    RegulationId;
}

/// A list indexed by its own kind of id.
#[derive(Debug, Clone, PartialEq)]
pub struct Table<I, T> {
    items: Vec<T>,
    id: PhantomData<I>,
}

impl<I, T> Default for Table<I, T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            id: PhantomData,
        }
    }
}

impl<I: Id, T> Table<I, T> {
    /// Appends an item; gives its id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::at(self.items.len() - 1)
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Every item, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Every item with its id, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (I, &T)> {
        self.items
            .iter()
            .enumerate()
            .map(|(position, item)| (I::at(position), item))
    }
}

impl<I: Id, T: Named> Table<I, T> {
    /// The item with this name.
    pub fn find(&self, name: &str) -> Option<I> {
        self.items
            .iter()
            .position(|item| item.name() == name)
            .map(I::at)
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.items.iter().map(Named::name)
    }
}

impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.items[id.position()]
    }
}

impl<I: Id, T> IndexMut<I> for Table<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.position()]
    }
}
