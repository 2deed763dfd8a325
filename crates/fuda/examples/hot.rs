//! hot
use cgml::diagnostic::Diagnostics;
use engine::position::Position;
use engine::random::Random;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = args[0].parse().unwrap();
    let located = fuda::locate(&args[1]).unwrap();
    let _ = Diagnostics::default();
    let program = fuda::build(&located, &compile::Settings::default()).unwrap();
    let laid = Position::prepared(&program);
    let mut position = laid.clone();
    let mut random = Random::new(99);
    for seed in 0..games {
        position.restart_from(&program, &laid, seed);
        loop {
            let n = position.choices().len();
            if n == 0 {
                break;
            }
            position.play_unchecked(&program, random.below(n as u32) as usize);
        }
    }
    engine::run::COUNTS.with(|c| {
        let c = c.borrow();
        let total: u64 = c.iter().sum();
        println!("{} ops/game", total / games);
        for (i, op) in program.ops.iter().enumerate() {
            let n = c[i] as f64 / games as f64;
            if n * 300.0 > total as f64 / games as f64 {
                println!(
                    "{:9.1} {i:5} {:?} [{}:{}]",
                    n,
                    op,
                    program.places[program.origins[i] as usize].part,
                    program.places[program.origins[i] as usize].line
                );
            }
        }
    });
}
