use super::*;
use crate::tests::small;

fn names(pile: &PileSeen) -> Vec<&str> {
    let cards = pile.cards.iter();
    cards
        .map(|card| card.face.as_ref().map_or("back", |face| &face.name.id))
        .collect()
}

#[test]
fn a_seat_sees_its_own_hand_and_the_backs_of_the_other() {
    let program = small::program();
    let position = Position::start(&program, 3);
    let own: Vec<String> = position
        .cards(small::HAND)
        .map(|card| program.cards[card.index()].name.id.clone())
        .collect();

    let view = position.view(&program, Seat(0));
    let hands = &view.zones[1].piles;
    assert_eq!(names(&hands[0]), own);
    assert!(hands[0].in_order);
    assert_eq!(names(&hands[1]), ["back"; 3]);
    assert!(!hands[1].in_order);
    assert_eq!(view.zones[0].piles[0].count, Some(3));
    assert_eq!(view.zones[3].piles[0].count, None);
    assert_eq!(view.zones[3].piles[0].cards, []);
}

#[test]
fn only_the_seat_that_chooses_sees_the_choices() {
    let program = small::program();
    let position = Position::start(&program, 3);
    let choices = |seat| match position.view(&program, Seat(seat)).decision {
        DecisionSeen::Choose { seat, choices, .. } => (seat, choices.map(|all| all.len())),
        other => panic!("nobody must choose: {other:?}"),
    };
    assert_eq!(choices(0), (0, Some(3)));
    assert_eq!(choices(1), (0, None));
}

#[test]
fn cards_that_only_show_their_backs_are_numbered() {
    let program = small::program();
    let position = small::played(&program, 4, 2);
    let choices = position.choices_seen(&program, "");
    let numbers: Vec<Option<u16>> = choices
        .iter()
        .map(|choice| match &choice.value {
            Value::Card(card) => {
                assert_eq!((&card.look.face, card.position), (&None, None));
                card.number
            }
            _ => None,
        })
        .collect();
    assert_eq!(numbers, [Some(1), Some(2), None]);
}

#[test]
fn a_card_that_a_seat_has_learnt_is_listed_apart_from_the_backs() {
    let program = small::program();
    let mut position = Position::start(&program, 3);
    let bottom = position.cards(Pile(2)).last().expect("a hand of three");
    position.table.cards[bottom.index()].known |= 0b01;

    let view = position.view(&program, Seat(0));
    let name = program.cards[bottom.index()].name.id.as_str();
    assert_eq!(names(&view.zones[1].piles[1]), [name, "back", "back"]);
}

#[test]
fn hidden_variables_are_shown_to_their_owner_only() {
    let program = small::program();
    let position = Position::start(&program, 3);
    let owners = |seat| {
        let view = position.view(&program, Seat(seat));
        let notes = view.variables.into_iter();
        let notes = notes.filter(|variable| variable.name.id == "note");
        notes.map(|variable| variable.owner).collect::<Vec<_>>()
    };
    assert_eq!(owners(0), [Some(0)]);
    assert_eq!(owners(1), [Some(1)]);
}

#[test]
fn a_view_comes_back_from_json() {
    let program = small::program();
    let view = small::played(&program, 4, 2).view(&program, Seat(0));
    let text = serde_json::to_string(&view).expect("a view is plain data");
    let back: View = serde_json::from_str(&text).expect("it was just written");
    assert_eq!(back, view);
}
