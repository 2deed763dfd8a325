//! Small changes that people and machines make to files.

use crate::random::Random;
use crate::seeds::Corpus;

/// A file made from one of the corpus by a few changes.
pub(crate) fn mutated(corpus: &Corpus, random: &mut Random) -> Vec<u8> {
    let seeds = match random.one_in(4) {
        true => &corpus.texts,
        false => &corpus.games,
    };
    let mut text = random.pick(seeds).cloned().unwrap_or_default();
    for _ in 0..=random.below(3) {
        text = change(&text, corpus, random);
    }
    if random.one_in(20) {
        return flipped(text.into_bytes(), random);
    }
    text.into_bytes()
}

type Change = fn(&str, &Corpus, &mut Random) -> String;

/// Those that keep most of a file right come twice, so that the checker has something to look at.
const CHANGES: &[Change] = &[
    delete_lines,
    duplicate_lines,
    swap_lines,
    indent_lines,
    replace_token,
    replace_token,
    rename_key,
    rename_key,
    replace_number,
    replace_number,
    swap_values,
    swap_values,
    graft,
    graft,
    graft_in_flow,
    repeat_by_alias,
    nest,
    insert_text,
    truncate,
    splice,
    empty_value,
    comment,
    comment,
];

fn change(text: &str, corpus: &Corpus, random: &mut Random) -> String {
    let change = CHANGES[random.below(CHANGES.len())];
    change(text, corpus, random)
}

fn flipped(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let at = random.below(bytes.len());
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << random.below(8);
    }
    bytes
}

/// Applies a change to the lines of a text, unless it has none.
fn with_lines(text: &str, change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if !lines.is_empty() {
        change(&mut lines);
    }
    lines.join("\n") + "\n"
}

/// A few lines that follow each other.
fn some(lines: &[String], random: &mut Random) -> std::ops::Range<usize> {
    let start = random.below(lines.len());
    start..(start + 1 + random.below(4)).min(lines.len())
}

fn delete_lines(text: &str, _: &Corpus, random: &mut Random) -> String {
    with_lines(text, |lines| {
        lines.drain(some(lines, random));
    })
}

fn duplicate_lines(text: &str, _: &Corpus, random: &mut Random) -> String {
    with_lines(text, |lines| {
        let copied = lines[some(lines, random)].to_vec();
        let at = random.below(lines.len());
        lines.splice(at..at, copied);
    })
}

fn swap_lines(text: &str, _: &Corpus, random: &mut Random) -> String {
    with_lines(text, |lines| {
        let (one, other) = (random.below(lines.len()), random.below(lines.len()));
        lines.swap(one, other);
    })
}

fn indent_lines(text: &str, _: &Corpus, random: &mut Random) -> String {
    let indent = ["", " ", "  ", "    ", "\t"][random.below(5)];
    with_lines(text, |lines| {
        for line in some(lines, random) {
            lines[line] = format!("{indent}{}", lines[line].trim_start());
        }
    })
}

/// The places of words in a text.
fn words(text: &str) -> Vec<std::ops::Range<usize>> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        match start {
            None if is_word(letter) => start = Some(at),
            Some(begin) if !is_word(letter) => {
                words.push(begin..at);
                start = None;
            }
            None | Some(_) => {}
        }
    }
    words
}

/// Puts another word in the place of one that fits.
fn replace_word(
    text: &str,
    random: &mut Random,
    fits: impl Fn(&str) -> bool,
    replacement: impl FnOnce(&mut Random) -> String,
) -> String {
    let mut words = words(text);
    words.retain(|word| fits(&text[word.clone()]));
    let Some(word) = random.pick(&words).cloned() else {
        return text.to_owned();
    };
    format!(
        "{}{}{}",
        &text[..word.start],
        replacement(random),
        &text[word.end..]
    )
}

fn replace_token(text: &str, corpus: &Corpus, random: &mut Random) -> String {
    let token = |random: &mut Random| random.pick(&corpus.tokens).cloned().unwrap_or_default();
    replace_word(text, random, |_| true, token)
}

