//! `spec/rulings.md` answers every question that the text of CGML 1.3 leaves open, each with a run
//! example. The examples themselves are checked by the test `spec` and played by the test `rulings` of
//! `fuda`.

const RULINGS: &str = include_str!("../../../spec/rulings.md");

/// The open questions, and the questions of whoever writes an engine.
const LEAST: usize = 20 + 12;

struct Ruling<'a> {
    title: &'a str,
    text: &'a str,
}

#[test]
fn every_open_question_has_a_ruling_with_a_reason_and_a_run_example() {
    let rulings = rulings();
    assert!(rulings.len() >= LEAST, "only {} rulings", rulings.len());
    for (number, Ruling { title, text }) in (1..).zip(&rulings) {
        assert!(
            title.starts_with(&format!("{number}. ")) && title.ends_with('?'),
            "ruling {number} is called `{title}`"
        );
        for part in ["**Question.** ", "**Ruling.** ", "**Why.** "] {
            assert!(text.contains(part), "{title}: {part} is missing");
        }
        let is_shown = text.contains(" errors=") || text.contains("\nThen: ");
        assert!(text.contains("\n```yaml ") && is_shown, "{title}: no test");
    }
}

#[test]
fn a_reference_to_a_ruling_leads_to_one() {
    let count = rulings().len();
    for word in RULINGS.split("ruling ").skip(1) {
        let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
        let Ok(number) = digits.parse::<usize>() else {
            continue;
        };
        assert!((1..=count).contains(&number), "there is no ruling {number}");
    }
}

fn rulings() -> Vec<Ruling<'static>> {
    let parts = RULINGS.split("\n## ").skip(1);
    parts
        .map(|part| {
            let (title, text) = part.split_once('\n').unwrap_or((part, ""));
            Ruling { title, text }
        })
        .collect()
}
