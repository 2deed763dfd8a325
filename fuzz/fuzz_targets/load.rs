//! Any bytes can be loaded: the loader ends without a panic, says why where it gives no document, and
//! every place it names lies inside the file it names.
#![no_main]

use cgml::diagnostic::{Diagnostic, Diagnostics};
use cgml::load::load;
use cgml::source::{MemorySources, SourceMap, Span};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let sources = MemorySources::new().with("game.cgml", bytes);
    let mut diagnostics = Diagnostics::new();

    let document = load(&sources, "game.cgml", &mut diagnostics);

    assert!(document.is_ok() || diagnostics.has_errors());
    for diagnostic in &diagnostics {
        for span in spans(diagnostic) {
            assert_fits(diagnostics.files(), span);
        }
    }
});

fn spans(diagnostic: &Diagnostic) -> impl Iterator<Item = Span> {
    let related = diagnostic.related.iter().map(|related| related.span);
    let fix = diagnostic.fix.iter().map(|fix| fix.span);
    diagnostic.span.into_iter().chain(related).chain(fix)
}

fn assert_fits(files: &SourceMap, span: Span) {
    let text = files.file(span.file).text();
    assert!(
        text.get(span.start as usize..span.end as usize).is_some(),
        "{span:?} does not fit a text of {} bytes",
        text.len()
    );
}
