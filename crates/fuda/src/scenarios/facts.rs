//! Tests what a scenario claims.

use cgml::model::scenario::{Claim, Fact, GivenEvent};
use cgml::model::visit::each_expr;
use cgml::model::{Expr, ExprKind};
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

    /// Whether an expression holds; if not, what its sides are.
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
            (true, true) => "it cannot be worked out".to_owned(),
            (true, false) => format!("it cannot be worked out: {}", sides.join(", ")),
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
        each_expr(expr, &mut |inner| match &inner.kind {
            ExprKind::Variable(id, _) => {
                let name = &self.model.variables[*id].name;
                let infos = self.program.variables.iter();
                for info in infos.filter(|info| info.name.id == *name) {
                    let count = info.sort.cells() * info.owners.max(1);
                    cells.extend((info.first..info.first + count).map(Cell));
                }
            }
            ExprKind::Pool(id, _) => {
                cells.extend(compile::given::pool_cells(self.model, self.program, *id));
            }
            ExprKind::Zone(id, _) => {
                let zone = &self.program.zones[id.0 as usize];
                piles.extend((zone.first..zone.first + zone.count).map(Pile));
            }
            _ => {}
        });
        (cells, piles)
    }
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
