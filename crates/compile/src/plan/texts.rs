//! Texts for people, from the game and from the vocabulary.

use cgml::model::Prose;
use cgml::vocabulary::Language;
use cgml::vocabulary::prompts::Prompt;
use engine::program::Text;

/// A text of the game.
pub(crate) fn text(id: &str, prose: &Prose) -> Text {
    Text {
        id: id.to_owned(),
        texts: prose.texts.clone(),
    }
}

/// A question of the vocabulary.
pub(crate) fn question(prompt: Prompt) -> Text {
    let languages = [Language::English, Language::Japanese];
    let texts = languages.map(|language| {
        let text = prompt.says.of(language);
        (language.code().to_owned(), text.to_owned())
    });
    Text {
        id: prompt.id.to_owned(),
        texts: texts.to_vec(),
    }
}
