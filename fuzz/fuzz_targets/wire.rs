//! Any bytes can be sent to a studio: as a message at a table, as a plan of a table, as a record, a deck or a card. They
//! are refused with the reason or done, and whatever was done can be looked at.
//!
//! The first byte says as what, and by whom.
#![no_main]

use fuda_fuzz::{GAME, studio};
use libfuzzer_sys::fuzz_target;

const PLAN: &str =
    r#"{"game":"crazy-eights","seats":[{"who":"here"},{"who":"computer","name":"random"}]}"#;

fuzz_target!(init: studio(), |bytes: &[u8]| {
    let Some((first, body)) = bytes.split_first() else {
        return;
    };
    let studio = studio();
    let made = match first % 4 {
        0 => studio.make(body).ok(),
        1 => studio.upload(body).ok(),
        2 => {
            // Whether it is refused is seen by who sent it.
            let _checked = studio.check(GAME, body);
            None
        }
        _ => {
            let table = studio.make(PLAN.as_bytes()).expect("a table");
            for (number, message) in body.split(|byte| *byte == b'\n').enumerate().take(20) {
                let seat = [Some(0), None, Some(1)][(number + usize::from(*first)) % 3];
                // As above.
                let _said = studio.say(&table, seat, message);
            }
            Some(table)
        }
    };
    if let Some(table) = made {
        studio.look(&table).expect("what was made can be looked at");
        studio
            .forget(&table)
            .expect("what was made can be forgotten");
    }
});
