//! Plays the games that OpenSpiel has played, and compares every decision.
//!
//! What is special to a game is in its adapter, a [`Game`]: how the table is set up, what chance brings, and
//! which of OpenSpiel's actions a choice stands for.

use crate::deck::Deck;
use crate::trace::{Legal, Step, Trace, Wanted, traces};
use engine::chance::Script;
use engine::ids::Card;
use engine::position::{Choice, Decision, Position};
use engine::program::{ChoiceKind, Program, ValueKind};
use engine::random::Random;
use fuda::compile::Settings;
use std::collections::BTreeMap;
use std::path::Path;

/// Specifics of a game.
pub(crate) trait Game {
    /// Setup of our table.
    fn table(&self) -> Table;

    /// The numbers that OpenSpiel gives to cards in its actions, if it does.
    fn deck(&self, program: &Program) -> Deck {
        Deck::new(program, |_| None)
    }

    /// Script of chance in our game for this trace.
    fn script(&self, program: &Program, trace: &Trace) -> Script;

    /// Meaning of a choice.
    fn part(&self, offer: &Offer<'_>) -> Part;

    /// Returns of OpenSpiel at the end.
    fn returns(&self, program: &Program, position: &Position) -> Vec<f64> {
        let scores = position.scores(program).iter();
        scores.map(|score| *score as f64).collect()
    }

    /// True if our game asks where OpenSpiel does not, because there is nothing to choose. The only choice is
    /// then made.
    fn asks_in_vain(&self, _: &Program, _: &Position) -> bool {
        false
    }
}

/// Setup of a table.
#[derive(Default)]
pub(crate) struct Table {
    /// The folder of the game.
    pub(crate) game: &'static str,
    /// The name of a file in its folder `variants`; the game itself if empty.
    pub(crate) variant: &'static str,
    pub(crate) players: u8,
    pub(crate) parameters: Vec<(&'static str, &'static str)>,
}

/// Meaning of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// With it one of OpenSpiel's actions is complete.
    Action(i64),
    /// With it an action is begun or gone on with; the choices of the next decision decide.
    More,
}

/// One of the choices of a decision.
pub(crate) struct Offer<'a> {
    pub(crate) program: &'a Program,
    pub(crate) deck: &'a Deck,
    /// The position in which it is offered.
    pub(crate) position: &'a Position,
    pub(crate) choice: Choice,
    /// The choices that have begun the action, in order.
    pub(crate) earlier: &'a [Choice],
}

impl Offer<'_> {
    /// The name of the move, target or question.
    pub(crate) fn name(&self) -> &str {
        name(self.program, self.choice)
    }

    pub(crate) fn kind(&self) -> ChoiceKind {
        self.program.meanings[self.choice.meaning.index()].kind
    }

    /// True if it is to make no move.
    pub(crate) fn is_pass(&self) -> bool {
        self.kind() == ChoiceKind::Pass
    }

    /// The card that is chosen.
    pub(crate) fn card(&self) -> Card {
        card(self.program, self.choice).unwrap_or_else(|| panic!("not a card: {self}"))
    }

    /// The cards that are chosen together.
    pub(crate) fn cards(&self) -> Vec<Card> {
        assert_eq!(self.sort(), ValueKind::Cards, "not cards: {self}");
        let items = self.position.items(self.choice.value).iter();
        items.map(|item| Card(*item as u16)).collect()
    }

    /// The word that is chosen.
    pub(crate) fn word(&self) -> &str {
        let ValueKind::Word(set) = self.sort() else {
            panic!("not a word: {self}");
        };
        &self.program.words[usize::from(set)][self.choice.value as usize]
    }

    /// The number or player that is chosen.
    pub(crate) fn number(&self) -> i64 {
        assert!(
            matches!(
                self.sort(),
                ValueKind::Number | ValueKind::Player | ValueKind::Truth
            ),
            "not a number: {self}"
        );
        self.choice.value
    }

    pub(crate) fn sort(&self) -> ValueKind {
        self.program.meanings[self.choice.meaning.index()].sort
    }
}

impl std::fmt::Display for Offer<'_> {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = self.position.choices().iter();
        let at = at.take_while(|choice| **choice != self.choice).count();
        let seen = self.position.choices_seen(self.program, "");
        write!(to, "`{}` {:?} {}", self.name(), self.kind(), seen[at])
    }
}

/// The name of the move, target or question of a choice.
pub(crate) fn name(program: &Program, choice: Choice) -> &str {
    &program.meanings[choice.meaning.index()].name.id
}

