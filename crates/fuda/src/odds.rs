//! The odds of opening hands: the share of all hands for which an expression of the game's own language holds.

mod interest;

use cgml::check::{ScenarioFile, check_with_scenarios};
use cgml::diagnostic::Diagnostics;
use cgml::load::{load, load_file};
use cgml::model::scenario::{Claim, Scenario};
use cgml::model::{CardDefId, Game};
use cgml::source::{MemorySources, Sources};
use compile::{Question, Refusal, Rehearsal, Settings, compile_for_rehearsal};
use engine::ids::{Card, Pile};
use engine::position::Position;
use engine::program::{Program, Role};
use interest::{Interest, Looks};
use players::odds::{OddsProblem, Share, Urn};

/// Name of the file in problems of the expression.
const FILE: &str = "expression.yaml";

/// An expression about a hand, checked with its game.
#[derive(Debug)]
pub struct Predicate {
    /// The game.
    pub game: Game,
    /// The files, for places.
    pub diagnostics: Diagnostics,
    scenario: Scenario,
}

/// Why there are no odds.
#[derive(Debug, thiserror::Error)]
pub enum OddsError {
    /// The game cannot be set up so.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The hands cannot be counted.
    #[error("{0}")]
    Counting(#[from] OddsProblem),
    /// The game has no such zone.
    #[error("{0}")]
    Zone(String),
    /// The expression has no answer for a hand.
    #[error("the expression cannot be evaluated for the hand {0}")]
    NoAnswer(String),
    /// The text is no expression that is true or false.
    #[error("this is a fact of another kind: write an expression, such as `count(hand) == 5`")]
    NoExpression,
}

/// The odds, and what was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odds {
    /// The share of the hands for which the expression holds.
    pub share: Share,
    /// The number of cards the deck has.
    pub deck: u32,
    /// The number of hands that differ in what the expression asks for.
    pub different: u64,
    /// The zone that was dealt to, and the one that was dealt from.
    pub zones: [String; 2],
}

impl Predicate {
    /// Checks an expression with a game. What is wrong with either is in the diagnostics.
    pub fn new(
        sources: &dyn Sources,
        entry: &str,
        expression: &str,
    ) -> Result<Self, Box<Diagnostics>> {
        let mut diagnostics = Diagnostics::new();
        let document = load(sources, entry, &mut diagnostics);
        // The kind of card: the identity of one copy means nothing here.
        let expression = expression.replace("card.id", "card.name");
        let text = format!(
            "scenarios:\n- name: odds\n  then:\n  - {}\n",
            quoted(&expression)
        );
        let memory = MemorySources::new().with(FILE, text.as_str());
        let fragment = load_file(&memory, FILE, &mut diagnostics);
        let checked = document.and_then(|document| {
            let fragment = fragment?;
            let roots = fragment.roots.iter();
            let list = roots.filter_map(|root| fragment.tree.get(*root, "scenarios"));
            let chosen = list.flat_map(|list| fragment.tree.items(list).to_vec());
            let file = ScenarioFile {
                chosen: chosen.collect(),
                fragment: &fragment,
                with_shape: true,
            };
            check_with_scenarios(&document, &[file], &mut diagnostics)
        });
        diagnostics.files_mut().rename(|path| match path {
            FILE => "your expression".to_owned(),
            path => sources.display(path),
        });
        match checked {
            Ok((game, mut scenarios)) if !scenarios.is_empty() => Ok(Self {
                game,
                scenario: scenarios.remove(0),
                diagnostics,
            }),
            _ => Err(Box::new(diagnostics)),
        }
    }

    /// The odds of an opening hand of so many cards, drawn from the deck of seat 0; at most so many different
    /// hands are looked at.
    pub fn odds(&self, settings: &Settings, hand: u32, most: u64) -> Result<Odds, OddsError> {
        let Some(Claim::Holds(expr)) = self.scenario.then.first().map(|fact| &fact.claim) else {
            return Err(OddsError::NoExpression);
        };
        let rehearsal = Rehearsal {
            questions: vec![Question::Holds(expr)],
            cards: Vec::new(),
        };
        let files = self.diagnostics.files();
        let program = compile_for_rehearsal(&self.game, files, settings, &rehearsal)?;
        let mut table = Table::new(&program)?;
        if let Some(interest) = Interest::of(expr) {
            table.merge(&self.game, &interest);
        }
        table.odds(hand, most)
    }
}

