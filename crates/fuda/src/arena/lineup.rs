//! Line-ups of players and decks.

use super::standing::are_one_side;

/// Line-up: player and deck of each seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lineup {
    /// For each seat the number of the player.
    pub players: Vec<usize>,
    /// For each seat the number of the deck; empty if there is nothing to choose.
    pub decks: Vec<usize>,
}

/// Every way in which players meet and sit, with every way in which decks meet. All seats of a team have the same
/// player: partners win together, and nobody could tell who was stronger.
pub fn lineups(players: usize, decks: usize, seats: usize, teams: &[u8]) -> Vec<Lineup> {
    let sides = sides(seats, teams);
    let count = sides.iter().max().map_or(0, |last| last + 1);
    let mut all = Vec::new();
    for decks in &meetings_of_decks(decks, seats) {
        for players in &meetings(players, count) {
            all.push(Lineup {
                players: sides.iter().map(|side| players[*side]).collect(),
                decks: decks.clone(),
            });
        }
    }
    all
}

/// For each seat the number of its side, in the order in which they first come: a team, or the seat alone.
fn sides(seats: usize, teams: &[u8]) -> Vec<usize> {
    let mut sides: Vec<usize> = Vec::new();
    for seat in 0..seats {
        let partner = (0..seat).find(|other| are_one_side(teams, *other, seat));
        let next = sides.iter().max().map_or(0, |last| last + 1);
        sides.push(partner.map_or(next, |partner| sides[partner]));
    }
    sides
}

/// Some of `count` meet at a table: every group, and every group sits in turn at every seat. If there are
/// fewer than seats, everybody has several, next but one and so on.
fn meetings(count: usize, seats: usize) -> Vec<Vec<usize>> {
    if count <= seats {
        let table = |first: usize| {
            (0..seats)
                .map(|seat| (seat + first) % count.max(1))
                .collect()
        };
        return (0..count.max(1)).map(table).collect();
    }
    let mut all = Vec::new();
    for group in groups(count, seats) {
        for first in 0..seats {
            all.push(
                (0..seats)
                    .map(|seat| group[(seat + first) % seats])
                    .collect(),
            );
        }
    }
    all
}

/// Two decks meet in both orders, and each meets itself; more decks as players do.
fn meetings_of_decks(count: usize, seats: usize) -> Vec<Vec<usize>> {
    match (count, seats) {
        (0 | 1, _) => vec![vec![0; if count == 0 { 0 } else { seats }]],
        (count, 1) => (0..count).map(|deck| vec![deck]).collect(),
        (count, 2) => {
            let pairs = (0..count).flat_map(|one| (0..count).map(move |other| vec![one, other]));
            pairs.collect()
        }
        (count, seats) => meetings(count, seats),
    }
}

/// Every group of some of `count`.
fn groups(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for last in size - 1..count {
        for mut group in groups(last, size - 1) {
            group.push(last);
            all.push(group);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seated(players: usize, seats: usize) -> Vec<Vec<usize>> {
        let lineups = lineups(players, 0, seats, &[]);
        lineups.into_iter().map(|lineup| lineup.players).collect()
    }

    #[test]
    fn everybody_meets_everybody_at_every_seat() {
        assert_eq!(seated(2, 2), [[0, 1], [1, 0]]);
        assert_eq!(
            seated(3, 2),
            [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
        );
        assert_eq!(seated(2, 4), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(seated(1, 1), [[0]]);
        assert_eq!(seated(3, 1), [[0], [1], [2]]);
        for (players, seats) in [(5, 3), (4, 4), (3, 4), (6, 2)] {
            for seat in 0..seats {
                let mut times = vec![0; players];
                seated(players, seats)
                    .iter()
                    .for_each(|table| times[table[seat]] += 1);
                assert!(
                    times.iter().all(|count| *count == times[0]),
                    "{players} {seats}"
                );
            }
        }
    }

    #[test]
    fn partners_are_the_same_player() {
        let seated = |players: usize, teams: &[u8]| -> Vec<Vec<usize>> {
            let lineups = lineups(players, 0, teams.len(), teams);
            lineups.into_iter().map(|lineup| lineup.players).collect()
        };
        assert_eq!(seated(2, &[0, 1, 0, 1]), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(seated(2, &[0, 0, 1, 1]), [[0, 0, 1, 1], [1, 1, 0, 0]]);
        let three = seated(3, &[0, 1, 0, 1]);
        assert_eq!(three[2..4], [[0, 2, 0, 2], [2, 0, 2, 0]]);
        assert_eq!(three.len(), 6);
    }

    #[test]
    fn every_deck_meets_every_deck_with_every_player() {
        let all = lineups(2, 3, 2, &[]);
        assert_eq!(all.len(), 18);
        let mut with_first = [[0; 3]; 3];
        for lineup in &all {
            if lineup.players[0] == 0 {
                with_first[lineup.decks[0]][lineup.decks[1]] += 1;
            }
        }
        assert_eq!(with_first, [[1; 3]; 3]);
        assert_eq!(lineups(2, 1, 2, &[])[0].decks, [0, 0]);
    }
}
