//! dbg
use cgml::diagnostic::Diagnostics;
use engine::event::*;
use engine::position::Position;
struct P(u32);
impl Watch for P {
    const ON: bool = true;
    fn event(&mut self, s: Scene<'_>, e: Event) {
        self.0 += 1;
        if self.0
            < std::env::var("N")
                .ok()
                .and_then(|n| n.parse().ok())
                .unwrap_or(150)
        {
            println!(
                "{:?} {e:?} [{}]",
                s.pc,
                s.program.places[s.program.origins[s.pc.index()] as usize].part
            );
        }
    }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let located = fuda::locate(&args[0]).unwrap();
    let mut diagnostics = Diagnostics::default();
    let doc = cgml::load::load(&located.sources, &located.entry, &mut diagnostics).unwrap();
    let game = cgml::check::check(&doc, &mut diagnostics).unwrap();
    let settings = compile::Settings::default();
    let program = compile::compile(&game, diagnostics.files(), &settings).unwrap();
    let mut p = P(0);
    let mut position = Position::start_watched(&program, 1, &mut p);
    let mut random = engine::random::Random::new(5);
    while !position.choices().is_empty() && p.0 < 2000 {
        let n = position.choices().len();
        let c = position.choices()[random.below(n as u32) as usize];
        println!("  -- {n} choices, {c:?}");
        position.play_watched(&program, c, &mut p).unwrap();
    }
    println!("{:?}", position.decision());
}
