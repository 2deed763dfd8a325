//! Promises of `format` for any text at all.

use cgml::format::{FormatError, format};
use granit_parser::{Parser, ScanError};
use proptest::prelude::{
    ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, proptest,
};
use proptest::test_runner::TestCaseError;

mod yaml_documents;

use yaml_documents::{Vocabulary, piece, written};

/// Words chosen to be hard to write.
#[rustfmt::skip]
const HARD: Vocabulary = Vocabulary {
    words: &[
        "a", "hand", "10", "\"10\"", "'single'", "'it''s'", "'say \"x\"'", "\"a: b\"", "true", "~", "''",
        "\"\"", "-1", "a#b", "a:b", "http://x/y", "two words", "\"tab\\tescape\"", "手札", "'#no'",
        "\"$.players[current].zones.hand\"", "*alias", "1.3", "'back\\slash'", "-dash", "?question",
        "aVeryLongWordThatTakesALotOfRoomOnItsLineAndMakesCollectionsBreakMoreOften",
    ],
    keys: &[
        "a", "name", "'b c'", "\"d\"", "10", "path", "手", "*k ", "&x y", "!t z",
    ],
    marks: &[
        "!include", "&anchor", "!!str", "&a !t", "!t &b",
    ],
};

/// Scraps that make a text look like YAML, most of the time wrongly.
#[rustfmt::skip]
const SCRAPS: &[&str] = &[
    "a", "b", "10", "~", "手", ":", ": ", "- ", "-", "? ", "?", "[", "]", "{", "}", ",", ", ", "\n", "\n\n",
    "\n ", "\n  ", "\n    ", "  ", "\t", "# c", " # c", "'", "''", "\"", "\\", "|", ">", "|+\n", ">-\n",
    "|2\n", "&a ", "*a ", "!t ", "!", "---\n", "--- ", "...\n", "%YAML 1.2\n", "\r\n", "\r", "\u{feff}",
    "key: value\n", "key:\n", "- item\n",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(SCRAPS), 0..40).prop_map(|scraps| scraps.concat())
}

/// Reads a text as strictly as YAML allows.
fn read_strictly(text: &str) -> Result<(), ScanError> {
    let strict = granit_parser::options! {
        strict_indentation: true,
        emit_unresolved_aliases: true,
    };
    Parser::new_from_str_with_options(text, strict).try_for_each(|event| event.map(|_| ()))
}

/// Laying out twice is laying out once; a refusal points into the text.
fn keeps_its_promise(text: &str) -> Result<(), TestCaseError> {
    match format(text) {
        Ok(once) => prop_assert_eq!(format(&once), Ok(once.clone()), "from {:?}", text),
        Err(FormatError::Syntax { range, .. }) => prop_assert!(text.get(range).is_some()),
        Err(
            FormatError::WouldChangeMeaning
            | FormatError::TooLarge { .. }
            | FormatError::TooMany { .. },
        ) => {}
    }
    Ok(())
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn any_document_is_laid_out_without_a_change_of_meaning(text in written(piece(HARD))) {
        match format(&text) {
            Ok(once) => {
                prop_assert_eq!(format(&once), Ok(once.clone()), "from {:?}", text);
                prop_assert_eq!(read_strictly(&once), Ok(()), "in {:?}", once);
            }
            Err(FormatError::Syntax { .. }) => return Err(TestCaseError::reject("not YAML")),
            Err(error) => return Err(TestCaseError::fail(format!("{error}: {text:?}"))),
        }
    }

    #[test]
    fn scraps_of_yaml_are_laid_out_or_refused(text in soup()) {
        keeps_its_promise(&text)?;
    }

    #[test]
    fn any_text_is_laid_out_or_refused(text in any::<String>()) {
        keeps_its_promise(&text)?;
    }

    #[test]
    fn any_bytes_that_are_text_are_laid_out_or_refused(bytes in any::<Vec<u8>>()) {
        keeps_its_promise(&String::from_utf8_lossy(&bytes))?;
    }
}
