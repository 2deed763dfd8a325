//! How the cost of checking grows with a game: the time for each thing, at several sizes.
//!
//! What grows linearly costs the same for each thing at every size; the last column says how much
//! more it is at the largest size than at the smallest.

use std::time::Instant;

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::render;
use cgml::source::MemorySources;
use fuda_bench::attacks::ATTACKS;
use fuda_bench::games::{GROWTHS, PROBLEMS};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let filter: Vec<&String> = arguments.iter().filter(|it| !it.starts_with('-') && it.parse::<usize>().is_err()).collect();
    let mut sizes: Vec<usize> = arguments.iter().filter_map(|it| it.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 2_000, 5_000, 10_000, 20_000];
    }
    print!("{:32}", "µs for each of");
    for size in &sizes { print!("{size:>10}"); }
    println!("{:>9}{:>10}", "growth", "problems");
    for growth in GROWTHS.iter().chain(PROBLEMS).chain(ATTACKS) {
        if !filter.is_empty() && !filter.iter().any(|it| growth.name.contains(it.as_str())) { continue; }
        print!("{:32}", growth.name);
        let mut costs = Vec::new();
        let mut problems = 0;
        for size in &sizes {
            let game = (growth.game)(*size);
            let (seconds, found) = fastest(&game);
            problems = found;
            let each = seconds * 1e6 / *size as f64;
            print!("{each:>10.2}");
            use std::io::Write; std::io::stdout().flush().unwrap();
            costs.push(each);
            if seconds > 20.0 { break; }
        }
        println!("{:>8.1}x{problems:>10}", costs[costs.len() - 1] / costs[0]);
    }
}

fn fastest(game: &MemorySources) -> (f64, usize) {
    let mut best = f64::MAX;
    let mut problems = 0;
    for _ in 0..3 {
        let start = Instant::now();
        let mut diagnostics = Diagnostics::new();
        if let Ok(document) = load(game, "game.cgml", &mut diagnostics) {
            let _game = check(&document, &mut diagnostics);
        }
        let _ = render::terminal(&diagnostics, render::Style::Plain);
        let _ = render::json(&diagnostics);
        let t = start.elapsed().as_secs_f64();
        best = best.min(t);
        problems = diagnostics.len();
        if t > 1.0 { break; }
    }
    (best, problems)
}