/// The card of a choice.
pub(crate) fn card(program: &Program, choice: Choice) -> Option<Card> {
    let is_card = program.meanings[choice.meaning.index()].sort == ValueKind::Card;
    is_card.then_some(Card(choice.value as u16))
}

/// The cards of a zone, the top one first; of an owner, if it has owners.
pub(crate) fn zone(program: &Program, position: &Position, name: &str, owner: u8) -> Vec<Card> {
    let mut zones = program.zones.iter();
    let found = zones.find(|zone| zone.name.id == name);
    let found = found.unwrap_or_else(|| panic!("there is no zone `{name}`"));
    let pile = engine::ids::Pile(found.first + u16::from(owner));
    position.cards(pile).collect()
}

/// Builds the program of a table.
pub(crate) fn program(table: &Table) -> Program {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut path = games.join(table.game);
    if !table.variant.is_empty() {
        path = path.join("variants").join(table.variant);
    }
    let path = path.to_str().expect("the repository has a UTF-8 path");
    let located = fuda::locate(path).unwrap_or_else(|error| panic!("{error}"));
    let parameters = table.parameters.iter();
    let settings = Settings {
        players: Some(table.players),
        parameters: parameters
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        ..Settings::default()
    };
    match fuda::build(&located, &settings) {
        Ok(program) => program,
        Err(error) => panic!("{path}: {error}"),
    }
}

/// A game that was built, ready to be compared.
pub(crate) struct Adapted<'a> {
    game: &'a dyn Game,
    program: Program,
    deck: Deck,
}

impl<'a> Adapted<'a> {
    pub(crate) fn new(game: &'a dyn Game) -> Self {
        let program = program(&game.table());
        Self {
            game,
            deck: game.deck(&program),
            program,
        }
    }

    /// All complete actions of the player who must choose.
    fn actions(&self, position: &Position) -> Actions {
        let mut found = Actions::new();
        self.explore(position, &mut Vec::new(), &mut found);
        found
    }

    fn explore(&self, position: &Position, earlier: &mut Vec<Choice>, found: &mut Actions) {
        let mut next = None;
        for (number, choice) in position.choices().iter().enumerate() {
            let offer = Offer {
                program: &self.program,
                deck: &self.deck,
                position,
                choice: *choice,
                earlier,
            };
            match self.game.part(&offer) {
                Part::Action(action) => {
                    found.entry(action).or_insert_with(|| {
                        let mut path = earlier.clone();
                        path.push(*choice);
                        path
                    });
                }
                Part::More => {
                    let next = next.get_or_insert_with(|| position.clone());
                    next.clone_from(position);
                    next.play_unchecked(&self.program, number);
                    assert!(!next.is_over(), "an action is not complete: {offer}");
                    earlier.push(*choice);
                    self.explore(next, earlier, found);
                    earlier.pop();
                }
            }
        }
    }

    fn play(&self, position: &mut Position, path: &[Choice]) {
        for choice in path {
            let played = position.play(&self.program, *choice);
            played.unwrap_or_else(|error| panic!("it was offered before: {error}"));
        }
    }

    /// Makes the choices that OpenSpiel does not ask for.
    fn make_vain_choices(&self, position: &mut Position) {
        while let Decision::Choose { choices, .. } = position.decision()
            && self.game.asks_in_vain(&self.program, position)
        {
            assert_eq!(choices.len(), 1, "there is something to choose");
            position.play_unchecked(&self.program, 0);
        }
    }

    /// Plays a game; every decision is one of OpenSpiel's actions, each equally likely.
    pub(crate) fn play_at_random(&self, seed: u64) -> RandomGame {
        let mut random = Random::new(seed ^ 0x0005_EED5);
        let mut position = Position::start(&self.program, seed);
        let mut decisions = 0;
        loop {
            self.make_vain_choices(&mut position);
            match position.decision() {
                Decision::Choose { .. } | Decision::Chance { .. } => {}
                Decision::Over => break,
                Decision::Fault(fault) => panic!("seed {seed}: {}", fault.message(&self.program)),
            }
            let found = self.actions(&position);
            let number = random.below(found.len() as u32) as usize;
            let (_, path) = found.iter().nth(number).expect("it is below the count");
            self.play(&mut position, path);
            decisions += 1;
        }
        RandomGame {
            returns: self.game.returns(&self.program, &position),
            decisions,
        }
    }
}

/// OpenSpiel's actions that our choices stand for, each with the choices that make it up.
type Actions = BTreeMap<i64, Vec<Choice>>;

