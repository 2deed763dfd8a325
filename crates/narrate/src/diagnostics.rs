//! Problems in what somebody wrote.
//!
//! A diagnostic is written in English by whoever finds it. In Japanese the title of its code is said, with the names that
//! it is about; advice is said from its data, and left out of the Japanese only where it is a sentence of its own.

use cgml::diagnostic::{Diagnostic, Hint};
use cgml::vocabulary::Language;

/// Message of a diagnostic in a language.
pub fn message(of: &Diagnostic, language: Language) -> String {
    match language {
        Language::English => of.message.clone(),
        Language::Japanese => {
            let title = of.code.title_in(language);
            let names = of.names().into_iter().map(in_backticks);
            let names: Vec<String> = names.filter(|name| !title.contains(name)).collect();
            match names.is_empty() {
                true => title.to_owned(),
                false => format!("{title}：{}", names.join("、")),
            }
        }
    }
}

/// Hint of a diagnostic in a language, if it has one.
pub fn hint(of: &Diagnostic, language: Language) -> Option<String> {
    let hint = of.hint.as_ref()?;
    Some(match (language, hint) {
        (Language::Japanese, Hint::Meant(name)) => {
            format!("{} ではありませんか？", in_backticks(name))
        }
        (Language::Japanese, Hint::OneOf { names, .. }) => {
            let names: Vec<String> = names.iter().map(|name| in_backticks(name)).collect();
            format!("書けるもの：{}", names.join("、"))
        }
        (Language::English, _) | (Language::Japanese, Hint::Text(_)) => hint.to_string(),
    })
}

fn in_backticks(name: &str) -> String {
    format!("`{name}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cgml::codes;

    fn unknown_card() -> Diagnostic {
        Diagnostic::placeless(
            codes::names::UNKNOWN_NAME,
            "there is no card `frebal` in `cards`",
        )
    }

    #[test]
    fn a_problem_is_said_in_japanese_with_the_names_it_is_about() {
        let of = unknown_card().hint(Hint::Meant("fireball".to_owned()));
        assert_eq!(
            message(&of, Language::Japanese),
            "宣言されていない名前です：`frebal`、`cards`"
        );
        let said = |language| hint(&of, language);
        assert_eq!(
            said(Language::Japanese).as_deref(),
            Some("`fireball` ではありませんか？")
        );
        assert_eq!(message(&of, Language::English), of.message);
        assert_eq!(
            said(Language::English).as_deref(),
            Some("did you mean `fireball`?")
        );
    }

    #[test]
    fn a_list_of_names_is_one_in_both_languages() {
        let of = unknown_card().hint(Hint::all_of("the kinds are", ["spell", "creature"]));
        let said = |language| hint(&of, language).unwrap_or_default();
        assert_eq!(
            said(Language::English),
            "the kinds are `spell` and `creature`"
        );
        assert_eq!(said(Language::Japanese), "書けるもの：`spell`、`creature`");
    }
}
