//! Thoughts of players, in words.

use cgml::vocabulary::Language;
use engine::seen::ChoiceSeen;
use narrate::Narrator;
use players::Thought;

/// The number of choices that are told of.
const MOST_TOLD: usize = 5;

/// Thoughts about a decision: the choices that were considered most, and what is expected.
pub(crate) fn thought(
    narrator: Narrator<'_>,
    seat: u8,
    choices: &[ChoiceSeen],
    thought: &Thought,
) -> Vec<String> {
    if thought.simulations == 0 {
        return chances(narrator, seat, choices, thought);
    }
    let mut lines = vec![effort(narrator, seat, thought)];
    let visits: u64 = thought.considered.iter().map(|choice| choice.visits).sum();
    let mut order: Vec<usize> = (0..thought.considered.len().min(choices.len())).collect();
    order.sort_by_key(|number| std::cmp::Reverse(thought.considered[*number].visits));
    for number in order.into_iter().take(MOST_TOLD) {
        let considered = thought.considered[number];
        let Some(value) = considered.value else {
            continue;
        };
        let chosen = if number == thought.choice { "→" } else { " " };
        let share = 100 * considered.visits / visits.max(1);
        let choice = narrator.choice(&choices[number]);
        lines.push(match narrator.language {
            Language::English => {
                format!("{chosen} {choice}: value {value:.3}, {share} % of the simulations")
            }
            Language::Japanese => {
                format!("{chosen} {choice}：評価 {value:.3}、シミュレーションの{share}％")
            }
        });
    }
    if let Some(stopped) = &thought.stopped {
        let ended = narrator.pick("  thinking ended early: ", "  途中で考えるのをやめました：");
        lines.push(format!("{ended}{stopped}"));
    }
    if thought.line.len() > 1 {
        let steps = thought.line.iter();
        let steps: Vec<String> = steps
            .map(|step| {
                format!(
                    "{} {}",
                    narrator.player(step.seat),
                    narrator.choice(&step.choice)
                )
            })
            .collect();
        let expected = narrator.pick("  expected: ", "  予想：");
        lines.push(format!("{expected}{}", steps.join(" · ")));
    }
    lines
}

/// Probabilities of the choices of a player who tries nothing out.
fn chances(
    narrator: Narrator<'_>,
    seat: u8,
    choices: &[ChoiceSeen],
    thought: &Thought,
) -> Vec<String> {
    let who = narrator.player(seat);
    let mut lines = vec![match narrator.language {
        Language::English => format!("{who} drew from these choices:"),
        Language::Japanese => format!("{who}は次の確率で選びました："),
    }];
    let told = choices.iter().zip(&thought.considered).take(MOST_TOLD);
    for (number, (choice, considered)) in told.enumerate() {
        let chosen = if number == thought.choice { "→" } else { " " };
        let (choice, share) = (narrator.choice(choice), 100.0 * considered.prior);
        lines.push(match narrator.language {
            Language::English => format!("{chosen} {choice}: {share:.1} %"),
            Language::Japanese => format!("{chosen} {choice}：{share:.1}％"),
        });
    }
    lines
}

fn effort(narrator: Narrator<'_>, seat: u8, thought: &Thought) -> String {
    let who = narrator.player(seat);
    let Thought {
        simulations,
        worlds,
        ..
    } = thought;
    let seconds = thought
        .seconds
        .map_or(String::new(), |seconds| match narrator.language {
            Language::English => format!(", {seconds:.2} s"),
            Language::Japanese => format!("、{seconds:.2}秒"),
        });
    match narrator.language {
        Language::English => {
            format!("{who} thought: {simulations} simulations in {worlds} worlds{seconds}")
        }
        Language::Japanese => {
            format!("{who}の考え：{worlds}通りの世界で{simulations}回のシミュレーション{seconds}")
        }
    }
}
