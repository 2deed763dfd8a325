//! Every message between the studio's pages and its server, in one folder.
//!
//! The JSON Schema `schema/studio-wire.json` and the TypeScript types `web/src/lib/wire.ts` are generated from
//! these types (`UPDATE_WIRE=1 cargo test -p studio wire`). What a seat may not know is in none of them: they
//! are made from views and tellings of the engine.

use std::collections::BTreeMap;

/// Declares wire types: plain data that is written and read as JSON.
macro_rules! wire {
    ($($(#[$meta:meta])* pub $kind:ident $name:ident { $($body:tt)* })*) => {
        $(
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            #[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
            $(#[$meta])*
            #[serde(rename_all = "snake_case")]
            pub $kind $name { $($body)* }
        )*
        #[cfg(test)]
        pub(super) fn type_declarations(config: &ts_rs::Config) -> Vec<String> {
            vec![$(<$name as ts_rs::TS>::decl(config)),*]
        }
        #[cfg(test)]
        pub(super) fn schemas(generator: &mut schemars::SchemaGenerator) {
            $(generator.subschema_for::<$name>();)*
        }
    };
}

/// A text for people, by language.
pub type Prose = BTreeMap<String, String>;

/// The files of wire types, in the order of the generated types.
macro_rules! files {
    ($($file:ident)*) => {
        $(
            mod $file;
            pub use $file::*;
        )*

        #[cfg(test)]
        fn type_declarations(config: &ts_rs::Config) -> Vec<String> {
            let files = [$($file::type_declarations(config)),*];
            files.concat()
        }

        #[cfg(test)]
        fn schemas(generator: &mut schemars::SchemaGenerator) {
            $($file::schemas(generator);)*
        }
    };
}

files! {
    games
    new_tables
    workshop
    invitations
    training
    metagame
    messages
    welcome
    state
    cards
    decisions
    log
    decks
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const TYPES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/wire.ts");
    const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/studio-wire.json");

    fn types() -> String {
        let config = ts_rs::Config::default();
        let mut text = String::from(
            "// Generated from crates/studio/src/wire; do not edit.\n\
             // UPDATE_WIRE=1 cargo test -p studio wire\n\n",
        );
        for declaration in type_declarations(&config) {
            let lines = declaration.lines().map(str::trim_end);
            let lines: Vec<&str> = lines.collect();
            text.push_str(&format!("export {}\n\n", lines.join("\n")));
        }
        text
    }

    fn schema() -> String {
        let mut generator = schemars::generate::SchemaSettings::draft07().into_generator();
        schemas(&mut generator);
        let definitions = generator.take_definitions(true);
        let schema = serde_json::json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "Messages of the studio",
            "definitions": definitions,
        });
        let text = serde_json::to_string_pretty(&schema).expect("a schema is plain data");
        format!("{text}\n")
    }

    /// A generated file says what the types say; with `UPDATE_WIRE` it is written.
    fn is_current(path: &str, text: &str) -> bool {
        if std::env::var_os("UPDATE_WIRE").is_some() {
            std::fs::create_dir_all(Path::new(path).parent().expect("a file has a folder"))
                .expect("the folder can be made");
            std::fs::write(path, text).expect("the file can be written");
        }
        std::fs::read_to_string(path).is_ok_and(|kept| kept == text)
    }

    #[test]
    fn the_generated_types_and_the_schema_are_those_of_this_file() {
        assert!(is_current(TYPES, &types()), "wire.ts is out of date");
        assert!(is_current(SCHEMA, &schema()), "the schema is out of date");
    }

    #[test]
    fn a_message_with_an_unknown_field_is_refused() {
        let known = r#"{"type":"play","decision":1,"choice":0}"#;
        let unknown = r#"{"type":"play","decision":1,"choice":0,"seat":1}"#;
        assert!(serde_json::from_str::<ToTable>(known).is_ok());
        assert!(serde_json::from_str::<ToTable>(unknown).is_err());
    }
}
