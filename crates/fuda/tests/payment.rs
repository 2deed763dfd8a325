//! Mana that is tapped by itself: how often a card could still be paid for, had other mana been tapped.
//!
//! `cargo test --release -p fuda --test payment -- --ignored --nocapture` measures it with every deck. Random games are
//! played; for each card of the hand that can be paid for, each other card of the hand is looked at that could be paid for
//! afterwards with the best payment.

// It tells what was measured.
#![allow(clippy::print_stdout)]

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::model::{Game, Literal};
use fuda::cgml;
use fuda::compile::{DeckChoice, Settings, compile};
use fuda::engine::position::{Decision, Position};
use fuda::engine::program::{ChoiceKind, Program};
use fuda::engine::random::Random;
use fuda::engine::seen::{CardSeen, Look, Value};
use fuda::engine::view::View;

/// Of a hundred second cards so many may be lost.
const BAR: f64 = 3.0;

#[test]
fn what_is_tapped_by_itself_leaves_what_pays_for_the_next_card() {
    let game = Loaded::new();
    for deck in ["survivors", "discard"] {
        let measured = measure(&game, deck, 60);
        assert!(measured.pairs > 1000, "{deck}: {measured:?}");
        assert!(measured.percent() <= BAR, "{deck}: {measured:?}");
    }
}

#[test]
#[ignore = "a measurement of every deck"]
fn every_deck() {
    let game = Loaded::new();
    for deck in game.game.deck_lists.iter() {
        let measured = measure(&game, &deck.name, 400);
        println!("{}: {measured:?}, {:.2} %", deck.name, measured.percent());
    }
}

struct Loaded {
    game: Game,
    diagnostics: Diagnostics,
}

impl Loaded {
    fn new() -> Self {
        let located = fuda::locate("duel-masters").expect("the game is shipped");
        let mut diagnostics = Diagnostics::new();
        let document = load(&located.sources, &located.entry, &mut diagnostics);
        let document = document.expect("the game can be read");
        let game = check(&document, &mut diagnostics).expect("the game has no errors");
        Self { game, diagnostics }
    }

    fn program(&self, deck: &str) -> Program {
        let settings = Settings {
            players: Some(2),
            decks: vec![DeckChoice::Named(deck.to_owned()); 2],
            ..Settings::default()
        };
        compile(&self.game, self.diagnostics.files(), &settings).expect("the decks are legal")
    }

    /// The civilizations of a card as bits, and what it costs now.
    fn price(&self, look: &Look) -> (u32, usize) {
        let face = look.face.as_ref().expect("the card is known");
        let id = self
            .game
            .cards
            .find(&face.name.id)
            .expect("the card exists");
        let civilizations = self.game.properties.find("civilizations");
        let mut printed = self.game.cards[id].properties.iter();
        let found = printed.find(|(property, _)| Some(*property) == civilizations);
        let bits = match found {
            Some((_, Literal::List(words))) => words.iter().fold(0, |bits, word| match word {
                Literal::Symbol(_, position) => bits | 1 << position,
                _ => bits,
            }),
            _ => 0,
        };
        let cost = look.now.get("cost").or_else(|| face.printed.get("cost"));
        let Some(Value::Number(cost)) = cost else {
            panic!("{cost:?} is no cost");
        };
        (bits, *cost as usize)
    }
}

#[derive(Debug, Default)]
struct Measured {
    /// Ordered pairs of cards of a hand that can both be paid for.
    pairs: u32,
    /// Those whose second card cannot be paid for when the first was.
    lost: u32,
}

impl Measured {
    fn percent(&self) -> f64 {
        f64::from(self.lost) * 100.0 / f64::from(self.pairs.max(1))
    }
}

fn measure(game: &Loaded, deck: &str, games: u64) -> Measured {
    let program = game.program(deck);
    let mut measured = Measured::default();
    for seed in 0..games {
        let mut position = Position::start(&program, seed);
        let mut random = Random::new(seed);
        while let Decision::Choose { choices, .. } = position.decision() {
            let choices = choices.len();
            for number in 0..choices {
                if is_payment(&program, &position, number) {
                    look(game, &program, &position, number, &mut measured);
                }
            }
            let number = random.below(choices as u32) as usize;
            position.play_unchecked(&program, number);
        }
    }
    measured
}

