//! Panics as words.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs something; if it panics, says with which words and where, and nothing is printed.
pub(crate) fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = take_hook();
        set_hook(Box::new(move |panic| match IS_QUIET.get() {
            true => LAST.set(words(panic)),
            false => loud(panic),
        }));
    });
    IS_QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    IS_QUIET.set(false);
    result.map_err(|_| LAST.take())
}

fn words(panic: &PanicHookInfo<'_>) -> String {
    let words = panic.payload_as_str().unwrap_or("no words");
    let place = panic.location();
    let place = place.map_or_else(String::new, |it| format!(" at {}:{}", it.file(), it.line()));
    format!("panic: {words}{place}")
}
