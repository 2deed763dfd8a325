//! try
use cgml::diagnostic::Diagnostics;
use engine::position::{Decision, Position};
use engine::random::Random;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = args[0].parse().unwrap();
    for name in &args[1..] {
        let (name, players) = match name.split_once(':') {
            Some((n, p)) => (n, Some(p.parse().unwrap())),
            None => (name.as_str(), None),
        };
        let located = fuda::locate(name).unwrap();
        let mut diagnostics = Diagnostics::default();
        let Ok(doc) = cgml::load::load(&located.sources, &located.entry, &mut diagnostics) else {
            println!("{name}: load");
            continue;
        };
        let game = match cgml::check::check(&doc, &mut diagnostics) {
            Ok(g) => g,
            Err(_) => {
                println!("{name}: check fails");
                continue;
            }
        };
        let settings = compile::Settings {
            players,
            ..Default::default()
        };
        let mut program = match compile::compile(&game, diagnostics.files(), &settings) {
            Ok(p) => p,
            Err(e) => {
                let place = e.place().map(|s| {
                    let f = diagnostics.files().file(s.file).path().to_owned();
                    format!("{f}:{}", diagnostics.files().place(s).line)
                });
                println!("{name}: {e} {place:?}");
                continue;
            }
        };
        if std::env::var("LIST").is_ok() {
            for (i, op) in program.ops.iter().enumerate() {
                println!(
                    "{i:5} {:?}   [{}]",
                    op, program.places[program.origins[i] as usize].part
                );
            }
        }
        let t = Instant::now();
        if std::env::var("NATIVE").is_ok() {
            native::attach(&mut program).unwrap();
            eprintln!("native in {:?}", t.elapsed());
        }
        let laid = Position::prepared(&program);
        let mut position = laid.clone();
        let mut random = Random::new(99);
        let start = Instant::now();
        let mut decisions = 0u64;
        let mut wins = vec![0u64; program.seats as usize];
        let mut scores = vec![0i64; program.seats as usize];
        let mut draws = 0;
        let mut faults = 0;
        let mut stopped = 0;
        let mut turns = 0i64;
        for seed in 0..games {
            position.restart_from(&program, &laid, seed);
            let mut d = 0;
            loop {
                let n = position.choices().len();
                if n == 0 {
                    break;
                }
                let k = random.below(n as u32) as usize;
                position.play_unchecked(&program, k);
                d += 1;
                if d > 100_000 {
                    stopped += 1;
                    break;
                }
            }
            decisions += d;
            if let Decision::Fault(f) = position.decision() {
                if faults == 0 {
                    println!("{name}: fault {}", f.message(&program));
                }
                faults += 1;
            }
            let mut any = false;
            for s in 0..program.seats {
                if position.has_won(engine::ids::Seat(s)) {
                    wins[s as usize] += 1;
                    any = true;
                }
                scores[s as usize] += position.scores(&program)[s as usize];
            }
            if !any {
                draws += 1;
            }
            turns += position.cell(engine::program::cells::TURN) + 1;
        }
        let secs = start.elapsed().as_secs_f64();
        if std::env::var("STEPS").is_ok() { let mut v = native::steps(); v.sort_by_key(|x| std::cmp::Reverse(x.1)); for (a,b) in v.iter().take(14) { print!("{a}:{:.1} ", *b as f64/games as f64); } println!(); }
        let mut h = 0u64; h = h.wrapping_mul(31).wrapping_add(decisions); for x in scores.iter().chain(wins.iter().map(|w| *w as i64).collect::<Vec<_>>().iter()) { h = h.wrapping_mul(1_000_003).wrapping_add(*x as u64); }
        eprintln!("sum {h}");
        println!(
            "{name:14} ops {:5} cells {:4} {:9.0} games/s {:7.1} decisions {:7.1} turns, {:5.0} ns/decision wins {wins:?} draws {draws} faults {faults} stopped {stopped} scores {:?}",
            program.ops.len(),
            program.cells,
            games as f64 / secs,
            decisions as f64 / games as f64,
            turns as f64 / games as f64,
            secs * 1e9 / decisions.max(1) as f64,
            scores
                .iter()
                .map(|s| *s as f64 / games as f64)
                .collect::<Vec<_>>()
        );
    }
}
