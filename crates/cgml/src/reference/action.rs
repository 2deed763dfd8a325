//! The head of an action's page.

use super::sentence::sentences;
use super::words::of_shape;
use crate::version::Version;
use crate::vocabulary::actions::{Action, Outcome};
use crate::vocabulary::shape::{Key, Shape};

/// The head of an action's page: name, signature, parameters, result and sentence.
pub fn action_head(action: &Action) -> String {
    format!(
        "# {}\n\nSince CGML {}. {}\n\n{}{}{}\n{}",
        action.name,
        action.since,
        action.about,
        signature(action),
        parameters(action),
        result(action.gives),
        sentences(action.says, &|name| format!("`{name}`"))
    )
}

/// Signature of an action in text; in the short form, if it has steps inside.
fn signature(action: &Action) -> String {
    if action
        .parameters
        .iter()
        .any(|key| key.required && has_steps(key))
    {
        return short_form(action);
    }
    let mut parameters: Vec<String> = (0..)
        .zip(action.parameters)
        .map(|(position, key)| parameter(key, position < action.positional))
        .collect();
    if action.is_open() {
        parameters.push("…".to_owned());
    }
    let since = match action.since {
        Version::V1_3 => "As text, from 1.4:",
        Version::V1_4 => "As text:",
    };
    let (name, parameters) = (action.text_name(), parameters.join(", "));
    format!("{since}\n\n```text\n{name}({parameters})\n```\n\n")
}

fn short_form(action: &Action) -> String {
    let leading = action.leading().map_or("", |key| key.name);
    let mut text = format!("{}: {leading}\n", action.text_name());
    for key in action.parameters.iter().filter(|key| key.name != leading) {
        let optional = if key.required { "" } else { "?" };
        text += &format!("{}{optional}: …\n", key.name);
    }
    format!(
        "It has steps inside and cannot be written as text. In the short form, from 1.4:\n\n```text\n{text}```\n\n"
    )
}

fn has_steps(key: &Key) -> bool {
    matches!(key.shape, Shape::Steps | Shape::List(Shape::Object(_)))
}

fn parameter(key: &Key, by_position: bool) -> String {
    let optional = if key.required { "" } else { "?" };
    let named = if by_position { "" } else { ":" };
    format!("{}{optional}{named}", key.name)
}

fn parameters(action: &Action) -> String {
    if action.parameters.is_empty() {
        return "It has no parameters.\n\n".to_owned();
    }
    let mut text =
        "| parameter | what it is | required | since | meaning |\n|---|---|---|---|---|\n"
            .to_owned();
    for key in action.parameters {
        text += &format!(
            "| `{}` | {} | {} | {} | {} |\n",
            key.name,
            of_shape(&key.shape),
            if key.required { "yes" } else { "no" },
            key.since.max(action.since),
            key.about
        );
    }
    text + "\n"
}

fn result(gives: Outcome) -> String {
    let what = match gives {
        Outcome::Nothing => return "It gives no result.\n".to_owned(),
        Outcome::Cards => {
            "the cards it was done with; one card where it can only be one".to_owned()
        }
        Outcome::Card => "the card".to_owned(),
        Outcome::Number => "a number: how much was done".to_owned(),
        Outcome::ChosenFrom(parameter) => {
            format!("what was chosen of `{parameter}`; a list where several may be chosen")
        }
        Outcome::Value(parameter) => format!("the value of `{parameter}`"),
        Outcome::Bool => "whether it was done".to_owned(),
    };
    format!("Result, for `store_as`: {what}.\n")
}
