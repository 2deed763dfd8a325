//! Every message between the studio's pages and its server, in one place.
//!
//! The JSON Schema `schema/studio-wire.json` and the TypeScript types `web/src/lib/wire.ts` are generated from
//! these types (`UPDATE_WIRE=1 cargo test -p studio wire`). What a seat may not know is in none of them: they
//! are made from views and tellings of the engine.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[cfg(test)]
use {schemars::JsonSchema, ts_rs::TS};

/// Declares wire types: plain data that is written and read as JSON.
macro_rules! wire {
    ($($(#[$meta:meta])* pub $kind:ident $name:ident { $($body:tt)* })*) => {
        $(
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[cfg_attr(test, derive(JsonSchema, TS))]
            $(#[$meta])*
            #[serde(rename_all = "snake_case")]
            pub $kind $name { $($body)* }
        )*
        #[cfg(test)]
        fn type_declarations(config: &ts_rs::Config) -> Vec<String> {
            vec![$(<$name as TS>::decl(config)),*]
        }
        #[cfg(test)]
        fn schemas(generator: &mut schemars::SchemaGenerator) {
            $(generator.subschema_for::<$name>();)*
        }
    };
}

/// A text for people, by language.
pub type Prose = BTreeMap<String, String>;

wire! {
    /// A game in the list of games.
    pub struct GameSummary {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: Prose,
        /// One sentence.
        pub description: Prose,
        /// The least number of players.
        pub min_players: u8,
        /// The most.
        pub max_players: u8,
        /// Words to find it by.
        pub tags: Vec<String>,
        /// Whether players bring decks.
        pub brings_decks: bool,
        /// Whether it has cards of its own, which can be edited.
        pub has_cards: bool,
        /// Whether it can be edited here, because it is the person's own copy.
        pub own: bool,
        /// The reason it cannot be played, if its files have errors.
        pub broken: Option<String>,
    }

    /// What can be chosen before a game begins.
    pub struct GameDetail {
        /// The game.
        pub summary: GameSummary,
        /// Its variants.
        pub variants: Vec<Variant>,
        /// Its parameters, as the chosen variant has them.
        pub parameters: Vec<Parameter>,
        /// The decks that come with it.
        pub decks: Vec<DeckName>,
        /// Who can play a seat besides people.
        pub players: Vec<String>,
        /// The rules in sentences, part by part.
        pub rules: Vec<RuleText>,
        /// Text of its author about it, in Markdown, by language.
        pub readme: Prose,
        /// Its zones, for a picture of the table.
        pub zones: Vec<ZoneSketch>,
        /// The lessons of its tutorial, in their order.
        pub lessons: Vec<Lesson>,
    }

    /// Place of a zone, for a picture of the table.
    pub struct ZoneSketch {
        /// Its name for people.
        pub name: Prose,
        /// True if each player has one.
        pub per_player: bool,
        /// The row, from the player's edge.
        pub row: Option<u8>,
        /// The column, from the left.
        pub column: Option<u8>,
        /// Number of columns that it takes.
        pub width: Option<u8>,
        /// Its purpose.
        pub role: ZoneRole,
    }

    /// A lesson of a tutorial: a position, a task, and what answers it.
    pub struct Lesson {
        /// Its name.
        pub title: Prose,
        /// The matter that is learned.
        pub text: Prose,
        /// The task.
        pub task: Prose,
        /// Said when it was done.
        pub praise: Prose,
        /// Said when something else was done.
        pub hint: Prose,
        /// The position, as a scenario's `given`.
        pub given: String,
        /// The decks of the seats, if the game has decks.
        pub decks: Vec<String>,
        /// The choices that do it, any of them.
        pub wanted: Vec<Wish>,
    }

    /// A choice that a lesson waits for.
    pub struct Wish {
        /// The move, mode or target by its name for machines.
        pub choice: String,
        /// The card it is made with; any if left out.
        pub card: Option<String>,
    }

    /// A rule in words.
    pub struct RuleText {
        /// Its name for machines.
        pub name: String,
        /// What people call it; nothing for how the game is won.
        pub title: Prose,
        /// What it says.
        pub text: Prose,
    }

    /// A variant of a game.
    pub struct Variant {
        /// Its name.
        pub id: String,
        /// What is different.
        pub text: Prose,
    }

    /// A parameter of a game.
    pub struct Parameter {
        /// Its name.
        pub id: String,
        /// What it means.
        pub text: Prose,
        /// Its value if nobody sets it.
        pub default: String,
        /// The value that is proposed where people play, if the game has one.
        pub for_people: Option<String>,
        /// What can be entered.
        pub kind: ParameterKind,
    }

    /// What can be entered for a parameter.
    #[serde(tag = "type")]
    pub enum ParameterKind {
        /// `true` or `false`.
        Flag,
        /// A whole number.
        Number {
            /// The least.
            min: Option<i32>,
            /// The most.
            max: Option<i32>,
        },
        /// One of these words.
        Word {
            /// The words, with texts for people.
            values: Vec<WordText>,
        },
        /// Any text.
        Text,
    }

    /// A word of a game.
    pub struct WordText {
        /// The word.
        pub id: String,
        /// What people call it.
        pub text: Prose,
    }

    /// A deck that can be chosen.
    pub struct DeckName {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: Prose,
        /// How many cards each section has.
        pub sizes: Vec<(String, u32)>,
    }

    /// Asks for a new table.
    #[serde(deny_unknown_fields)]
    pub struct NewTable {
        /// The game.
        pub game: String,
        /// The variant; the game itself if left out.
        #[serde(default)]
        pub variant: Option<String>,
        /// Who plays each seat.
        pub seats: Vec<SeatPlan>,
        /// Parameters that are set.
        #[serde(default)]
        pub parameters: BTreeMap<String, String>,
        /// The decks of the seats: names of deck lists, or decks written out. Empty for the game's own.
        #[serde(default)]
        pub decks: Vec<String>,
        /// The seed; one that nobody knows if left out. A number, with the key after a colon where the generator
        /// has one. Text, because not every reader of JSON has such numbers.
        #[serde(default)]
        pub seed: Option<String>,
        /// How the computer's moves come.
        #[serde(default)]
        pub pace: Option<Pace>,
        /// Choices that are made at once, by their numbers: to go on from a moment of another game.
        #[serde(default)]
        pub choices: Vec<u32>,
        /// The position it begins with, as a scenario's `given`; the ordinary beginning if left out.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        pub given: Option<String>,
        /// A card that is tried before it is saved.
        #[serde(default)]
        #[cfg_attr(test, ts(optional = nullable))]
        pub draft: Option<CardDraft>,
        /// The time that people have; as much as they like if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional = nullable))]
        pub clock: Option<Clock>,
    }

    /// The time that each person has for a whole game.
    #[derive(Copy, Eq)]
    #[serde(deny_unknown_fields)]
    pub struct Clock {
        /// So many seconds to begin with.
        pub seconds: u32,
        /// So many more for each decision.
        #[serde(default)]
        pub increment: u32,
    }

    /// The end of a game that its rules did not end.
    #[derive(Copy, Eq)]
    #[serde(tag = "kind")]
    pub enum Ended {
        /// Somebody resigned.
        Resigned {
            /// The seat.
            seat: u8,
        },
        /// Somebody had no time left.
        OutOfTime {
            /// The seat.
            seat: u8,
        },
    }

    /// The text of a card that is being written.
    #[serde(deny_unknown_fields)]
    pub struct CardDraft {
        /// The file it is in.
        pub file: String,
        /// Which card of the file it replaces; a new one if left out.
        #[serde(default)]
        pub card: Option<String>,
        /// Its text.
        pub text: String,
    }

    /// Overview of a game's cards that can be edited.
    pub struct Workshop {
        /// The game's name for people.
        pub name: String,
        /// Whether it is the person's own: a copy, or a game of a folder.
        pub own: bool,
        /// Whether it is a copy of a game that comes with the program.
        pub copy: bool,
        /// Where its files are, if it is.
        pub folder: Option<String>,
        /// The files that hold cards.
        pub files: Vec<CardFile>,
        /// The cards.
        pub cards: Vec<WorkshopCard>,
        /// The kinds of cards, with what is written on them.
        pub kinds: Vec<KindFields>,
        /// Names of keywords.
        pub keywords: Vec<WordText>,
        /// The columns of tables of cards, if the game reads any.
        pub columns: Vec<CardField>,
        /// Where cards can lie when a card is tried.
        pub zones: Vec<TryZone>,
        /// The phases in which a card can be tried, those with most moves first.
        pub phases: Vec<WordText>,
        /// How many play when a card is tried.
        pub seats: u8,
        /// The position that the game proposes for it, with `CARD` wherever the card lies.
        pub trial: Option<String>,
    }

    /// A file that holds cards.
    pub struct CardFile {
        /// Its path in the game's folder.
        pub path: String,
        /// How cards are written in it.
        pub format: CardFormat,
    }

    /// How the cards of a file are written.
    #[derive(Copy, Eq)]
    pub enum CardFormat {
        /// As cards of CGML, one after the other.
        Cards,
        /// As rows of a table.
        Table,
        /// In another format, one card to a file.
        Other,
    }

    /// A card that can be edited.
    pub struct WorkshopCard {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// Its kind for people.
        pub kind: String,
        /// Its colours.
        pub colors: Vec<String>,
        /// The file it is in.
        pub file: String,
    }

    /// A kind of cards, with what is written on them.
    pub struct KindFields {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// What is written on its cards.
        pub fields: Vec<CardField>,
    }

    /// Something that is written on a card.
    pub struct CardField {
        /// Its key.
        pub key: String,
        /// Its name for people.
        pub name: String,
        /// What can be entered.
        pub kind: FieldKind,
        /// Whether a card may leave it out.
        pub optional: bool,
        /// The value then.
        pub default: String,
    }

    /// What can be entered for a field of a card.
    #[serde(tag = "type")]
    pub enum FieldKind {
        /// `true` or `false`.
        Flag,
        /// A whole number.
        Number,
        /// One of these words.
        Word {
            /// The words, with texts for people.
            values: Vec<WordText>,
        },
        /// Several of these words.
        Words {
            /// The words, with texts for people.
            values: Vec<WordText>,
        },
        /// Any text.
        Text,
        /// Anything else, as the language writes it.
        Other,
    }

    /// A zone in which cards can lie when a card is tried.
    pub struct TryZone {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// True if each player has one.
        pub per_player: bool,
        /// Its purpose.
        pub role: ZoneRole,
    }

    /// A card as it is written.
    pub struct CardOpened {
        /// The file.
        pub file: String,
        /// Its text.
        pub text: String,
        /// Which state of the file it is from: what saving must name.
        pub version: String,
    }

    /// Asks what is wrong with a card, or to change its text as a form says.
    #[serde(deny_unknown_fields)]
    pub struct CardAsked {
        /// The card.
        pub draft: CardDraft,
        /// What the form says.
        #[serde(default)]
        pub edit: Option<FieldEdit>,
        /// The language of all texts.
        pub language: String,
    }

    /// A field of a form that has another value.
    #[serde(deny_unknown_fields)]
    pub struct FieldEdit {
        /// The key, such as `cost` or `name.ja`; the heading of a column.
        pub key: String,
        /// Its value; left out to take the key away.
        #[serde(default)]
        pub value: Option<FieldValue>,
    }

    /// What was entered in a form.
    #[serde(tag = "type", deny_unknown_fields)]
    pub enum FieldValue {
        /// A number, a truth value or a word.
        Word {
            /// It.
            value: String,
        },
        /// Text for people.
        Text {
            /// It.
            value: String,
        },
        /// Several words.
        Words {
            /// They.
            value: Vec<String>,
        },
        /// As the language writes it.
        Yaml {
            /// It.
            value: String,
        },
    }

    /// A card that was checked.
    pub struct CardChecked {
        /// Its text, changed if that was asked for.
        pub text: String,
        /// The problem.
        pub mistakes: Vec<Mistake>,
        /// Its name for machines, if it has one.
        pub id: Option<String>,
        /// The values that a form shows.
        pub values: BTreeMap<String, String>,
        /// The lists that a form shows.
        pub lists: BTreeMap<String, Vec<String>>,
        /// What a form cannot show, as it is written.
        pub others: BTreeMap<String, String>,
        /// What it looks like, if nothing is wrong.
        pub face: Option<Face>,
        /// What it does, in words, if nothing is wrong.
        pub explained: Prose,
    }

    /// Something that is wrong with a card.
    pub struct Mistake {
        /// Whether the game cannot be played so.
        pub error: bool,
        /// Its code.
        pub code: String,
        /// What.
        pub message: String,
        /// The hint.
        pub hint: Option<String>,
        /// The line of the text, from 1; none if it is elsewhere.
        pub line: Option<u32>,
        /// The column, from 1, in characters.
        pub column: Option<u32>,
        /// The column just after it, if it is on the same line.
        pub end_column: Option<u32>,
        /// Where else it is.
        pub elsewhere: Option<String>,
    }

    /// Asks to save a card.
    #[serde(deny_unknown_fields)]
    pub struct CardSaving {
        /// The card; without a text it is taken out of the file.
        pub draft: CardDraft,
        /// The state of the file that it was changed from; left out for a file that is not there yet.
        #[serde(default)]
        pub version: Option<String>,
    }

    /// A card that was saved.
    pub struct CardSaved {
        /// Its name for machines; none if it was taken out.
        pub card: Option<String>,
        /// The new state of its file.
        pub version: String,
        /// The folder of the game.
        pub folder: String,
    }

    /// Who plays a seat.
    #[serde(tag = "who", deny_unknown_fields)]
    pub enum SeatPlan {
        /// A person at this browser.
        Here,
        /// A person who gets a link.
        Link,
        /// A computer player.
        Computer {
            /// Its name, such as `random`.
            name: String,
        },
    }

    /// Name and colour of somebody who comes to a table.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct Guest {
        /// The name; may be empty.
        #[serde(default)]
        pub name: String,
        /// The number of the colour.
        #[serde(default)]
        pub colour: Option<u8>,
    }

    /// Asks for an invitation: a table that begins once every seat is taken.
    #[serde(deny_unknown_fields)]
    pub struct NewInvitation {
        /// The table. Seats by link are free for whoever comes.
        pub plan: NewTable,
        /// The person who invites.
        pub guest: Guest,
    }

    /// Takes a seat of an invitation.
    #[serde(deny_unknown_fields)]
    pub struct Joining {
        /// The person who comes.
        pub guest: Guest,
        /// The deck that they bring; the one of the seat if left out.
        #[serde(default)]
        pub deck: Option<String>,
    }

    /// A seat of an invitation that was taken.
    pub struct Joined {
        /// The invitation.
        pub id: String,
        /// The seat.
        pub seat: u8,
        /// Shows that it is the same person who asks again.
        pub token: String,
    }

    /// An invitation as whoever asks may see it.
    pub struct Invitation {
        /// Its name for machines.
        pub id: String,
        /// The game.
        pub game: String,
        /// The game's name for people.
        pub name: Prose,
        /// The seats.
        pub seats: Vec<InvitedSeat>,
        /// True if people may bring decks. Nobody sees the deck of another.
        pub brings_decks: bool,
        /// The time that people have.
        pub clock: Option<Clock>,
        /// The seat of whoever asks.
        pub mine: Option<u8>,
        /// The table, once it has begun, for those who have a seat.
        pub table: Option<String>,
        /// The token of the own seat there.
        pub token: Option<String>,
    }

    /// A seat of an invitation: a computer's, somebody's, or free.
    pub struct InvitedSeat {
        /// The computer that plays it.
        pub computer: Option<String>,
        /// The person who has taken it.
        pub guest: Option<Guest>,
    }

    /// A table that was made.
    pub struct TableMade {
        /// Its name.
        pub id: String,
        /// For each seat that a person plays, the token that opens it. Whoever has it plays the seat.
        pub tokens: BTreeMap<u8, String>,
    }

    /// A training run that somebody wants.
    #[serde(deny_unknown_fields)]
    pub struct NewRun {
        /// The game.
        pub game: String,
        /// The number of players; the usual one if it is left out.
        #[serde(default)]
        pub seats: Option<u8>,
        /// The time it may take.
        pub minutes: f64,
        /// The teacher; a trial decides if it is left out.
        #[serde(default)]
        pub teacher: Option<RunTeacher>,
    }

    /// The teachers of training runs.
    #[derive(Copy, Eq)]
    pub enum RunTeacher {
        /// Self-play with search.
        Gumbel,
        /// Policy gradient.
        Gradient,
    }

    /// A run goes on for some more minutes.
    #[serde(deny_unknown_fields)]
    pub struct MoreMinutes {
        /// So many.
        pub minutes: f64,
    }

    /// The state of a training run.
    #[derive(Copy, Eq)]
    pub enum RunState {
        /// It is being worked on.
        Running,
        /// It was stopped before its end.
        Stopped,
        /// It has reached its end.
        Over,
    }

    /// All training runs.
    pub struct Runs {
        /// The runs, the newest first.
        pub runs: Vec<RunSummary>,
        /// Whether who asks may start and stop runs.
        pub may_start: bool,
    }

    /// A training run in the list of runs.
    pub struct RunSummary {
        /// Its name.
        pub name: String,
        /// The game.
        pub game: String,
        /// The number of players, if it was chosen.
        pub seats: Option<u8>,
        /// Its state.
        pub state: RunState,
        /// How far it is, from 0 to 1.
        pub progress: f64,
        /// Games played.
        pub games: f64,
        /// Minutes of work so far.
        pub minutes: f64,
        /// The teacher.
        pub teacher: String,
        /// Whether there is a network to play against.
        pub has_network: bool,
    }

    /// A training run with its figures.
    pub struct RunDetail {
        /// The run.
        pub run: RunSummary,
        /// Figures of its iterations.
        pub points: Vec<RunPoint>,
        /// Numbers of games of the networks that are kept, the oldest first.
        pub checkpoints: Vec<String>,
        /// Names of sample games, the oldest first.
        pub samples: Vec<String>,
        /// The last words of a run that failed, for the host.
        pub failure: Option<String>,
    }

    /// Figures of an iteration.
    pub struct RunPoint {
        /// Games so far.
        pub games: f64,
        /// Minutes of work so far.
        pub minutes: f64,
        /// Games a second.
        pub games_per_second: f64,
        /// Mean loss of the policy.
        pub policy_loss: f64,
        /// Mean loss of the value.
        pub value_loss: f64,
        /// Mean entropy of the policy.
        pub entropy: f64,
        /// The contest of the new network against the best one, where there was one.
        pub gate: Option<RunGate>,
        /// Shares of points against other players, where they were measured.
        pub measured: Vec<RunScore>,
    }

    /// A contest of a new network against the best one.
    pub struct RunGate {
        /// Share of points of the new one.
        pub share: f64,
        /// Whether it was taken over.
        pub is_passed: bool,
    }

    /// Share of points against a player.
    pub struct RunScore {
        /// The player.
        pub player: String,
        /// Share of points, from 0 to 1.
        pub share: f64,
        /// Half the width of its interval, which holds the truth 19 times out of 20.
        pub error: f64,
    }

    /// A run about decks that somebody wants.
    #[serde(deny_unknown_fields)]
    pub struct NewMetaRun {
        /// The game.
        pub game: String,
        /// Its kind.
        pub kind: MetaKind,
        /// The player of all decks.
        pub player: String,
        /// The regulation, by its name or a day; that of the game if it is left out.
        #[serde(default)]
        pub regulation: Option<String>,
        /// Number of games, for a field that is weighed.
        #[serde(default)]
        pub games: Option<u32>,
        /// The most rounds, for decks that are bred.
        #[serde(default)]
        pub rounds: Option<u32>,
        /// The most generations of a round, for decks that are bred.
        #[serde(default)]
        pub generations: Option<u32>,
        /// The decks to breed from; those of the game and some by chance if it is left out.
        #[serde(default)]
        pub start: Option<MetaStart>,
        /// Decks of whoever asks: bred from, or weighed beside those of the game.
        #[serde(default)]
        pub decks: Vec<MetaOwnDeck>,
    }

    /// Kinds of runs about decks.
    #[derive(Copy, Eq)]
    pub enum MetaKind {
        /// Decks are bred.
        Evolve,
        /// Decks are weighed against each other.
        Field,
    }

    /// Decks to breed from.
    #[derive(Copy, Eq)]
    pub enum MetaStart {
        /// Decks by chance and those of the game.
        All,
        /// Decks by chance.
        Random,
        /// Those of the game.
        Decks,
        /// Only those that were named.
        Own,
    }

    /// A deck of somebody.
    #[serde(deny_unknown_fields)]
    pub struct MetaOwnDeck {
        /// Its name.
        pub name: String,
        /// Its sections with their cards.
        pub sections: Vec<(String, Vec<(String, u32)>)>,
    }

    /// All runs about decks.
    pub struct MetaRuns {
        /// The runs, the newest first.
        pub runs: Vec<MetaRunSummary>,
        /// True if who asks may start and stop runs.
        pub may_start: bool,
    }

    /// A share with its interval, which holds the truth 19 times out of 20.
    pub struct MetaRate {
        /// The share.
        pub value: f64,
        /// The lower end.
        pub low: f64,
        /// The upper end.
        pub high: f64,
    }

    /// A run about decks in the list of runs.
    pub struct MetaRunSummary {
        /// Its name.
        pub name: String,
        /// The game.
        pub game: String,
        /// Its kind.
        pub kind: MetaKind,
        /// Its state.
        pub state: RunState,
        /// Its progress at least, from 0 to 1.
        pub progress: f64,
        /// Seconds that it takes at most, if that can be told.
        pub seconds_left: Option<f64>,
        /// Games played.
        pub games: f64,
        /// Generations so far; 0 for a field.
        pub generation: u32,
        /// Win rate of the best deck, for decks that are bred.
        pub best: Option<MetaRate>,
        /// The player.
        pub player: String,
        /// True if there is something to report.
        pub has_report: bool,
    }

    /// A run about decks with its figures.
    pub struct MetaRunDetail {
        /// The run.
        pub run: MetaRunSummary,
        /// Figures of its generations.
        pub points: Vec<MetaPoint>,
        /// Decks that were found or weighed.
        pub decks: Vec<MetaDeck>,
        /// The decks that are met or weighed, with their shares.
        pub field: Vec<MetaFieldLine>,
        /// The effective number of decks of a field.
        pub effective_decks: Option<MetaRate>,
        /// The last words of a run that failed, for the host.
        pub failure: Option<String>,
    }

    /// Figures of a generation.
    pub struct MetaPoint {
        /// Its number.
        pub generation: u32,
        /// The round, from 1.
        pub round: u32,
        /// Win rate of the best deck.
        pub best: MetaRate,
        /// Win rate of all decks on average.
        pub mean: f64,
        /// Games so far.
        pub games: f64,
    }

    /// A deck of a run.
    pub struct MetaDeck {
        /// Its name.
        pub name: String,
        /// Its origin.
        pub origin: MetaOrigin,
        /// Its win rate: confirmed by new games for a champion, against the equilibrium for a deck of a field.
        pub rate: Option<MetaRate>,
        /// Win rate of the deck that it was bred from, in the same games.
        pub before: Option<MetaRate>,
        /// Its kind, for one of the different good decks.
        pub about: String,
        /// Its sections with their cards.
        pub sections: Vec<(String, Vec<(String, u32)>)>,
    }

    /// Origins of decks.
    #[derive(Copy, Eq)]
    pub enum MetaOrigin {
        /// The best of a round.
        Champion,
        /// The best of the generation at hand.
        Best,
        /// One of the different good decks.
        Archive,
        /// A deck of the field.
        Field,
    }

    /// A deck of the field with its share.
    pub struct MetaFieldLine {
        /// Its name.
        pub name: String,
        /// Its share.
        pub share: MetaRate,
        /// Its win rate against the field, where it is known.
        pub rate: Option<MetaRate>,
    }

    /// Worth of cards of a game.
    pub struct CardWorths {
        /// The run that found it out.
        pub run: String,
        /// The cards that are known.
        pub cards: BTreeMap<String, CardWorth>,
    }

    /// Worth of a card, in shares of games won.
    pub struct CardWorth {
        /// Swap value of a copy, and half the width of its interval.
        pub swap: Option<(f64, f64)>,
        /// Contribution, and half the width of its interval.
        pub contribution: Option<(f64, f64)>,
        /// Number of games of decks with it.
        pub games: f64,
    }

    /// A table in the list of tables.
    pub struct TableSummary {
        /// Its name.
        pub id: String,
        /// The game.
        pub game: String,
        /// The game's name for people.
        pub name: Prose,
        /// Who plays.
        pub seats: Vec<String>,
        /// The names that people go by, for each seat; empty where nobody gave one.
        pub names: Vec<String>,
        /// The seats that won, once it is over.
        pub winners: Option<Vec<u8>>,
        /// Its end, if its rules did not end it.
        pub ended: Option<Ended>,
        /// How many choices were made.
        pub choices: u32,
        /// Whether the game is over.
        pub over: bool,
        /// When it was made, in seconds since 1970.
        pub made: u32,
        /// Whether it is a record that was uploaded: nobody can play on.
        pub uploaded: bool,
        /// The seed, if somebody chose it.
        pub seed: Option<String>,
    }

    /// How the computer's moves come.
    #[serde(tag = "kind")]
    pub enum Pace {
        /// By themselves, after so many milliseconds.
        Auto {
            /// How long each takes.
            milliseconds: u32,
        },
        /// One by one, when somebody asks for it.
        Step,
    }

    /// What a page says to a table. The first message must be `hello`.
    #[serde(tag = "type", deny_unknown_fields)]
    pub enum ToTable {
        /// Who is there.
        Hello {
            /// The token of a seat; a spectator has none.
            #[serde(default)]
            token: Option<String>,
            /// The language of all texts.
            language: String,
        },
        /// A choice.
        Play {
            /// Which decision it answers: how many choices were made before.
            decision: u32,
            /// The number of the choice, from 0.
            choice: u32,
        },
        /// Takes the own last decision back; where other people play, they are asked first.
        TakeBack,
        /// Answers somebody who wants to take a decision back.
        Allow {
            /// True if it may be taken back.
            yes: bool,
        },
        /// Gives the game up.
        Resign,
        /// Wants to play the same again: a new table is made when all people want it.
        Rematch,
        /// The name and the colour that a person goes by.
        Introduce {
            /// The name; empty for the name of the seat.
            name: String,
            /// The number of the colour.
            #[serde(default)]
            #[cfg_attr(test, ts(optional = nullable))]
            colour: Option<u8>,
        },
        /// How the computer's moves come from now on.
        SetPace {
            /// How.
            pace: Pace,
        },
        /// The next move of the computer, now.
        Step,
        /// A computer plays this seat from now on.
        HandOver {
            /// Which player.
            name: String,
        },
        /// The seat is a person's again.
        TakeSeat,
        /// Asks why a card cannot be chosen; answered by `reasons`.
        WhyNot {
            /// The position of its pile among the piles.
            pile: u16,
            /// Its position in the pile.
            card: u16,
        },
        /// Says something to the others.
        Say {
            /// The phrase.
            phrase: Phrase,
        },
        /// Whether this person answers questions, too, that have only one answer and are asked so that being asked tells
        /// nothing. Without it they are answered after a while.
        AnswerAll {
            /// Whether they do.
            on: bool,
        },
    }

    /// What a table says to a page.
    #[serde(tag = "type")]
    pub enum FromTable {
        /// What does not change while the game is played. First of all.
        Welcome(Box<Welcome>),
        /// How things stand, and what happened since the last one.
        State(Box<State>),
        /// The reasons why a card cannot be chosen.
        Reasons {
            /// The position of its pile among the piles.
            pile: u16,
            /// Its position in the pile.
            card: u16,
            /// The reasons in words, as far as the seat may know them.
            reasons: Vec<String>,
        },
        /// What was asked for is not done.
        Refused {
            /// Why, for machines: `not_your_turn`, `stale`, `illegal`, `bad_message`, `not_allowed`.
            code: String,
            /// Why, for people.
            message: String,
        },
    }

    /// What does not change while a game is played.
    pub struct Welcome {
        /// The table.
        pub table: String,
        /// The game.
        pub game: String,
        /// Its variant.
        pub variant: Option<String>,
        /// What it is called.
        pub title: String,
        /// One sentence about it.
        pub description: String,
        /// Whose eyes: a seat, or a spectator's.
        pub seat: Option<u8>,
        /// Who plays.
        pub seats: Vec<SeatInfo>,
        /// Places of zones.
        pub zones: Vec<ZonePlace>,
        /// The colour of the table.
        pub background: Option<String>,
        /// Where its cards come from.
        pub deal: Deal,
        /// True if decisions can be taken back, or others asked for it.
        pub can_take_back: bool,
        /// True if the game can be given up: one side is left that wins, or nobody else plays.
        pub can_resign: bool,
        /// The phases of the game by name, in the order of its author.
        pub phases: Vec<String>,
        /// The time that people have.
        pub clock: Option<Clock>,
        /// Whether some questions are asked even with only one answer, so that being asked tells nothing.
        pub asks_always: bool,
        /// Who can play a seat besides people.
        pub players: Vec<String>,
        /// Whether a computer can be asked what it would do: no other person plays.
        pub can_ask: bool,
    }

    /// Where the cards of a table come from.
    #[serde(tag = "kind")]
    pub enum Deal {
        /// The studio drew the seed. Nobody knows it before the end; then `State::opened` has it.
        Drawn {
            /// The SHA-256 of what will be opened; none at tables of earlier studios.
            commitment: Option<String>,
        },
        /// Somebody knew the seed before the game: whoever knows it can know every card.
        Chosen {
            /// The seed.
            seed: String,
        },
        /// Nothing is hidden from anybody here.
        Open {
            /// The seed.
            seed: String,
        },
    }

    /// The seed that the studio drew, for everybody to check.
    pub struct OpenedDeal {
        /// Its number.
        pub seed: String,
        /// The key of the generator.
        pub key: String,
        /// The text whose SHA-256 is the commitment.
        pub committed: String,
    }

    /// What whoever asks may do here.
    pub struct Rights {
        /// Whether it is the host, who may change games, remove tables and upload records.
        pub host: bool,
    }

    /// A seat.
    pub struct SeatInfo {
        /// Its number.
        pub seat: u8,
        /// What people call it.
        pub name: String,
        /// Who plays it: `person`, or a computer player's name.
        pub player: String,
        /// Its team.
        pub team: Option<u8>,
    }

    /// Where a zone lies.
    pub struct ZonePlace {
        /// The zone.
        pub zone: String,
        /// Its name for people.
        pub name: String,
        /// True if each player has one.
        pub per_player: bool,
        /// The row, from the player's edge.
        pub row: Option<u8>,
        /// The column, from the left.
        pub column: Option<u8>,
        /// Number of columns that it takes.
        pub width: Option<u8>,
        /// How its cards lie.
        pub layout: Layout,
        /// How many fixed places it has.
        pub slots: Option<u16>,
        /// Its purpose.
        pub role: ZoneRole,
    }

    /// How the cards of a zone lie.
    #[derive(Copy, Eq)]
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

    /// What a zone is for.
    #[derive(Copy, Eq)]
    pub enum ZoneRole {
        /// Cards are drawn from it.
        Deck,
        /// Cards are held in it.
        Hand,
        /// Cards are in play in it.
        Play,
        /// Used cards lie in it.
        Discard,
        /// Cards in it are out of the game.
        Out,
        /// None of these.
        Other,
        /// Cards under those of another zone.
        Under,
    }

    /// How things stand for one seat.
    pub struct State {
        /// How many choices were made: what `play` must name.
        pub decision_number: u32,
        /// The state and the phase.
        pub stage: Vec<String>,
        /// Which turn it is, from 1.
        pub turn: Option<u32>,
        /// Whose turn it is.
        pub current: Option<u8>,
        /// The piles.
        pub piles: Vec<Pile>,
        /// What is shown besides cards.
        pub values: Vec<ShownValue>,
        /// The decision that the game waits for.
        pub decision: Decision,
        /// Faces of cards that were not sent before.
        pub faces: Vec<Face>,
        /// What happened since the last message.
        pub log: Vec<LogLine>,
        /// Whether the log begins anew.
        pub log_restarts: bool,
        /// What was seen to move since the last message.
        pub happened: Vec<Happening>,
        /// The piles before that, where the message is the first of a game that begins.
        pub before: Option<Vec<Pile>>,
        /// How the computer's moves come.
        pub pace: Pace,
        /// Who plays now, for each seat: `person`, or a computer player's name.
        pub players: Vec<String>,
        /// Which people are there.
        pub present: Vec<u8>,
        /// The number of spectators.
        pub spectators: u32,
        /// The last phrase of each player.
        pub said: Vec<Said>,
        /// Cards that are aimed at others at present.
        pub arrows: Vec<Arrow>,
        /// What will happen, the next first.
        pub pending: Vec<PendingEffect>,
        /// What the computer that chose last thought of its choices.
        pub thinking: Option<Thinking>,
        /// The seed that the studio drew, once everybody may know it.
        pub opened: Option<OpenedDeal>,
        /// The score sheet, if the game keeps one.
        pub sheet: Option<ScoreSheet>,
        /// The people who gave a name or a colour.
        pub people: Vec<PersonNamed>,
        /// The time that is left, where it is limited.
        pub clocks: Option<Clocks>,
        /// Somebody wants to take a decision back.
        pub asked_back: Option<AskedBack>,
        /// The next game of the same people, once somebody wants it.
        pub rematch: Option<NextGame>,
    }

    /// The values at the ends of rounds.
    pub struct ScoreSheet {
        /// The rounds, the first one first.
        pub rounds: Vec<SheetRound>,
    }

    /// The values at the end of a round.
    pub struct SheetRound {
        /// After so many choices.
        pub after: u32,
        /// The values of all players or teams.
        pub values: Vec<ShownValue>,
    }

    /// The name and the colour that a person goes by.
    #[derive(Eq)]
    pub struct PersonNamed {
        /// The seat.
        pub seat: u8,
        /// The name; empty for the name of the seat.
        pub name: String,
        /// The number of the colour.
        pub colour: Option<u8>,
    }

    /// The time that is left.
    #[derive(Eq)]
    pub struct Clocks {
        /// Milliseconds for each seat; none for computers.
        pub left: Vec<Option<u32>>,
        /// The seat whose time runs.
        pub running: Option<u8>,
    }

    /// Somebody wants to take a decision back.
    #[derive(Eq)]
    pub struct AskedBack {
        /// The seat.
        pub by: u8,
        /// The seats that must still answer.
        pub waits_for: Vec<u8>,
    }

    /// The next game of the same people.
    #[derive(Eq)]
    pub struct NextGame {
        /// The seats that want it.
        pub wanted: Vec<u8>,
        /// Its table, once all want it.
        pub table: Option<String>,
        /// The tokens of the seats that whoever is told plays there.
        pub tokens: BTreeMap<u8, String>,
    }

    /// Something that is seen to move.
    #[serde(tag = "kind")]
    pub enum Happening {
        /// A card went from one pile to another: positions among the piles, where they may be known.
        Moved {
            /// Its face, if it is known before or after.
            face: Option<u16>,
            /// Whether it lies face down.
            down: bool,
            /// Which back it has.
            back: u16,
            /// Where it was.
            from: Option<u16>,
            /// Where it is.
            to: Option<u16>,
            /// Its position from the top there.
            position: Option<u16>,
        },
        /// A player chose a card or a player, for a move or as its target.
        Chosen {
            /// The player who chose.
            seat: u8,
            /// True if it is the target of a move; otherwise it is the card that a move is made with.
            target: bool,
            /// The card.
            card: Option<CardThen>,
            /// The player who was chosen.
            player: Option<u8>,
        },
        /// A pile was shuffled.
        Shuffled {
            /// Its position among the piles.
            pile: u16,
        },
    }

    /// What a computer thinks of its choices.
    pub struct Thinking {
        /// Who.
        pub seat: u8,
        /// Which decision it is about: how many choices were made before. It still thinks if that is the one
        /// that the game waits for.
        pub decision: u32,
        /// Its choices, the best first.
        pub choices: Vec<Thought>,
        /// Whether it passed although it could have played a card.
        pub strategic_pass: bool,
    }

    /// What a computer thinks of one choice.
    pub struct Thought {
        /// The choice in words.
        pub text: String,
        /// How often it was looked at.
        pub visits: u32,
        /// The expected win rate, from 0 to 1.
        pub win_rate: f32,
        /// How likely it looked at first, from 0 to 1.
        pub prior: f32,
        /// Whether it was chosen.
        pub chosen: bool,
    }

    /// An effect that waits.
    pub struct PendingEffect {
        /// What it is.
        pub text: String,
        /// Whose.
        pub owner: Option<u8>,
        /// The card it comes from.
        pub face: Option<u16>,
        /// The place of that card on the table.
        pub at: Option<CardAt>,
        /// Whether it was cancelled and will do nothing.
        pub cancelled: bool,
    }

    /// A pile.
    pub struct Pile {
        /// Its zone.
        pub zone: String,
        /// The seat whose it is.
        pub owner: Option<u8>,
        /// The team whose it is.
        pub team: Option<u8>,
        /// What people call it.
        pub name: String,
        /// How many cards there are, if the seat may know.
        pub count: Option<u16>,
        /// The cards, as the seat sees them: the top one first where they have an order.
        pub cards: Vec<Card>,
    }

    /// A card, as a seat sees it.
    pub struct Card {
        /// Its face, if the seat knows it.
        pub face: Option<u16>,
        /// Whether it lies face down.
        pub down: bool,
        /// Which back it has.
        pub back: u16,
        /// Its fixed place.
        pub slot: Option<u16>,
        /// Whether it is turned sideways.
        pub tapped: bool,
        /// What is on it.
        pub marks: Vec<Mark>,
        /// What effects have changed of what is printed on it.
        pub now: Vec<FaceValue>,
        /// Keywords that it has at present and that are not printed on it.
        pub gained: Vec<String>,
        /// The card that it is attached to: position of its pile and in its pile.
        pub attached_to: Option<CardAt>,
    }

    /// Something on a card.
    pub struct Mark {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// Its value for people.
        pub value: String,
        /// Its value, if it is a number.
        pub number: Option<i32>,
        /// Whether it is a counter or pieces.
        pub counter: bool,
    }

    /// Where a card is on the table.
    #[derive(Copy, Eq)]
    pub struct CardAt {
        /// The position of the pile among the piles.
        pub pile: u16,
        /// The position of the card in the pile.
        pub card: u16,
    }

    /// The face of a card.
    pub struct Face {
        /// By which cards name it.
        pub id: u16,
        /// Its name for machines.
        pub card: String,
        /// Its name for people.
        pub name: String,
        /// Its kind for people.
        pub kind: String,
        /// The title.
        pub title: String,
        /// The corner, such as a cost.
        pub corner: String,
        /// The foot, such as power.
        pub footer: String,
        /// Its colours: several run into each other.
        pub colors: Vec<String>,
        /// Whether it is a card of a traditional deck, which shows rank and suit.
        pub suit: Option<String>,
        /// Its rank, on such a card.
        pub rank: Option<String>,
        /// Which card of the usual deck it is, for machines.
        pub figure: Option<Figure>,
        /// The values that matter most, in the order of the game.
        pub values: Vec<FaceValue>,
        /// What is drawn on it: names of motifs.
        pub pictures: Vec<String>,
        /// Where it stands among the cards of a hand that is sorted.
        pub order: i32,
        /// What is printed on it: names and values for people.
        pub printed: Vec<(String, String)>,
        /// Its keywords, with what they mean.
        pub keywords: Vec<(String, String)>,
        /// What it does.
        pub text: String,
    }

    /// A card of the usual deck, as machines name it.
    pub struct Figure {
        /// `clubs`, `diamonds`, `hearts` or `spades`; a joker has none.
        pub suit: Option<String>,
        /// The rank, such as `10` or `Q`.
        pub rank: String,
    }

    /// A value on the face of a card.
    pub struct FaceValue {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// The value for people.
        pub value: String,
        /// The value, if it is a number.
        pub number: Option<i32>,
    }

    /// A value shown besides the cards.
    pub struct ShownValue {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// The seat whose it is.
        pub owner: Option<u8>,
        /// The team whose it is.
        pub team: Option<u8>,
        /// The value for people.
        pub value: String,
        /// The value, if it is a number.
        pub number: Option<i32>,
        /// Whether it counts pieces of a resource.
        pub pieces: bool,
    }

    /// The decision that the game waits for.
    #[serde(tag = "kind")]
    pub enum Decision {
        /// A seat must choose.
        Choose {
            /// Who.
            seat: u8,
            /// What is asked.
            prompt: String,
            /// The rule that asks.
            rule: Option<RuleNamed>,
            /// The card that it is about.
            about: Option<CardNamed>,
            /// Whether nobody else learns the answer before all have answered.
            secret: bool,
            /// Whether several are chosen, one after the other.
            several: bool,
            /// What was chosen of several already.
            chosen: Vec<String>,
            /// What may be chosen, for the seat that chooses.
            choices: Vec<Choice>,
        },
        /// Nothing: what was chosen is being carried out.
        Nothing,
        /// The game is over.
        Over {
            /// Who has won.
            winners: Vec<u8>,
            /// The score of each seat.
            scores: Vec<i32>,
            /// Why, if the game says so.
            reason: Option<String>,
        },
        /// The game was stopped.
        Stopped {
            /// Why.
            message: String,
        },
    }

    /// A card in words.
    pub struct CardNamed {
        /// What it is called, or where its back lies.
        pub text: String,
        /// Its face, if it is known.
        pub face: Option<u16>,
        /// Its place on the table.
        pub at: Option<CardAt>,
    }

    /// One card is aimed at another one, or at a player.
    #[derive(Copy, Eq)]
    pub struct Arrow {
        /// The card that aims.
        pub from: CardAt,
        /// The card that is aimed at.
        pub to: Option<CardAt>,
        /// The player who is aimed at.
        pub player: Option<u8>,
    }

    /// A card where it lay when something happened.
    #[derive(Copy, Eq)]
    pub struct CardThen {
        /// The position of its pile among the piles.
        pub pile: u16,
        /// Its position in the pile, if it may be known.
        pub position: Option<u16>,
        /// Its face, if it was known.
        pub face: Option<u16>,
    }

    /// Something that a player says with a button.
    pub struct Said {
        /// The seat of the player.
        pub seat: u8,
        /// The phrase.
        pub phrase: Phrase,
        /// The number of phrases of that seat so far.
        pub number: u32,
    }

    /// The phrases that players say with a button.
    #[derive(Copy, Eq)]
    pub enum Phrase {
        /// A greeting.
        Hello,
        /// Praise for a move.
        WellPlayed,
        /// Thanks.
        Thanks,
        /// An apology, or a mistake noticed.
        Oops,
        /// Asks for time.
        Moment,
        /// Asks to go on.
        YourTurn,
        /// At the end.
        GoodGame,
    }

    /// A rule with its words.
    pub struct RuleNamed {
        /// Its name.
        pub id: String,
        /// What it says.
        pub text: String,
    }

    /// Something that may be chosen.
    pub struct Choice {
        /// The number that `play` names.
        pub number: u32,
        /// What kind of choice it is.
        pub kind: ChoiceKind,
        /// The move, mode or target by its name for machines.
        pub id: String,
        /// What is done, without what it is done with.
        pub name: String,
        /// All of it in words.
        pub text: String,
        /// The cards it is about, where they lie.
        pub cards: Vec<CardAt>,
        /// The pile it is about: a position among the piles.
        pub pile: Option<u16>,
        /// The player it is about.
        pub player: Option<u8>,
        /// The face it is about, if no card on the table is meant.
        pub face: Option<u16>,
        /// The first choice that is the same but for copies of a card between which nothing makes a difference, if
        /// it is another one.
        pub same_as: Option<u32>,
        /// The changes of values that the table shows, where the seat can be sure of them.
        pub outcome: Vec<String>,
        /// True if it ends the game at once without winning, where the seat can be sure of it: to be asked about first.
        pub ends: bool,
    }

    /// The kinds of choices.
    #[derive(Copy, Eq)]
    pub enum ChoiceKind {
        /// An option of a question.
        Option,
        /// A move.
        Move,
        /// A target of a move.
        Target,
        /// No more of several options.
        Done,
        /// No move.
        Pass,
    }

    /// A line of the log.
    pub struct LogLine {
        /// What kind of line it is.
        pub kind: LogKind,
        /// The words.
        pub parts: Vec<LogPart>,
        /// Who did it.
        pub player: Option<u8>,
        /// How often it happened in a row.
        pub count: u32,
        /// What made it happen, where that may be known.
        pub source: Option<WrittenAt>,
    }

    /// A place in the files of a game.
    #[derive(Eq)]
    pub struct WrittenAt {
        /// The rule, move or definition; empty in an ability of a card.
        pub part: String,
        /// The file.
        pub file: String,
        /// The line, from 1.
        pub line: u32,
    }

    /// What is written at a place, and what it means.
    pub struct Written {
        /// Where.
        pub at: WrittenAt,
        /// The rule, move, definition or card in words; empty if it has none.
        pub text: String,
        /// The first line of the excerpt, from 1.
        pub first: u32,
        /// Some lines of the file.
        pub lines: Vec<String>,
    }

    /// The kinds of lines in a log.
    #[derive(Copy, Eq)]
    pub enum LogKind {
        /// A turn or a state begins.
        Heading,
        /// Somebody chose.
        Choice,
        /// Something happened.
        Event,
        /// The end.
        Result,
        /// A step of a rule failed; only told on request.
        Failed,
    }

    /// Words of a log.
    #[serde(tag = "kind")]
    pub enum LogPart {
        /// Plain words.
        Text {
            /// The words.
            text: String,
        },
        /// A card that the reader knows.
        Card {
            /// Its face.
            face: u16,
            /// Its name.
            text: String,
        },
    }

    /// The cards of a game that decks are built from.
    pub struct Catalogue {
        /// The cards.
        pub cards: Vec<CatalogueCard>,
        /// The sections of a deck.
        pub sections: Vec<DeckSectionRule>,
        /// What the cards can be told apart by.
        pub filters: Vec<CardFilter>,
        /// Lists of banned and limited cards, the one in force first.
        pub regulations: Vec<RegulationText>,
    }

    /// A property that cards can be told apart by.
    pub struct CardFilter {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// The values that cards have; none for numbers.
        pub values: Vec<(String, String)>,
        /// The least and the largest number that cards have.
        pub range: Option<(i32, i32)>,
    }

    /// A list of banned and limited cards.
    pub struct RegulationText {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// Since when.
        pub date: String,
    }

    /// Asks for a deck that may be played, made by chance.
    #[serde(deny_unknown_fields)]
    pub struct RandomDeck {
        /// The list of banned and limited cards; the game's own if left out.
        #[serde(default)]
        pub regulation: Option<String>,
    }

    /// Asks for odds of hands of a deck.
    #[serde(deny_unknown_fields)]
    pub struct OddsAsked {
        /// How many there are of each card.
        pub copies: Vec<u32>,
        /// How many cards are drawn.
        pub hand: u32,
        /// Of which cards at least so many are wanted: positions in `copies`, and how many of them together.
        pub wanted: Vec<(Vec<u32>, u32)>,
    }

    /// Odds of hands.
    pub struct OddsFound {
        /// The share of the hands that have all that is wanted.
        pub chance: f64,
        /// So many hands, in lowest terms.
        pub part: String,
        /// Of so many.
        pub whole: String,
    }

    /// A card that a deck may hold.
    pub struct CatalogueCard {
        /// What it looks like.
        pub face: Face,
        /// Words to find it by.
        pub tags: Vec<String>,
        /// The numbers that are printed on it, by name.
        pub numbers: Vec<(String, i32)>,
        /// What is printed on it, for machines: each property with its words.
        pub printed: BTreeMap<String, Vec<String>>,
        /// In which sections it may be.
        pub sections: Vec<String>,
    }

    /// A section of a deck.
    pub struct DeckSectionRule {
        /// Its name for machines.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// The fewest cards.
        pub min: Option<u32>,
        /// The most cards.
        pub max: Option<u32>,
        /// How many of one card.
        pub copies: Option<u32>,
    }

    /// A deck as text: a deck list of the language, its sections, or a list of names.
    #[serde(deny_unknown_fields)]
    pub struct DeckText {
        /// The text.
        pub text: String,
        /// The list of banned and limited cards; the game's own if left out.
        #[serde(default)]
        pub regulation: Option<String>,
    }

    /// A deck that was read.
    pub struct DeckChecked {
        /// Its cards by name, section by section; none if it could not be read.
        pub sections: Vec<(String, Vec<(String, u32)>)>,
        /// Everything that is wrong with it.
        pub problems: Vec<DeckProblem>,
    }

    /// Something that is wrong with a deck.
    pub struct DeckProblem {
        /// What.
        pub message: String,
        /// The hint.
        pub hint: Option<String>,
        /// Which rule it breaks, for machines.
        pub code: String,
    }

    /// A deck that is kept.
    pub struct KeptDeck {
        /// Its name for machines; the studio gives one to a new deck.
        #[serde(default)]
        pub id: String,
        /// Its game.
        pub game: String,
        /// Its name for people.
        pub name: String,
        /// Its cards by name, section by section.
        pub sections: Vec<(String, Vec<(String, u32)>)>,
    }

    /// Some of the decks that are kept.
    pub struct KeptDecks {
        /// The decks.
        pub decks: Vec<KeptDeck>,
        /// Whether there are more, on the next page.
        pub more: bool,
    }

    /// Why something is not done.
    pub struct Problem {
        /// For machines.
        pub code: String,
        /// For people.
        pub message: String,
        /// The hint.
        pub hint: Option<String>,
    }

    /// A moment of a game that is looked at again.
    pub struct Moment {
        /// How many choices there are in all.
        pub choices: u32,
        /// What does not change.
        pub welcome: Welcome,
        /// How things stood, with the log up to then.
        pub state: State,
        /// What is chosen next.
        pub next: Option<String>,
        /// How much happens between this decision and the next.
        pub events: u32,
        /// How much of it has happened.
        pub event: u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const TYPES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/wire.ts");
    const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/studio-wire.json");

    fn types() -> String {
        let config = ts_rs::Config::default();
        let mut text = String::from(
            "// Generated from crates/studio/src/wire.rs; do not edit.\n\
             // UPDATE_WIRE=1 cargo test -p studio wire\n\n",
        );
        for declaration in type_declarations(&config) {
            let lines = declaration.lines().map(str::trim_end);
            let lines: Vec<&str> = lines.collect();
            text.push_str(&format!("export {}\n\n", lines.join("\n")));
        }
        text
    }

    fn schema() -> String {
        let mut generator = schemars::generate::SchemaSettings::draft07().into_generator();
        schemas(&mut generator);
        let definitions = generator.take_definitions(true);
        let schema = serde_json::json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "Messages of the studio",
            "definitions": definitions,
        });
        let text = serde_json::to_string_pretty(&schema).expect("a schema is plain data");
        format!("{text}\n")
    }

    /// A generated file says what the types say; with `UPDATE_WIRE` it is written.
    fn is_current(path: &str, text: &str) -> bool {
        if std::env::var_os("UPDATE_WIRE").is_some() {
            std::fs::create_dir_all(Path::new(path).parent().expect("a file has a folder"))
                .expect("the folder can be made");
            std::fs::write(path, text).expect("the file can be written");
        }
        std::fs::read_to_string(path).is_ok_and(|kept| kept == text)
    }

    #[test]
    fn the_generated_types_and_the_schema_are_those_of_this_file() {
        assert!(is_current(TYPES, &types()), "wire.ts is out of date");
        assert!(is_current(SCHEMA, &schema()), "the schema is out of date");
    }

    #[test]
    fn a_message_with_an_unknown_field_is_refused() {
        let known = r#"{"type":"play","decision":1,"choice":0}"#;
        let unknown = r#"{"type":"play","decision":1,"choice":0,"seat":1}"#;
        assert!(serde_json::from_str::<ToTable>(known).is_ok());
        assert!(serde_json::from_str::<ToTable>(unknown).is_err());
    }
}
