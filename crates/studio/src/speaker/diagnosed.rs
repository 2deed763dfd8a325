//! Problems in what somebody wrote, in their language.
//!
//! The words of a diagnostic are English. In Japanese the title of its code is said, with the names that the
//! message is about; advice is said where it is one of the usual forms.

use cgml::diagnostic::Diagnostic;
use cgml::vocabulary::Language;

/// The problem.
pub(crate) fn message(of: &Diagnostic, language: Language) -> String {
    match language {
        Language::English => of.message.clone(),
        Language::Japanese => {
            let title = of.code.title_in(language);
            let named: Vec<String> = named(&of.message)
                .into_iter()
                .filter(|name| !title.contains(name.as_str()))
                .collect();
            match named.is_empty() {
                true => title.to_owned(),
                false => format!("{title}：{}", named.join("、")),
            }
        }
    }
}

/// The hint.
pub(crate) fn hint(of: &Diagnostic, language: Language) -> Option<String> {
    let hint = of.hint.as_deref()?;
    Some(match language {
        Language::English => hint.to_owned(),
        Language::Japanese => in_japanese(hint).unwrap_or_else(|| hint.to_owned()),
    })
}

/// Advice of a usual form.
fn in_japanese(hint: &str) -> Option<String> {
    let names = named(hint);
    if hint.starts_with("did you mean `") {
        return Some(format!("{} ではありませんか？", names.first()?));
    }
    let lists = [
        " are `",
        " one of `",
        " is `",
        " are: `",
        "write `",
        "allowed: `",
    ];
    let is_list = lists.iter().any(|form| hint.contains(form)) || hint.starts_with('`');
    (is_list && names.len() > 1).then(|| format!("書けるもの：{}", names.join("、")))
}

/// The parts of a message in backticks, with them.
fn named(message: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in message.split('`').skip(1).step_by(2) {
        let name = format!("`{part}`");
        if !part.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use cgml::codes;

    #[test]
    fn a_problem_is_said_in_japanese_with_the_names_it_is_about() {
        let of = Diagnostic::placeless(
            codes::names::UNKNOWN_NAME,
            "there is no card `frebal` in `cards`",
        )
        .hint("did you mean `fireball`?");
        assert_eq!(
            message(&of, Language::Japanese),
            "宣言されていない名前です：`frebal`、`cards`"
        );
        let said = hint(&of, Language::Japanese);
        assert_eq!(said.as_deref(), Some("`fireball` ではありませんか？"));
        assert_eq!(message(&of, Language::English), of.message);
        assert_eq!(hint(&of, Language::English), of.hint);
    }

    #[test]
    fn advice_of_another_form_stays_as_it_is() {
        let hint = "the kinds are `spell` and `creature`";
        assert_eq!(
            in_japanese(hint).as_deref(),
            Some("書けるもの：`spell`、`creature`")
        );
        assert_eq!(in_japanese("mend the spelling"), None);
    }
}
