use super::*;
use crate::ids::Card;
use crate::tests::small;

#[test]
fn a_position_comes_back_and_goes_on_the_same() {
    let program = small::program();
    for seed in 0..60 {
        let mut position = small::played(&program, seed, seed as usize % 12);
        let bytes = position.save(&program);
        let mut back = Position::load(&program, &bytes).expect("it was just saved");
        assert!(back.is_same(&program, &position));
        assert_eq!(back.table.chance, position.table.chance);
        assert_eq!(back.save(&program), bytes);
        while !position.is_over() {
            position.play_unchecked(&program, 0);
            back.play_unchecked(&program, 0);
        }
        assert!(back.is_same(&program, &position));
    }
}

#[test]
fn chance_with_a_key_comes_back() {
    let program = small::program();
    let mut position = Position::start(&program, small::keyed(5));
    let saved = position.save(&program);
    let mut back = Position::load(&program, &saved).expect("it was just saved");
    assert_eq!(back.table.chance, position.table.chance);
    assert_eq!(back.save(&program), saved);
    while !position.is_over() {
        position.play_unchecked(&program, 0);
        back.play_unchecked(&program, 0);
    }
    assert!(back.is_same(&program, &position));
}

#[test]
fn lists_come_back() {
    let program = small::pairs();
    let position = Position::start(&program, 5);
    let back = Position::load(&program, &position.save(&program)).expect("it was just saved");
    assert!(back.is_same(&program, &position));
}

#[test]
fn a_position_of_another_game_is_refused() {
    let program = small::program();
    let bytes = Position::start(&program, 1).save(&program);
    let other = Program {
        fingerprint: 7,
        ..small::program()
    };
    assert_eq!(
        Position::load(&other, &bytes).map(|_| ()),
        Err(SaveProblem::OtherGame {
            expected: 7,
            found: program.fingerprint
        })
    );
}

#[test]
fn every_damaged_byte_is_noticed() {
    let program = small::program();
    let bytes = small::played(&program, 5, 2).save(&program);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        assert!(Position::load(&program, &damaged).is_err(), "byte {at}");
        assert!(Position::load(&program, &bytes[..at]).is_err(), "end {at}");
    }
}

/// Damage that has a right checksum is found by looking at what it says, or does no harm.
#[test]
fn forged_bytes_do_not_panic() {
    let program = small::program();
    let bytes = small::played(&program, 5, 2).save(&program);
    let body = &bytes[..bytes.len() - 8];
    let mut refused = 0;
    for at in 4..body.len() {
        for flip in [1, 2, 0x7F, 0x80] {
            let mut forged = body.to_vec();
            forged[at] ^= flip;
            let sum = crate::bytes::checksum(&forged);
            forged.extend_from_slice(&sum.to_le_bytes());
            match Position::load(&program, &forged) {
                Ok(mut position) => {
                    while !position.is_over() {
                        position.play_unchecked(&program, 0);
                    }
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 100);
}

#[test]
fn games_that_are_over_or_not_begun_are_saved_as_well() {
    let program = small::program();
    let over = small::played(&program, 5, 99);
    assert!(over.is_over());
    let not_begun = Position::laid_out(&program, 5);
    for position in [over, not_begun] {
        let back = Position::load(&program, &position.save(&program));
        let back = back.expect("it was just saved");
        assert!(back.is_same(&program, &position));
    }
}

#[test]
fn a_card_in_two_places_is_refused() {
    let program = small::program();
    let mut position = Position::start(&program, 5);
    let first = position.cards(small::DECK).next();
    position.table.piles[small::OPEN.index()] = PileState {
        top: first.map_or(NO_CARD, |card: Card| card.0),
        bottom: first.map_or(NO_CARD, |card: Card| card.0),
        count: 1,
    };
    assert_eq!(
        Position::load(&program, &position.save(&program)).map(|_| ()),
        Err(SaveProblem::Bytes(BytesProblem::Wrong(
            "a card lies in two places"
        )))
    );
}
