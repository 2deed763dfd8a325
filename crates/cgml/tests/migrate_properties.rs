//! Promises of `migrate` for any text at all.

use cgml::migrate::{MigrateError, Migration, Target, migrate};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_assert_eq, proptest};
use proptest::test_runner::TestCaseError;

mod yaml_documents;

use yaml_documents::{Piece, Vocabulary, piece, written};

/// Pieces of 1.2 files, put together in any way.
#[rustfmt::skip]
const OLD: Vocabulary = Vocabulary {
    words: &[
        "REPEAT_TURN", "DRAW", "DEAL", "INCREMENT_VARIABLE", "SET_GAME_STATE", "FIND_AND_STORE", "MOVE",
        "player.current.hand", "'players.score'", "zones.deck", "ref:chosen", "ref:chosen.hand", "card.rank",
        "\"+\"", "0", "true", "GameOver", "Playing", "'base.cgml'", "current",
    ],
    keys: &[
        "action", "from", "to", "target", "path", "value", "player", "in", "do", "condition", "filter", "not",
        "count", "isEqual", "isGreaterThan", "operator", "operands", "states", "turn_structure", "from_deck",
        "options", "type", "store_as", "select",
    ],
    marks: &["!inherit", "&anchor"],
};

/// A 1.2 file whose sections are random.
fn old_game() -> impl Strategy<Value = String> {
    let section = || piece(OLD).prop_map(simple);
    let root =
        (section(), section(), section(), section()).prop_map(|(imports, flow, setup, rules)| {
            let version = ("cgml_version", Piece::Word("1.2"));
            let flow = Piece::Map(
                vec![("states", flow.clone()), ("turn_structure", flow)],
                false,
            );
            let sections = [
                ("imports", imports),
                ("flow", flow),
                ("setup", setup),
                ("rules", rules),
            ];
            Piece::Map(std::iter::once(version).chain(sections).collect(), false)
        });
    written(root)
}

/// The same tree without keys after `?`, which nobody writes in a game.
fn simple(piece: Piece) -> Piece {
    match piece {
        Piece::Explicit(_, value) => simple(*value),
        Piece::List(items, is_flow) => {
            Piece::List(items.into_iter().map(simple).collect(), is_flow)
        }
        Piece::Map(entries, is_flow) => {
            let entries = entries.into_iter();
            let entries = entries.map(|(key, value)| (key, simple(value)));
            Piece::Map(entries.collect(), is_flow)
        }
        Piece::Marked(mark, piece) => Piece::Marked(mark, Box::new(simple(*piece))),
        Piece::Empty | Piece::Word(_) | Piece::Words(_) | Piece::Block(..) => piece,
    }
}

fn target() -> impl Strategy<Value = Target> {
    proptest::prop_oneof![Just(Target::V1_3), Just(Target::V1_4)]
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,

        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn any_old_game_is_migrated_once_and_for_all(text in old_game(), to in target()) {
        match migrate(&text, to) {
            Ok(once) => {
                let twice = migrate(&once.text, to);
                prop_assert_eq!(twice.map(|twice| (twice.text, twice.changes)), Ok((once.text, vec![])));
            }
            Err(MigrateError::Syntax { .. }) => return Err(TestCaseError::reject("not YAML")),
            Err(error) => return Err(TestCaseError::fail(format!("{error}: {text:?}"))),
        }
    }

    #[test]
    fn two_steps_are_one(text in old_game()) {
        let Ok(half) = migrate(&text, Target::V1_3) else {
            return Err(TestCaseError::reject("not YAML"));
        };
        // In places where no step stands the old word may stay.
        let renamed = |migration: Migration| migration.text.replace("SET_GAME_STATE", "SET_STATE");
        let whole = migrate(&half.text, Target::V1_4).map(renamed);

        prop_assert_eq!(migrate(&text, Target::V1_4).map(renamed), whole);
    }

    #[test]
    fn any_text_is_migrated_or_refused(text in any::<String>(), to in target()) {
        let versioned = format!("cgml_version: 1.2\n{text}");
        for text in [text, versioned] {
            let error = migrate(&text, to).err();
            let is_damage = error == Some(MigrateError::WouldDamage);
            prop_assert_eq!(is_damage, false, "{:?}", text);
        }
    }
}
