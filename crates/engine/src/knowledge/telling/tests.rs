use super::*;
use crate::position::Position;
use crate::tests::small;

/// An event as a short text.
fn short(event: &SeatEvent) -> String {
    let pile = |pile: &Option<PileName>| {
        let name = pile.as_ref().map(PileName::to_string);
        name.unwrap_or_else(|| "somewhere".to_owned())
    };
    match event {
        SeatEvent::Moved {
            card,
            from,
            to,
            position,
        } => {
            let place = position.map_or(String::new(), |position| format!(" at {position}"));
            format!("{card}: {} → {}{place}", pile(from), pile(to))
        }
        SeatEvent::Chose { player, choice, .. } => match choice {
            Some(choice) => format!("player {player}: {choice}"),
            None => format!("player {player} has chosen"),
        },
        SeatEvent::Changed { name, value, .. } => format!("{} = {value}", name.id),
        SeatEvent::Shuffled { pile } => format!("{pile} shuffled"),
        SeatEvent::EnteredPhase { phase } => format!("phase {}", phase.id),
        SeatEvent::EnteredState { state } => format!("state {}", state.id),
        other => format!("{other:?}"),
    }
}

fn told(telling: &mut Telling, seat: u8) -> Vec<String> {
    telling.take(Seat(seat)).iter().map(short).collect()
}

#[test]
fn each_seat_is_told_what_it_may_know() {
    let program = small::program();
    let mut telling = Telling::new(&program, "");
    let mut position = Position::start_watched(&program, 4, &mut telling);
    let hand = |position: &Position, seat: u16| -> Vec<String> {
        let cards = position.cards(Pile(small::HAND.0 + seat));
        cards
            .map(|card| program.cards[card.index()].name.id.clone())
            .collect()
    };
    let (own, other) = (hand(&position, 0), hand(&position, 1));

    let first = told(&mut telling, 0);
    assert_eq!(
        first,
        [
            "deck shuffled".to_owned(),
            format!("{}: deck → hand of player 0 at 0", own[2]),
            "?: deck → hand of player 1".to_owned(),
            format!("{}: deck → hand of player 0 at 0", own[1]),
            "?: deck → hand of player 1".to_owned(),
            format!("{}: deck → hand of player 0 at 0", own[0]),
            "?: deck → hand of player 1".to_owned(),
            "?: deck → somewhere".to_owned(),
            "last = nothing".to_owned(),
            format!("note = {}", own[0]),
            "state playing".to_owned(),
            "BeganTurn { player: 1 }".to_owned(),
            "phase choosing".to_owned(),
        ]
    );
    telling.take(Seat(1));

    position.play_number(&program, 0, &mut telling);
    assert_eq!(
        told(&mut telling, 0),
        [format!("player 0: play {}", own[0])]
    );
    assert_eq!(told(&mut telling, 1), ["player 0 has chosen"]);

    position.play_number(&program, 0, &mut telling);
    let before: Vec<String> = told(&mut telling, 0);
    assert_eq!(
        before[..3],
        [
            "player 1 has chosen".to_owned(),
            format!("{}: hand of player 0 → open at 0", own[0]),
            format!("{}: hand of player 1 → open at 0", other[0]),
        ]
    );
    telling.take(Seat(1));

    position.play_number(&program, 0, &mut telling);
    assert_eq!(
        told(&mut telling, 0)[..2],
        [
            "player 0: draw a card of hand of player 1".to_owned(),
            format!("{}: hand of player 1 → hand of player 0 at 0", other[1]),
        ]
    );
    assert_eq!(
        told(&mut telling, 1)[..2],
        [
            format!("player 0: draw {}", other[1]),
            format!("{}: hand of player 1 → hand of player 0", other[1]),
        ]
    );
}

#[test]
fn whoever_sees_everything_is_told_every_card_and_every_secret() {
    let program = small::program();
    let mut telling = Telling::open("");
    let mut position = Position::start_watched(&program, 4, &mut telling);
    let dealt: Vec<String> = telling.take_open().iter().map(short).collect();
    assert!(
        dealt.iter().all(|event| !event.starts_with('?')),
        "{dealt:?}"
    );
    let top = position.cards(small::HAND).next().expect("a hand of three");
    let top = &program.cards[top.index()].name.id;

    position.play_number(&program, 0, &mut telling);
    let told: Vec<String> = telling.take_open().iter().map(short).collect();
    assert_eq!(told, [format!("player 0: play {top}")]);
}

#[test]
fn what_happens_between_hidden_piles_is_not_told() {
    let program = small::program();
    let position = Position::start(&program, 4);
    let card = position
        .cards(small::VAULT)
        .next()
        .expect("one card lies there");
    let mut telling = Telling::new(&program, "");
    let scene = position.scene(&program);
    telling.event(
        scene,
        Event::Moved {
            card,
            from: small::VAULT,
            to: small::VAULT,
        },
    );
    telling.event(scene, Event::Shuffled { pile: small::VAULT });
    assert_eq!(telling.told(Seat(0)), []);
    assert_eq!(telling.told(Seat(1)), []);
}

#[test]
fn seats_that_see_the_same_are_told_the_same() {
    let program = small::program();
    let mut random = crate::random::Random::new(8);
    for seed in 0..50 {
        let mut position = Position::start(&program, seed);
        let mut dealt = position.redeal(&program, Seat(1), &mut random);
        let mut tellings = [Telling::new(&program, ""), Telling::new(&program, "")];
        position.play_number(&program, 1, &mut tellings[0]);
        dealt.play_number(&program, 1, &mut tellings[1]);
        assert_eq!(tellings[0].told(Seat(1)), tellings[1].told(Seat(1)));
    }
}