fn replace_number(text: &str, _: &Corpus, random: &mut Random) -> String {
    const NUMBERS: &[&str] = &[
        "0",
        "-1",
        "255",
        "256",
        "65536",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "-9223372036854775808",
        "99999999999999999999999",
        "1e400",
        "0.5",
        "0x7fffffffffffffff",
        ".inf",
    ];
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let number = |random: &mut Random| NUMBERS[random.below(NUMBERS.len())].to_owned();
    replace_word(text, random, is_number, number)
}

fn rename_key(text: &str, corpus: &Corpus, random: &mut Random) -> String {
    let key = random.pick(&corpus.keys).cloned().unwrap_or_default();
    with_lines(text, |lines| {
        let at = random.below(lines.len());
        if let Some((before, value)) = lines[at].split_once(':') {
            let indent = before.len() - before.trim_start_matches([' ', '-', '{']).len();
            lines[at] = format!("{}{key}:{value}", &before[..indent]);
        }
    })
}

/// Exchanges what two keys have on their lines.
fn swap_values(text: &str, _: &Corpus, random: &mut Random) -> String {
    with_lines(text, |lines| {
        let (one, other) = (random.below(lines.len()), random.below(lines.len()));
        let pair = lines[one].split_once(':').zip(lines[other].split_once(':'));
        if let Some(((key, value), (other_key, other_value))) = pair {
            let lines_now = (
                format!("{key}:{other_value}"),
                format!("{other_key}:{value}"),
            );
            (lines[one], lines[other]) = lines_now;
        }
    })
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// A line with all lines that belong to it.
fn block(lines: &[String], start: usize) -> std::ops::Range<usize> {
    let indent = indent_of(&lines[start]);
    let inside = lines[start + 1..]
        .iter()
        .take_while(|line| line.trim().is_empty() || indent_of(line) > indent);
    start..start + 1 + inside.count()
}

/// The lines that belong to a line.
fn inside(lines: &[String], start: usize) -> std::ops::Range<usize> {
    start + 1..block(lines, start).end
}

/// Puts a block of another file in the place of one, or before it, at its indentation.
fn graft(text: &str, corpus: &Corpus, random: &mut Random) -> String {
    let donor = random.pick(&corpus.texts).cloned().unwrap_or_default();
    let donor: Vec<String> = donor.lines().map(str::to_owned).collect();
    with_lines(text, |lines| {
        if donor.is_empty() {
            return;
        }
        let (from, to) = (random.below(donor.len()), random.below(lines.len()));
        let (taken, place) = (block(&donor, from), block(lines, to));
        let indent = " ".repeat(indent_of(&lines[to]));
        let cut = indent_of(&donor[from]);
        let moved: Vec<String> = donor[taken]
            .iter()
            .map(|line| format!("{indent}{}", line.get(cut..).unwrap_or_default()))
            .collect();
        let place = if random.one_in(2) { place } else { to..to };
        lines.splice(place, moved);
    })
}

/// Texts in brackets, inner brackets included.
fn flow_values(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut open = Vec::new();
    let mut values = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => open.push(at),
            b']' | b'}' => values.extend(open.pop().map(|start| start..at + 1)),
            _ => {}
        }
    }
    values
}

/// Puts a `[…]` or `{…}` of another file in the place of one.
fn graft_in_flow(text: &str, corpus: &Corpus, random: &mut Random) -> String {
    let donor = random.pick(&corpus.texts).cloned().unwrap_or_default();
    let (places, taken) = (flow_values(text), flow_values(&donor));
    let (Some(place), Some(taken)) = (random.pick(&places), random.pick(&taken)) else {
        return text.to_owned();
    };
    format!(
        "{}{}{}",
        &text[..place.start],
        &donor[taken.clone()],
        &text[place.end..]
    )
}

