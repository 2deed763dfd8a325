//! Any bytes can be read as a record: they are refused with the reason, or are a record that comes back from its bytes
//! and its JSON, and that can be played again as far as it is legal.
#![no_main]

use engine::event::Unwatched;
use engine::program::Program;
use engine::record::Record;
use fuda::engine;
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

fuzz_target!(init: programs(), |bytes: &[u8]| {
    look(Record::from_bytes(bytes).ok());
    look(Record::from_bytes(&with_checksum(bytes)).ok());
    look(serde_json::from_slice(bytes).ok());
});

/// The bytes behind the mark of a record and before their checksum, so that what they say is looked at.
fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    let mut all = b"fudR".to_vec();
    all.extend_from_slice(bytes);
    let sum = all.iter().fold(0xCBF2_9CE4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    });
    all.extend_from_slice(&sum.to_le_bytes());
    all
}

fn look(record: Option<Record>) {
    let Some(record) = record else {
        return;
    };
    // The version is that of the program that writes, and the empty regulation is none.
    let is_plain = record.version == 1 && record.regulation.as_deref() != Some("");
    if is_plain {
        assert_eq!(Record::from_bytes(&record.to_bytes()).as_ref(), Ok(&record));
    }
    let text = serde_json::to_string(&record).expect("a record is plain data");
    assert_eq!(
        serde_json::from_str::<Record>(&text).ok().as_ref(),
        Some(&record)
    );
    for program in programs() {
        let mut own = record.clone();
        own.game.clone_from(&program.name);
        (own.fingerprint, own.seats) = (program.fingerprint, program.seats);
        if let Ok(position) = own.replay(program, &mut Unwatched) {
            own.hash = position.hash(program);
            assert!(own.verify(program).is_ok());
        }
    }
}

fn programs() -> &'static [Program] {
    static PROGRAMS: OnceLock<Vec<Program>> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let built = ["kuhn-poker", "crazy-eights"].map(|name| {
            let located = fuda::locate(name).expect("a shipped game");
            fuda::build(&located, &fuda::compile::Settings::default())
        });
        built.into_iter().flatten().collect()
    })
}
