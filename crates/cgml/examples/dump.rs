use cgml::diagnostic::Diagnostics;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let mut memory = cgml::source::MemorySources::new();
    memory.insert("game.cgml", std::fs::read(&path).unwrap());
    for d in ["games/std"] { for e in std::fs::read_dir(d).unwrap() { let e=e.unwrap(); memory.insert(format!("std/{}", e.file_name().to_str().unwrap()), std::fs::read(e.path()).unwrap()); } }
    let mut diagnostics = Diagnostics::default();
    let doc = cgml::load::load(&memory, "game.cgml", &mut diagnostics).unwrap();
    let game = cgml::check::check(&doc, &mut diagnostics).unwrap();
    println!("{:#?}", game.rules);
    println!("{:#?}", game.moves);
    println!("{:#?}", game.definitions);
}