/// Gives one value an anchor and repeats it elsewhere.
fn repeat_by_alias(text: &str, _: &Corpus, random: &mut Random) -> String {
    with_lines(text, |lines| {
        let (one, other) = (random.below(lines.len()), random.below(lines.len()));
        let (first, second) = (one.min(other), one.max(other));
        let keys = lines[first]
            .split_once(':')
            .zip(lines[second].split_once(':'));
        if let Some(((key, value), (other_key, _))) = keys {
            let lines_now = (
                format!("{key}: &again{value}"),
                format!("{other_key}: *again"),
            );
            lines.drain(inside(lines, second));
            (lines[first], lines[second]) = lines_now;
        }
    })
}

/// Wraps a word in many brackets, or puts many brackets in its place.
fn nest(text: &str, _: &Corpus, random: &mut Random) -> String {
    const BRACKETS: &[(&str, &str)] = &[
        ("[", "]"),
        ("{ a: ", " }"),
        ("{ not: [", "] }"),
        ("{ and: [", "] }"),
        ("(", ")"),
        ("not ", ""),
        ("x[", "]"),
        ("- ", ""),
    ];
    let (open, close) = BRACKETS[random.below(BRACKETS.len())];
    let depth = [1, 2, 10, 40, 63, 64, 70, 127, 130, 3000][random.below(10)];
    let word = |_: &mut Random| format!("{}x{}", open.repeat(depth), close.repeat(depth));
    replace_word(text, random, |_| true, word)
}

fn insert_text(text: &str, _: &Corpus, random: &mut Random) -> String {
    const TEXTS: &[&str] = &[
        "\u{0}",
        "\u{7f}",
        "\u{85}",
        "\u{a0}",
        "\u{200b}",
        "\u{200d}",
        "\u{202e}",
        "\u{2028}",
        "\u{feff}",
        "\u{fffd}",
        "\u{1f0cf}",
        "e\u{301}",
        "ｆｕｌｌ",
        "（",
        "“",
        "札",
        "\t",
        "\r",
        "\r\n",
        "\n",
        "\n---\n",
        "\n...\n",
        "'",
        "\"",
        "#",
        " #",
        ": ",
        "- ",
        "? ",
        "&a ",
        "*a ",
        "!include ",
        "!include 1.4-duel.yaml",
        "!x ",
        "<<: ",
        "|\n",
        ">-\n",
        "%YAML 1.2\n",
        "\\",
        "$",
        ";",
        "==",
        "{{x}}",
    ];
    let inserted = TEXTS[random.below(TEXTS.len())];
    let at = text.floor_char_boundary(random.below(text.len() + 1));
    format!("{}{inserted}{}", &text[..at], &text[at..])
}

fn truncate(text: &str, _: &Corpus, random: &mut Random) -> String {
    let at = text.floor_char_boundary(random.below(text.len() + 1));
    text[..at].to_owned()
}

/// The beginning of one file and the end of another.
fn splice(text: &str, corpus: &Corpus, random: &mut Random) -> String {
    let other = random.pick(&corpus.texts).cloned().unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let others: Vec<&str> = other.lines().collect();
    let (here, there) = (
        random.below(lines.len() + 1),
        random.below(others.len() + 1),
    );
    let lines: Vec<&str> = lines[..here]
        .iter()
        .chain(&others[there..])
        .copied()
        .collect();
    lines.join("\n") + "\n"
}

/// Leaves a key without its value.
fn empty_value(text: &str, _: &Corpus, random: &mut Random) -> String {
    with_lines(text, |lines| {
        let at = random.below(lines.len());
        lines.drain(inside(lines, at));
        if let Some((key, _)) = lines[at].split_once(':') {
            lines[at] = format!("{key}:");
        }
    })
}

/// Says something without meaning: a comment, a blank line, more space.
fn comment(text: &str, _: &Corpus, random: &mut Random) -> String {
    with_lines(text, |lines| {
        let at = random.below(lines.len());
        match random.below(4) {
            0 => lines.insert(at, "# a comment".to_owned()),
            1 => lines.insert(at, String::new()),
            2 => lines[at].push_str("  # why"),
            _ => lines[at].push_str("   "),
        }
    })
}
