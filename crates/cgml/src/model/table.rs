//! Look of a game: places of zones on the table, and the faces of cards.

use super::{AttributeId, CardDefId, Expr, Literal, MoveId, PropertyId, Prose, VariableId, ZoneId};

/// Look of a game. Nothing in it changes how the game is played.
#[derive(Debug, Clone, Default)]
pub struct TableLook {
    /// Places of zones, as far as the game has them.
    pub places: Vec<(ZoneId, ZonePlace)>,
    /// Face of a card.
    pub face: FaceLook,
    /// The colour of the table.
    pub background: Option<String>,
    /// Score sheet, if the table has one.
    pub sheet: Option<Sheet>,
    /// The values of attributes with which a card lies sideways.
    pub sideways: Vec<(AttributeId, Literal)>,
}

/// Score sheet: what is written down when a round is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The variables that are written down.
    pub values: Vec<VariableId>,
    /// The variable whose change says that a round is over.
    pub each: VariableId,
}

/// The place where a zone lies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ZonePlace {
    /// The row, from the player's edge.
    pub row: Option<i64>,
    /// The column, from the left.
    pub column: Option<i64>,
    /// The number of columns that it takes.
    pub width: Option<i64>,
    /// Layout of its cards.
    pub layout: Option<Layout>,
    /// Label for people.
    pub text: Prose,
    /// The moves that are made by pressing it, whichever can be made.
    pub press: Vec<MoveId>,
}

/// Layout of the cards of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One on the other.
    Pile,
    /// Each shows a part of those below.
    Fan,
    /// Side by side.
    Row,
    /// In rows and columns.
    Grid,
}

impl Layout {
    /// The layout that a word means.
    pub fn of(word: &str) -> Option<Self> {
        match word {
            "pile" => Some(Self::Pile),
            "fan" => Some(Self::Fan),
            "row" => Some(Self::Row),
            "grid" => Some(Self::Grid),
            _ => None,
        }
    }
}

/// Face of a card: expressions about a card, which is their first temporary value.
#[derive(Debug, Clone, Default)]
pub struct FaceLook {
    /// Title at the top.
    pub title: Option<Expr>,
    /// The corner, such as a cost.
    pub corner: Option<Expr>,
    /// The foot, such as power.
    pub footer: Option<Expr>,
    /// The value that colours it.
    pub color: Option<Expr>,
    /// The colour for each value; standard suits have theirs unless the game gives them others.
    pub colors: Vec<(String, String)>,
    /// The properties that matter most, in this order.
    pub values: Vec<PropertyId>,
    /// Pictures on cards: motifs for a card, a kind, or a value that colours it.
    pub pictures: Vec<(String, Vec<String>)>,
}

/// A part of a card's face, as far as it follows from what is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FacePart {
    /// The name of a card.
    Name(CardDefId),
    /// A word of the game, a kind or a text, as it is written.
    Word(String),
    /// A whole number.
    Number(i64),
    /// Several parts, one after the other.
    List(Vec<FacePart>),
}

/// A variant that comes with a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Name of the variant, that of its file.
    pub name: String,
    /// Its file, from the game's folder.
    pub file: String,
    /// Text about the differences.
    pub text: Prose,
}