/// A text as YAML text.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// The deck and the hand of the first seat.
struct Table<'p> {
    program: &'p Program,
    hand: Pile,
    deck: Pile,
    /// Every card of the deck; those together between which no difference is made.
    kinds: Vec<Vec<Card>>,
    position: Position,
}

impl<'p> Table<'p> {
    fn new(program: &'p Program) -> Result<Self, OddsError> {
        let pile_of = |role: Role| {
            let piles = program.piles.iter();
            let found = piles
                .enumerate()
                .find(|(_, pile)| pile.role == role && pile.owner.is_none_or(|owner| owner == 0));
            let found = found.map(|(number, _)| Pile(number as u16));
            found.ok_or_else(|| {
                let role = if role == Role::Hand { "hand" } else { "deck" };
                OddsError::Zone(format!("the game has no zone with the role `{role}`"))
            })
        };
        let (hand, deck) = (pile_of(Role::Hand)?, pile_of(Role::Deck)?);
        let mut kinds: Vec<(u16, Vec<Card>)> = Vec::new();
        for (number, info) in program.cards.iter().enumerate() {
            if info.start != deck.0 {
                continue;
            }
            let card = Card(number as u16);
            match kinds.iter_mut().find(|(kind, _)| *kind == info.kind) {
                Some((_, cards)) => cards.push(card),
                None => kinds.push((info.kind, vec![card])),
            }
        }
        Ok(Self {
            program,
            hand,
            deck,
            kinds: kinds.into_iter().map(|(_, cards)| cards).collect(),
            position: Position::start(program, 0),
        })
    }

    /// Takes cards together that are the same to an expression.
    fn merge(&mut self, game: &Game, interest: &Interest) {
        let mut merged: Vec<(Looks<'_>, Vec<Card>)> = Vec::new();
        for cards in self.kinds.drain(..) {
            let kind = self.program.cards[cards[0].index()].kind;
            let looks = interest.in_card(game, CardDefId(u32::from(kind)));
            match merged.iter_mut().find(|(known, _)| *known == looks) {
                Some((_, same)) => same.extend(cards),
                None => merged.push((looks, cards)),
            }
        }
        self.kinds = merged.into_iter().map(|(_, cards)| cards).collect();
    }

    fn odds(mut self, hand: u32, most: u64) -> Result<Odds, OddsError> {
        let copies = self.kinds.iter().map(|cards| cards.len() as u32);
        let urn = Urn {
            copies: copies.collect(),
        };
        let zones = [self.hand, self.deck].map(|pile| self.zone(pile));
        let share = urn.share(hand, most, |taken| self.holds(taken))?;
        Ok(Odds {
            share,
            deck: urn.cards(),
            different: urn.different(hand),
            zones,
        })
    }

    fn zone(&self, pile: Pile) -> String {
        let zone = self.program.piles[pile.index()].zone;
        self.program.zones[usize::from(zone)].name.id.clone()
    }

    /// True if the expression holds for a hand with so many of each card.
    fn holds(&mut self, taken: &[u32]) -> Result<bool, OddsError> {
        for (cards, taken) in self.kinds.iter().zip(taken) {
            for (number, card) in cards.iter().enumerate() {
                let pile = if number < *taken as usize {
                    self.hand
                } else {
                    self.deck
                };
                self.position.put_below(self.program, *card, pile, None);
            }
        }
        let answers = self.position.ask(self.program, 0);
        match answers {
            Ok(answers) if !answers.is_unknown() => Ok(answers.holds()),
            Ok(_) | Err(_) => Err(OddsError::NoAnswer(self.named(taken))),
        }
    }

    fn named(&self, taken: &[u32]) -> String {
        let held = self
            .kinds
            .iter()
            .zip(taken)
            .filter(|(_, taken)| **taken > 0);
        let names = held.map(|(cards, taken)| {
            let name = &self.program.cards[cards[0].index()].name.id;
            format!("{taken} × {name}")
        });
        names.collect::<Vec<_>>().join(", ")
    }
}
