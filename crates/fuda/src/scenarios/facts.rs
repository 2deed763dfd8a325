//! Tests what a scenario claims.

use cgml::model::scenario::{Claim, Fact, GivenEvent};
use cgml::model::visit::each_expr;
use cgml::model::{Expr, ExprKind, Literal, VariableValue};
use engine::ids::{Card, Cell, Pile, Seat};
use engine::position::Decision;
use engine::rehearsal::RehearsalError;

use super::case::{Game, Mismatch};
use super::choosing::{fitting, legal};

impl Game<'_> {
    /// Tests a fact; gives what is wrong with it.
    pub(super) fn test(&self, fact: &Fact) -> Result<(), Mismatch> {
        match &fact.claim {
            Claim::Holds(expr) => self.holds(expr),
            Claim::Legal(choice) => {
                let found = fitting(self.model, self.program, &self.position, choice, 1);
                if found.is_empty() {
                    return Err(Mismatch::new("such a choice is legal", self.legal()));
                }
                Ok(())
            }
            Claim::NotLegal(choice) => {
                let found = fitting(self.model, self.program, &self.position, choice, 1);
                match found.first() {
                    Some(found) => Err(Mismatch::new(
                        "no such choice is legal",
                        format!("`{}` is legal", found.text()),
                    )),
                    None => Ok(()),
                }
            }
            Claim::Winners(seats) => {
                let found = self.position.winners(self.program);
                let expected = format!("the game is over and won by {}", listed(seats));
                if !self.is_over() {
                    return Err(Mismatch::new(expected, self.legal()));
                }
                equal(
                    *seats == found,
                    expected,
                    format!("won by {}", listed(&found)),
                )
            }
            Claim::Scores(scores) => {
                let found = self.position.scores(self.program);
                let expected = format!("the game is over with the scores {}", listed(scores));
                if !self.is_over() {
                    return Err(Mismatch::new(expected, self.legal()));
                }
                equal(scores == found, expected, listed(found))
            }
            Claim::Reason(reason) => {
                let expected = format!("the game is over: {reason}");
                if !self.is_over() {
                    return Err(Mismatch::new(expected, self.legal()));
                }
                let found = self.position.reason(self.program);
                let found = found.and_then(|found| self.program.reasons.get(found));
                let mut texts = found.iter().flat_map(|found| &found.texts);
                let is_it = texts.any(|(_, text)| text == reason);
                let found = found.map_or("nothing is said about why", |found| found.of("en"));
                equal(is_it, expected, found)
            }
            Claim::Over(is_over) => {
                let expected = match is_over {
                    true => "the game is over",
                    false => "the game goes on",
                };
                equal(*is_over == self.is_over(), expected, self.legal())
            }
            Claim::Happened(event) => {
                let expected = format!("`{}` has happened", event.name);
                equal(self.happened(event), expected, "it has not happened")
            }
            Claim::NotHappened(event) => {
                let expected = format!("`{}` has not happened", event.name);
                equal(!self.happened(event), expected, "it has happened")
            }
            Claim::Knows(seat, cards) => self.knows(*seat, cards, true),
            Claim::NotKnows(seat, cards) => self.knows(*seat, cards, false),
            Claim::Fault(rule) => match self.position.decision() {
                Decision::Fault(fault) => {
                    let message = fault.message(self.program);
                    let names_it = message.contains(&format!("`{rule}`"));
                    equal(names_it, format!("a fault that names `{rule}`"), message)
                }
                Decision::Over | Decision::Choose { .. } | Decision::Chance { .. } => {
                    Err(Mismatch::new(
                        format!("the game is stopped by a fault of `{rule}`"),
                        self.legal(),
                    ))
                }
            },
        }
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.position.decision(), Decision::Over)
    }

    fn legal(&self) -> String {
        legal(self.program, &self.position)
    }

    fn happened(&self, event: &GivenEvent) -> bool {
        self.history
            .has(self.model, self.program, &self.position, event)
    }

    /// Evaluates a condition; if it does not hold, gives its sides.
    pub(super) fn holds(&self, expr: &Expr) -> Result<(), Mismatch> {
        let number = self.question(expr);
        let answers = number
            .ok_or(RehearsalError::NoSuchQuestion)
            .and_then(|number| self.position.ask(self.program, number));
        let answers = match answers {
            Ok(answers) => answers,
            Err(error) => return Err(Mismatch::new("an answer", error.to_string())),
        };
        if answers.holds() {
            return Ok(());
        }
        let info = self.program.rehearsal.as_ref();
        let info = info
            .zip(number)
            .map(|(info, number)| &info.questions[number]);
        let texts = info.map_or(&[][..], |info| &info.answers);
        let sides: Vec<String> = texts
            .iter()
            .skip(1)
            .zip(answers.sides(self.program))
            .map(|(side, value)| format!("{} is {value}", side.text))
            .collect();
        let found = match (answers.is_unknown(), sides.is_empty()) {
            (true, true) => "it cannot be evaluated".to_owned(),
            (true, false) => format!("it cannot be evaluated: {}", sides.join(", ")),
            (false, true) => "it is false".to_owned(),
            (false, false) => sides.join(", "),
        };
        let text = texts.first().map_or("", |answer| answer.text.as_str());
        let mut mismatch = Mismatch::new(text, found);
        let (cells, piles) = self.subjects(expr);
        if let Some(change) = self.history.last_change(self.program, &cells, &piles) {
            mismatch = mismatch.note(format!("last changed by {change}"));
        }
        Err(mismatch)
    }

    fn knows(&self, seat: u8, cards: &Expr, wanted: bool) -> Result<(), Mismatch> {
        let expected = format!(
            "seat {seat} {} these cards",
            if wanted { "knows" } else { "knows none of" }
        );
        let answers = self
            .question(cards)
            .ok_or(RehearsalError::NoSuchQuestion)
            .and_then(|number| self.position.ask(self.program, number));
        let answers = match answers {
            Ok(answers) => answers,
            Err(error) => return Err(Mismatch::new(expected, error.to_string())),
        };
        if answers.is_unknown() {
            return Err(Mismatch::new(expected, "there are no such cards"));
        }
        let cards = answers.cards();
        if wanted && cards.is_empty() {
            return Err(Mismatch::new(expected, "there are no such cards"));
        }
        let wrong = cards
            .into_iter()
            .filter(|card| self.position.knows(Seat(seat), *card) != wanted);
        let wrong: Vec<String> = wrong.map(|card| self.card(card)).collect();
        let verb = if wanted {
            "it does not know"
        } else {
            "it knows"
        };
        let found = format!("{verb} {}", wrong.join(", "));
        equal(wrong.is_empty(), expected, found)
    }

    fn card(&self, card: Card) -> String {
        self.position.open_card(self.program, card).to_string()
    }

    /// The cells and piles that an expression is about.
    fn subjects(&self, expr: &Expr) -> (Vec<Cell>, Vec<Pile>) {
        let (mut cells, mut piles) = (Vec::new(), Vec::new());
        self.add_subjects(expr, &mut cells, &mut piles);
        (cells, piles)
    }

    fn add_subjects(&self, expr: &Expr, cells: &mut Vec<Cell>, piles: &mut Vec<Pile>) {
        each_expr(expr, &mut |inner| match &inner.kind {
            ExprKind::Variable(id, owner) => {
                let variable = &self.model.variables[*id];
                if let VariableValue::Computed(expr) = &variable.value {
                    self.add_subjects(expr, cells, piles);
                }
                let infos = self.program.variables.iter();
                for info in infos.filter(|info| !info.of_cards && info.name.id == variable.name) {
                    let all: Vec<u16> = (0..info.sort.cells() * info.owners.max(1)).collect();
                    let each: Vec<&[u16]> = all.chunks(info.sort.cells().into()).collect();
                    let owned = of_owner(&each, owner.as_deref()).concat();
                    cells.extend(owned.into_iter().map(|cell| Cell(info.first + cell)));
                }
            }
            ExprKind::Pool(id, owner) => {
                let pools = compile::given::pool_cells(self.model, self.program, *id);
                cells.extend(of_owner(&pools, owner.as_deref()));
            }
            ExprKind::Zone(id, owner) => {
                let zone = &self.program.zones[id.0 as usize];
                let each: Vec<Pile> = (zone.first..zone.first + zone.count).map(Pile).collect();
                piles.extend(of_owner(&each, owner.as_deref()));
            }
            _ => {}
        });
    }
}

/// Of things that each player or team has, the one of an owner, or all where the owner is known only in play.
fn of_owner<'t, T>(each: &'t [T], owner: Option<&Expr>) -> &'t [T] {
    let number = owner.and_then(|owner| match &owner.kind {
        ExprKind::PlayerAt(number) => match number.kind {
            ExprKind::Literal(Literal::Number(number)) => usize::try_from(number).ok(),
            _ => None,
        },
        _ => None,
    });
    let one = number.and_then(|number| each.get(number..number + 1));
    one.unwrap_or(each)
}

fn equal(
    is_equal: bool,
    expected: impl Into<String>,
    found: impl Into<String>,
) -> Result<(), Mismatch> {
    if is_equal {
        Ok(())
    } else {
        Err(Mismatch::new(expected, found))
    }
}

fn listed<T: ToString>(items: &[T]) -> String {
    if items.is_empty() {
        return "nobody".to_owned();
    }
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    items.join(", ")
}