/// A game that was played at random.
pub(crate) struct RandomGame {
    pub(crate) returns: Vec<f64>,
    /// The number of decisions there were; those that several players make at once count for each.
    pub(crate) decisions: u32,
}

/// Plays all games of a file of traces, and compares every decision.
pub(crate) fn check(file: &str, game: &dyn Game) {
    let adapted = Adapted::new(game);
    let traces = traces(file);
    let mut decisions = 0;
    for (number, trace) in traces.iter().enumerate() {
        let script = game.script(&adapted.program, trace);
        let mut replay = Replay {
            file,
            number: number + 1,
            step: 0,
            adapted: &adapted,
            position: Position::start_scripted(&adapted.program, 0, script),
        };
        decisions += replay.run(trace);
    }
    assert!(
        !traces.is_empty() && decisions > 0,
        "{file}: nothing was compared"
    );
}

/// A trace that is played.
struct Replay<'a> {
    file: &'a str,
    number: usize,
    step: usize,
    adapted: &'a Adapted<'a>,
    position: Position,
}

impl Replay<'_> {
    /// The number of decisions that were compared.
    fn run(&mut self, trace: &Trace) -> usize {
        let mut decisions = 0;
        for (number, step) in trace.steps.iter().enumerate() {
            self.step = number;
            match step {
                Step::Chance(_) => {}
                Step::Choice(wanted) => {
                    self.decide(wanted);
                    decisions += 1;
                }
                Step::Together(all) => {
                    for _ in all {
                        let seat = self.asked();
                        self.decide(&all[usize::from(seat)]);
                    }
                    decisions += 1;
                }
            }
        }
        self.step = trace.steps.len();
        self.end(trace);
        decisions
    }

    /// The seat that must choose.
    fn asked(&mut self) -> u8 {
        self.adapted.make_vain_choices(&mut self.position);
        match self.position.decision() {
            Decision::Choose { seat, .. } => seat.0,
            Decision::Chance { .. } => self.fail("our game waits for chance"),
            Decision::Over => self.fail("our game is over, the trace goes on"),
            Decision::Fault(fault) => self.fail(&fault.message(&self.adapted.program)),
        }
    }

    fn decide(&mut self, wanted: &Wanted) {
        let seat = self.asked();
        if seat != wanted.player {
            self.fail(&format!(
                "player {} must choose, not player {seat}: {wanted:?}",
                wanted.player
            ));
        }
        let found = self.adapted.actions(&self.position);
        let agrees = match &wanted.legal {
            Legal::All(legal) => found.keys().eq(legal),
            Legal::Count(count) => found.len() == *count,
        };
        let Some(path) = found.get(&wanted.action).filter(|_| agrees) else {
            self.fail(&differences(wanted, &found));
        };
        self.adapted.play(&mut self.position, path);
    }

    fn end(&mut self, trace: &Trace) {
        self.adapted.make_vain_choices(&mut self.position);
        match self.position.decision() {
            Decision::Over => {}
            Decision::Choose { .. } | Decision::Chance { .. } => {
                self.fail("our game goes on, the trace is over")
            }
            Decision::Fault(fault) => self.fail(&fault.message(&self.adapted.program)),
        }
        let found = self
            .adapted
            .game
            .returns(&self.adapted.program, &self.position);
        if !are_equal(&found, &trace.returns) {
            self.fail(&format!("returns {found:?}, expected {:?}", trace.returns));
        }
    }

    fn fail(&self, what: &str) -> ! {
        let view = self.position.open_view(&self.adapted.program, "");
        panic!(
            "{}, trace {}, step {}: {what}\n{view}",
            self.file, self.number, self.step
        );
    }
}

/// Traces are written with six digits.
fn are_equal(found: &[f64], wanted: &[f64]) -> bool {
    let mut pairs = found.iter().zip(wanted);
    found.len() == wanted.len() && pairs.all(|(a, b)| (a - b).abs() < 1e-6)
}

fn differences(wanted: &Wanted, found: &Actions) -> String {
    let found: Vec<i64> = found.keys().copied().collect();
    let mut text = format!("wanted {wanted:?}\nfound {found:?}");
    if let Legal::All(legal) = &wanted.legal {
        let missing: Vec<_> = legal
            .iter()
            .filter(|action| !found.contains(action))
            .collect();
        let extra: Vec<_> = found
            .iter()
            .filter(|action| !legal.contains(action))
            .collect();
        text.push_str(&format!("\nmissing {missing:?}, too many {extra:?}"));
    }
    text
}
