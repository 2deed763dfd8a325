//! A game line by line: for pipes, scripts, tests and readers of screens.

use super::Farewell;
use super::session::Session;
use std::io::{self, BufRead, Write};

/// Longer lists are shown on request.
const MOST_LISTED: usize = 40;

/// Request of a line.
enum Asked {
    Choice(usize),
    Undo,
    Think,
    List,
    Help,
    Quit,
    Save,
    Nothing,
    /// Something that cannot be done, and why.
    Wrong(String),
}

/// Plays until the game or the input ends.
pub(super) fn play(
    session: &mut Session,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<Farewell> {
    writeln!(
        output,
        "{} ({} {})",
        session.title,
        seed(session),
        session.seed()
    )?;
    let mut read = vec![0; usize::from(session.program.seats)];
    let mut last = None;
    while let Some(seat) = session.waits_for() {
        pass(session, last, seat, &mut output)?;
        last = Some(seat);
        tell(session, &mut read, &mut output)?;
        writeln!(output, "\n{}", session.board().text().trim_end())?;
        ask(session, MOST_LISTED, &mut output)?;
        if let Some(farewell) = answer(session, &mut read, &mut input, &mut output)? {
            return Ok(farewell);
        }
    }
    tell(session, &mut read, &mut output)?;
    writeln!(output, "\n{}", session.board().text().trim_end())?;
    writeln!(output, "{}", session.prompt().0)?;
    Ok(Farewell::Save)
}

fn seed(session: &Session) -> &'static str {
    session.words().pick("seed", "シード")
}

/// Says who must look at what follows.
fn pass(session: &Session, last: Option<u8>, seat: u8, output: &mut impl Write) -> io::Result<()> {
    if session.must_pass(last, seat) {
        let text = session
            .words()
            .pick("════ for {} only ════", "════ {}だけが見る ════");
        let name = session.words().seat_name(seat);
        writeln!(output, "\n{}", text.replace("{}", &name))?;
    }
    Ok(())
}

/// Tells what happened since the seat last looked.
fn tell(session: &Session, read: &mut [usize], output: &mut impl Write) -> io::Result<()> {
    let read = &mut read[usize::from(session.viewer())];
    for line in session.log().since(*read) {
        writeln!(output, "  {line}")?;
    }
    *read = session.log().len();
    Ok(())
}

fn ask(session: &Session, most: usize, output: &mut impl Write) -> io::Result<()> {
    let words = session.words();
    let (prompt, part) = session.prompt();
    match part {
        Some(part) => writeln!(output, "{prompt} [{part}]")?,
        None => writeln!(output, "{prompt}")?,
    }
    let choices: Vec<_> = session
        .menu()
        .into_iter()
        .map(|(_, choice)| choice)
        .collect();
    for (number, text) in words.choices(&choices).iter().enumerate().take(most) {
        writeln!(output, "  {}. {text}", number + 1)?;
    }
    if choices.len() > most {
        let more = choices.len() - most;
        let text = words.pick(
            "  … and {} more: `list` shows them all",
            "  … ほか{}個: `list` ですべて表示",
        );
        writeln!(output, "{}", text.replace("{}", &more.to_string()))?;
    }
    Ok(())
}

/// Reads lines until one of them leads on; how to part if nobody wants to play on.
fn answer(
    session: &mut Session,
    read: &mut [usize],
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<Option<Farewell>> {
    loop {
        write!(output, "> ")?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            let text = session.words().pick("no more input", "入力の終わり");
            writeln!(output, "\n{text}")?;
            return Ok(Some(Farewell::Leave));
        }
        match asked(session, line.trim()) {
            Asked::Choice(number) => {
                session.choose(number);
                return Ok(None);
            }
            Asked::Undo => {
                session.undo();
                read.fill(session.log().len());
                return Ok(None);
            }
            Asked::Think => {
                session.advise();
                tell(session, read, output)?;
            }
            Asked::Quit => return Ok(Some(Farewell::Leave)),
            Asked::Save => return Ok(Some(Farewell::Save)),
            Asked::List => ask(session, usize::MAX, output)?,
            Asked::Help => writeln!(output, "{}", help(session))?,
            Asked::Wrong(problem) => writeln!(output, "{problem}")?,
            Asked::Nothing => {}
        }
    }
}

/// The words of the game come before ours.
fn asked(session: &Session, line: &str) -> Asked {
    let words = session.words();
    let choices = session.menu();
    if line.is_empty() {
        return Asked::Nothing;
    }
    if let Ok(number) = line.parse::<usize>() {
        return match number.checked_sub(1).and_then(|place| choices.get(place)) {
            Some((number, _)) => Asked::Choice(*number),
            None => Asked::Wrong(
                words
                    .pick(
                        "choose a number from 1 to {}",
                        "1から{}までの番号を選んでください",
                    )
                    .replace("{}", &choices.len().to_string()),
            ),
        };
    }
    match (session.find(line), line) {
        (Ok(number), _) => Asked::Choice(number),
        (Err(_), "quit" | "q" | "exit") => Asked::Quit,
        (Err(_), "help" | "?") => Asked::Help,
        (Err(_), "list") => Asked::List,
        (Err(_), "think") => Asked::Think,
        (Err(_), "undo" | "u") if session.can_undo() => Asked::Undo,
        (Err(_), "undo" | "u") => Asked::Wrong(
            words
                .pick(
                    "only a game of one player can be taken back",
                    "手を戻せるのは1人用ゲームだけです",
                )
                .to_owned(),
        ),
        (Err(_), "save") if session.can_save() => Asked::Save,
        (Err(_), "save") => Asked::Wrong(
            words
                .pick(
                    "no file was named with `--record`",
                    "`--record` でファイルが指定されていません",
                )
                .to_owned(),
        ),
        (Err(problem), _) => Asked::Wrong(problem.to_string()),
    }
}

fn help(session: &Session) -> &'static str {
    session.words().pick(
        "type a number or some words of a choice; `list` shows all choices, `undo` takes one back,\n\
         `think` says what a computer would think in your place, `save` writes the record and leaves, `quit` leaves without saving",
        "番号か選択肢の言葉を入力します。`list` はすべての選択肢、`undo` は手を戻す、\n\
         `think` はコンピューターの考えを聞く、`save` は棋譜を保存して終了、`quit` は保存せずに終了",
    )
}