fn is_payment(program: &Program, position: &Position, number: usize) -> bool {
    let choice = &position.choices_seen(program, "")[number];
    choice.kind == ChoiceKind::Move
        && ["summon", "evolve", "cast"].contains(&choice.name.id.as_str())
}

/// A card that costs something: its civilizations, and how many mana cards.
type Price = (u32, usize);

/// Looks at every other card of the hand that could be paid for after the one of a choice.
fn look(
    game: &Loaded,
    program: &Program,
    position: &Position,
    number: usize,
    measured: &mut Measured,
) {
    let before = position.open_view(program, "");
    // A shield trigger is a move, too, but nothing is paid.
    if before.phase.as_ref().is_none_or(|phase| phase.id != "Main") {
        return;
    }
    let seat = before.current.expect("it is somebody's turn");
    let Value::Card(chosen) = &position.choices_seen(program, "")[number].value else {
        return;
    };
    let mana = untapped(&before, seat);
    let mut after = position.clone();
    after.play_unchecked(program, number);
    let left = untapped(&after.open_view(program, ""), seat);
    let first = game.price(&in_hand(&before, seat, chosen));
    // Cards that an effect has put into the zone or taken from it would count as well.
    if left.len() + first.1.max(first.0.count_ones() as usize) != mana.len() {
        return;
    }
    let civilizations =
        |cards: &[Look]| -> Vec<u32> { cards.iter().map(|card| game.price(card).0).collect() };
    let (mana, left) = (civilizations(&mana), civilizations(&left));
    for other in hand(&before, seat) {
        let is_chosen = Some(other.0) == chosen.position.map(usize::from);
        let second = game.price(&other.1);
        if is_chosen || !pays_both(&mana, first, second) {
            continue;
        }
        measured.pairs += 1;
        measured.lost += u32::from(!pays(&left, second));
    }
}

fn pile<'v>(view: &'v View, zone: &str, seat: u8) -> &'v [Look] {
    let mut zones = view.zones.iter();
    let zone = zones
        .find(|it| it.name.id == zone)
        .expect("the zone exists");
    let mut piles = zone.piles.iter();
    let pile = piles.find(|pile| pile.owner == Some(seat));
    &pile.expect("every player has one").cards
}

fn hand(view: &View, seat: u8) -> impl Iterator<Item = (usize, Look)> + '_ {
    pile(view, "hand", seat).iter().cloned().enumerate()
}

fn in_hand(view: &View, seat: u8, card: &CardSeen) -> Look {
    let place = card.position.map_or(0, usize::from);
    pile(view, "hand", seat)[place].clone()
}

fn untapped(view: &View, seat: u8) -> Vec<Look> {
    let mana = pile(view, "mana", seat).iter();
    let untapped = mana.filter(|card| card.marks.get("tapped") != Some(&Value::Truth(true)));
    untapped.cloned().collect()
}

/// True if mana cards pay for a card: as many as it costs, among them a different one for each civilization.
fn pays(mana: &[u32], (needs, cost): Price) -> bool {
    mana.len() >= cost.max(needs.count_ones() as usize) && meets(mana, needs)
}

/// True if a different card can be found for each civilization.
fn meets(mana: &[u32], needs: u32) -> bool {
    if needs == 0 {
        return true;
    }
    let need = needs & needs.wrapping_neg();
    (0..mana.len()).any(|at| {
        let mut others = mana.to_vec();
        others.swap_remove(at) & need != 0 && meets(&others, needs & !need)
    })
}

/// True if some payment of the first card leaves what pays for the second.
fn pays_both(mana: &[u32], first: Price, second: Price) -> bool {
    let wanted = first.1.max(first.0.count_ones() as usize);
    (0..1_u32 << mana.len()).any(|taken| {
        let part = |is_taken: bool| -> Vec<u32> {
            let cards = mana.iter().enumerate();
            let cards = cards.filter(|(at, _)| (taken >> at & 1 == 1) == is_taken);
            cards.map(|(_, card)| *card).collect()
        };
        taken.count_ones() as usize == wanted
            && pays(&part(true), first)
            && pays(&part(false), second)
    })
}
