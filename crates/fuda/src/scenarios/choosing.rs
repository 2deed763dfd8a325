//! Finds the legal choice that a scenario describes.
//!
//! A move with its targets is one choice to its author, but several decisions to the engine; so is a
//! question with several answers. A description is therefore followed on copies of the position.

use cgml::model::Game;
use cgml::model::scenario::{GivenChoice, Term};
use engine::ids::{AskId, Seat};
use engine::position::{Decision, Position};
use engine::program::{ChoiceKind, Program};
use engine::seen::{ChoiceSeen, Value};

use super::history::History;
use compile::given::matching::fits;

/// The number of positions that are looked at for one description.
const MOST_STEPS: usize = 4000;

/// A choice that fits a description: the numbers of the engine's choices, and where they lead.
#[derive(Debug, Clone)]
pub(super) struct Fitting {
    pub(super) numbers: Vec<usize>,
    /// The choices in words. Cards that look alike give the same.
    shown: Vec<String>,
}

impl Fitting {
    pub(super) fn text(&self) -> String {
        self.shown.join(", ")
    }
}

/// The choices that fit a description, at most so many. Of those that look alike the first.
pub(super) fn fitting(
    game: &Game,
    program: &Program,
    position: &Position,
    wanted: &GivenChoice,
    most: usize,
) -> Vec<Fitting> {
    let mut search = Search {
        game,
        program,
        wanted,
        most,
        steps: 0,
        found: Vec::new(),
    };
    search.begin(position);
    search.found
}

/// True if a game waits for a decision with a single choice.
pub(super) fn is_forced(position: &Position) -> bool {
    position.choices().len() == 1
}

/// True if a question is asked only because it is always asked.
pub(super) fn is_pretended(program: &Program, position: &Position) -> bool {
    let Decision::Choose { ask, choices, .. } = position.decision() else {
        return false;
    };
    choices.len() == 1 && program.asks[ask.index()].always
}

struct Search<'s> {
    game: &'s Game,
    program: &'s Program,
    wanted: &'s GivenChoice,
    most: usize,
    steps: usize,
    found: Vec<Fitting>,
}

/// Progress in a description.
#[derive(Clone)]
struct Path {
    position: Position,
    so_far: Fitting,
    /// The names of the targets that were asked for.
    asked: Vec<String>,
}

/// A question that is being answered.
struct Going<'t> {
    ask: AskId,
    seat: Seat,
    /// The choices that are left; `None` if anything may be chosen.
    left: Option<Vec<&'t Term>>,
    /// The options in their order, and which was chosen last: anything is chosen in this order only.
    order: Vec<i64>,
    last: usize,
}

