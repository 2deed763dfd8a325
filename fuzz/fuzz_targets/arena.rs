//! Any text can be read as the results of a contest: they are refused, or can be counted and shown.
#![no_main]

use fuda::arena::{GameResult, lineups, page, ratings, standings};
use libfuzzer_sys::fuzz_target;

const SEATS: u8 = 2;

fuzz_target!(|bytes: &[u8]| {
    let Ok(results) = serde_json::from_slice::<Vec<GameResult>>(bytes) else {
        return;
    };
    let text = serde_json::to_vec(&results).expect("results are plain data");
    assert_eq!(
        serde_json::from_slice::<Vec<GameResult>>(&text).ok(),
        Some(results.clone())
    );
    if !results.iter().all(is_of_a_game) {
        return;
    }
    for teams in [&[][..], &[0, 0], &[0, 1]] {
        let lineups = lineups(3, 1, usize::from(SEATS), teams);
        let seated = lineups.iter().cycle().map(|lineup| &lineup.players[..]);
        let standings = standings(3, teams, results.iter().zip(seated));
        let points: Vec<Vec<f64>> = standings.iter().map(|it| it.points.clone()).collect();
        assert_eq!(ratings(&points).len(), 3);
        let names = ["a", "b", "c"].map(str::to_owned);
        assert!(!page("title", "about", &names, &standings).is_empty());
    }
});

/// Whether a game of so many seats can have come out like this.
fn is_of_a_game(result: &GameResult) -> bool {
    let scores = match result.is_over() {
        true => usize::from(SEATS),
        false => 0,
    };
    result.scores.len() == scores && result.winners.iter().all(|winner| *winner < SEATS)
}