impl Search<'_> {
    fn is_done(&self) -> bool {
        self.found.len() >= self.most || self.steps > MOST_STEPS
    }

    fn begin(&mut self, position: &Position) {
        let Decision::Choose { seat, ask, .. } = position.decision() else {
            return;
        };
        if seat.0 != self.wanted.seat {
            return;
        }
        let path = Path {
            position: position.clone(),
            so_far: Fitting {
                numbers: Vec::new(),
                shown: Vec::new(),
            },
            asked: Vec::new(),
        };
        let choices = position.open_choices(self.program);
        let is_question = choices
            .iter()
            .any(|choice| matches!(choice.kind, ChoiceKind::Option | ChoiceKind::Target));
        if is_question {
            return self.answer_question(&path, ask, seat);
        }
        for (number, choice) in choices.iter().enumerate() {
            match choice.kind {
                ChoiceKind::Move if self.fits_move(choice) => {
                    if let Some(next) = self.after(&path, number, choice) {
                        self.follow_targets(next, true);
                    }
                }
                ChoiceKind::Pass | ChoiceKind::Done if self.fits_pass() => {
                    if let Some(next) = self.after(&path, number, choice) {
                        self.find(next);
                    }
                }
                _ => {}
            }
        }
    }

    fn fits_move(&self, choice: &ChoiceSeen) -> bool {
        let wanted = self.wanted;
        let (name, ability) = parts_of_move(&choice.name.id);
        let name_fits = wanted
            .of_move
            .as_ref()
            .is_none_or(|wanted| name == wanted || choice.name.id == *wanted);
        let ability_fits = match (&wanted.ability, ability) {
            (Some(wanted), Some(ability)) => is_ability(ability, wanted),
            (Some(_), None) | (None, _) => true,
        };
        let card_fits = wanted
            .card
            .as_ref()
            .is_none_or(|card| fits(self.game, &choice.value, card));
        let is_move = wanted.choose.is_none() && wanted.pass != Some(true);
        is_move && name_fits && ability_fits && card_fits
    }

    /// Nothing but passing is described, or nothing at all.
    fn fits_pass(&self) -> bool {
        let wanted = self.wanted;
        let is_plain =
            wanted.of_move.is_none() && wanted.card.is_none() && wanted.targets.is_empty();
        is_plain && wanted.choose.is_none() && wanted.pass != Some(false)
    }

    /// The question of an effect.
    fn answer_question(&mut self, path: &Path, ask: AskId, seat: Seat) {
        let wanted = self.wanted;
        if wanted.of_move.is_some() || wanted.card.is_some() || !wanted.targets.is_empty() {
            return;
        }
        let modes: Option<Vec<Term>> = wanted
            .modes
            .as_ref()
            .map(|modes| modes.iter().cloned().map(Term::Word).collect());
        let no = Term::Truth(false);
        let is_yes_or_no = path
            .position
            .open_choices(self.program)
            .iter()
            .all(|choice| matches!(choice.value, Value::Truth(_)));
        let left = match (&wanted.choose, wanted.pass) {
            _ if modes.is_some() => modes.as_ref().map(|modes| modes.iter().collect()),
            (Some(term), _) => Some(self.options(path, term)),
            (None, Some(true)) if is_yes_or_no => Some(vec![&no]),
            (None, Some(true)) => Some(Vec::new()),
            (None, _) => None,
        };
        let going = Going {
            ask,
            seat,
            left,
            order: order(path),
            last: 0,
        };
        self.choose(path, going, &mut |search, next| search.find(next));
    }

    /// The options that a term names: one for each element, unless the options themselves are lists.
    fn options<'t>(&self, path: &Path, term: &'t Term) -> Vec<&'t Term> {
        let choices = path.position.open_choices(self.program);
        let are_lists = choices
            .iter()
            .any(|choice| matches!(choice.value, Value::List(_)));
        match term {
            Term::List(_) if are_lists => vec![term],
            Term::List(terms) => terms.iter().collect(),
            Term::Nothing => Vec::new(),
            term => vec![term],
        }
    }

    /// The targets of a move that was begun, as far as the same seat chooses them.
    fn follow_targets(&mut self, path: Path, is_first: bool) {
        if self.is_done() {
            return;
        }
        if self.most == 1 && self.wanted_are_asked(&path) {
            // A move that is offered has targets.
            return self.find(path);
        }
        let choices = path.position.open_choices(self.program);
        let target = choices
            .iter()
            .find(|choice| choice.kind == ChoiceKind::Target);
        let (Some(target), Decision::Choose { seat, ask, .. }) = (target, path.position.decision())
        else {
            return self.find_if_all_asked(path);
        };
        let name = target.name.id.clone();
        if seat.0 != self.wanted.seat || path.asked.contains(&name) && !is_first {
            return self.find_if_all_asked(path);
        }
        let targets = self.wanted.targets.iter();
        let term = targets
            .clone()
            .find(|(wanted, _)| *wanted == name)
            .map(|(_, term)| term);
        let going = Going {
            ask,
            seat,
            left: term.map(|term| self.options(&path, term)),
            order: order(&path),
            last: 0,
        };
        let mut path = path;
        path.asked.push(name);
        self.choose(&path, going, &mut |search, next| {
            search.follow_targets(next, false);
        });
    }

    fn find_if_all_asked(&mut self, path: Path) {
        if self.wanted_are_asked(&path) {
            self.find(path);
        }
    }

    fn wanted_are_asked(&self, path: &Path) -> bool {
        let mut names = self.wanted.targets.iter().map(|(name, _)| name);
        names.all(|name| path.asked.contains(name))
    }

    /// Chooses what is left of the answer to a question, and then goes on.
    fn choose(&mut self, path: &Path, going: Going<'_>, then: &mut dyn FnMut(&mut Self, Path)) {
        if self.is_done() {
            return;
        }
        let choices = path.position.open_choices(self.program);
        let mut seen: Vec<String> = Vec::new();
        for (number, choice) in choices.iter().enumerate() {
            let shown = choice_text(choice);
            let is_end = matches!(choice.kind, ChoiceKind::Done | ChoiceKind::Pass);
            let value = path.position.choices()[number].value;
            let place = going.order.iter().position(|option| *option == value);
            let place = place.unwrap_or(0);
            let fits_it = match &going.left {
                None => is_end || place >= going.last && self.fits_ability(choice),
                Some(left) if is_end => left.is_empty(),
                Some(left) => left
                    .first()
                    .is_some_and(|term| self.fits_option(choice, term)),
            };
            if !fits_it || seen.contains(&shown) {
                continue;
            }
            seen.push(shown);
            let before = History::default();
            let Some((next, history)) = self.after_watched(path, number, choice, before) else {
                return;
            };
            let left = going.left.as_ref().map(|left| {
                let taken = usize::from(!is_end);
                left.iter().skip(taken).copied().collect::<Vec<_>>()
            });
            // Modes that do nothing look as if the question went on.
            let is_said = self.wanted.modes.is_some() && left.as_ref().is_some_and(Vec::is_empty);
            let goes_on = !is_end && !is_said && self.goes_on(&next.position, &going, &history);
            if goes_on {
                let going = Going {
                    left,
                    last: place,
                    order: going.order.clone(),
                    ..going
                };
                self.choose(&next, going, then);
            } else if left.is_none_or(|left| left.is_empty()) {
                then(self, next);
            }
            if self.is_done() {
                return;
            }
        }
    }

    /// Modes are known by their names, and everything else by what it is.
    fn fits_option(&self, choice: &ChoiceSeen, term: &Term) -> bool {
        match (&self.wanted.modes, term) {
            (Some(_), Term::Word(mode)) => choice.name.id == *mode,
            _ => self.fits_ability(choice) && fits(self.game, &choice.value, term),
        }
    }

    /// Of abilities that wait the one that is wanted: by its `id`, or its position among those of its card.
    fn fits_ability(&self, choice: &ChoiceSeen) -> bool {
        let Some(ability) = &self.wanted.ability else {
            return true;
        };
        if choice.kind != ChoiceKind::Option || choice.name.id.is_empty() {
            return true;
        }
        is_ability(&choice.name.id, ability)
    }

    /// True if the next decision is more of the same question.
    fn goes_on(&self, position: &Position, going: &Going<'_>, history: &History) -> bool {
        let Decision::Choose { seat, ask, .. } = position.decision() else {
            return false;
        };
        let is_same = seat == going.seat && ask == going.ask;
        let asks_more = self.program.asks[ask.index()].several || self.wanted.modes.is_some();
        is_same && asks_more && history.is_quiet()
    }

    fn after(&mut self, path: &Path, number: usize, choice: &ChoiceSeen) -> Option<Path> {
        let (next, _) = self.after_watched(path, number, choice, History::default())?;
        Some(next)
    }

    fn after_watched(
        &mut self,
        path: &Path,
        number: usize,
        choice: &ChoiceSeen,
        mut history: History,
    ) -> Option<(Path, History)> {
        self.steps += 1;
        if self.is_done() {
            return None;
        }
        let mut next = path.clone();
        next.position
            .play_number(self.program, number, &mut history);
        next.so_far.numbers.push(number);
        next.so_far.shown.push(choice_text(choice));
        Some((next, history))
    }

    fn find(&mut self, path: Path) {
        let is_new = self
            .found
            .iter()
            .all(|found| found.shown != path.so_far.shown);
        if is_new && !self.is_done() {
            self.found.push(path.so_far);
        }
    }
}

/// The name of a move and, where a card has several abilities that are used with it, which of them.
fn parts_of_move(id: &str) -> (&str, Option<&str>) {
    match id.split_once('.') {
        Some((name, ability)) => (name, Some(ability)),
        None => (id, None),
    }
}

/// True if an ability is the one that is wanted: by its `id`, or its position among those of its card.
fn is_ability(id: &str, wanted: &str) -> bool {
    match wanted.parse::<usize>() {
        // An ability without an `id` is called by its position from 1.
        Ok(position) => id.parse() == Ok(position.saturating_add(1)),
        Err(_) => id == wanted,
    }
}

/// The options of a question in their order.
fn order(path: &Path) -> Vec<i64> {
    let choices = path.position.choices().iter();
    choices.map(|choice| choice.value).collect()
}

/// A choice in words. Cards that look alike have the same words.
fn choice_text(choice: &ChoiceSeen) -> String {
    choice.to_string()
}

/// The legal choices, in words.
pub(super) fn legal(program: &Program, position: &Position) -> String {
    match position.decision() {
        Decision::Over => "the game is over".to_owned(),
        Decision::Chance { .. } => "the game waits for chance".to_owned(),
        Decision::Fault(fault) => format!("the game was stopped: {}", fault.message(program)),
        Decision::Choose { seat, .. } => {
            let mut texts: Vec<String> = Vec::new();
            for choice in position.open_choices(program) {
                let text = choice_text(&choice);
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
            format!("seat {} may choose: {}", seat.0, texts.join("; "))
        }
    }
}
