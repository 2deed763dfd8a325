//! Drawing of a game on a screen of any size.

mod board;

use super::grid::Grid;
use super::screen::{Mode, Screen, Shown};
use board::{board_lines, own_lines};
use engine::program::Program;
use engine::seen::Value;
use narrate::Narrator;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

/// Smaller screens show nothing but a request.
const SMALLEST: (u16, u16) = (30, 10);
/// Narrower screens show the log only when it is asked for.
const WIDE: u16 = 76;

const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const BAR: Style = Style::new().add_modifier(Modifier::REVERSED);
const RED: Style = Style::new().fg(Color::LightRed);

/// Draws everything, and remembers where the choices lie.
pub(super) fn draw(frame: &mut Frame<'_>, screen: &mut Screen<'_>) {
    let area = frame.area();
    let words = screen.session.words();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let text = words.pick(
            "Please make the window larger.",
            "ウィンドウを大きくしてください。",
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    if screen.mode == Mode::Passing {
        pass(frame, screen, words);
        return;
    }
    let shown = screen.shown();
    let cell = shown.iter().map(cell_width).max().unwrap_or(1);
    screen.grid = Grid::new(shown.len(), cell, usize::from(area.width).saturating_sub(2));
    let wanted = (screen.grid.rows.max(1) as u16).saturating_add(1);
    let most = (area.height - 2) * 2 / 5;
    let rows = [
        Constraint::Length(1),
        Constraint::Min(3),
        Constraint::Length(wanted.min(most.max(3))),
        Constraint::Length(1),
    ];
    let [bar, main, asked, keys] = Layout::vertical(rows).areas(area);
    title(frame, screen, words, bar);
    table(frame, screen, words, main);
    ask(frame, screen, &shown, cell, asked);
    hint(frame, screen, words, keys);
    match screen.mode {
        Mode::Helping => dialogue(frame, words.pick("keys", "キー操作"), HELP[at(words)]),
        Mode::Leaving => dialogue(
            frame,
            words.pick("leave?", "終了？"),
            &leaving(screen, words),
        ),
        Mode::Passing | Mode::Choosing | Mode::Filtering | Mode::Over => {}
    }
}

fn at(words: Narrator<'_>) -> usize {
    words.pick("0", "1").parse().unwrap_or_default()
}

fn title(frame: &mut Frame<'_>, screen: &Screen<'_>, words: Narrator<'_>, area: Rect) {
    let stage = screen.session.board().stage;
    let text = format!(" {} · {stage}", screen.session.title);
    let seed = screen.session.seed();
    let seat = screen.session.viewer();
    let who = words.pick("you are {}, seed {} ", "あなたは{}、シード{} ");
    let who = who
        .replacen("{}", &words.seat_name(seat), 1)
        .replacen("{}", &seed.to_string(), 1);
    frame.render_widget(Line::from(text).style(BAR), area);
    let used = Line::from(screen.session.title.as_str()).width() + Line::from(stage).width() + 6;
    let line = Line::from(who);
    if used + line.width() <= usize::from(area.width) {
        frame.render_widget(line.style(BAR).right_aligned(), area);
    }
}

/// The board and the log, side by side if there is room.
fn table(frame: &mut Frame<'_>, screen: &Screen<'_>, words: Narrator<'_>, area: Rect) {
    if area.width >= WIDE {
        let columns = [Constraint::Percentage(64), Constraint::Percentage(36)];
        let [left, right] = Layout::horizontal(columns).areas(area);
        board(frame, screen, left);
        log(frame, screen, words, right);
    } else if screen.reads_log {
        log(frame, screen, words, area);
    } else {
        board(frame, screen, area);
    }
}

/// Draws the board: the seat's own things always, of the rest what there is room for.
fn board(frame: &mut Frame<'_>, screen: &Screen<'_>, area: Rect) {
    let board = screen.session.board();
    let width = usize::from(area.width.saturating_sub(2));
    let own = own_lines(&board, width);
    let own_height = (own.len() as u16 + 1).min(area.height / 2 + 1);
    let parts = [Constraint::Min(0), Constraint::Length(own_height)];
    let [top, bottom] = Layout::vertical(parts).areas(area);
    let height = usize::from(top.height);
    let lines = board_lines(&board, width, height);
    frame.render_widget(Paragraph::new(lines), inner(top));
    let rule = Block::new()
        .borders(ratatui::widgets::Borders::TOP)
        .border_style(DIM);
    frame.render_widget(Paragraph::new(own).block(rule), inner(bottom));
}

fn inner(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        ..area
    }
}

fn log(frame: &mut Frame<'_>, screen: &Screen<'_>, words: Narrator<'_>, area: Rect) {
    let title = words.pick(" what happened ", " 経過 ");
    let block = Block::bordered().border_style(DIM).title(title);
    let height = usize::from(area.height.saturating_sub(2));
    let width = usize::from(area.width.saturating_sub(2));
    let lines: Vec<Line<'_>> = screen
        .session
        .log()
        .since(0)
        .flat_map(|line| board::wrapped(&line, width))
        .map(Line::from)
        .collect();
    let end = lines
        .len()
        .saturating_sub(screen.back)
        .max(height.min(lines.len()));
    let first = end.saturating_sub(height);
    frame.render_widget(
        Paragraph::new(lines[first..end].to_vec()).block(block),
        area,
    );
}

fn ask(frame: &mut Frame<'_>, screen: &Screen<'_>, shown: &[Shown], cell: usize, area: Rect) {
    let (prompt, part) = screen.session.prompt();
    let part = part.map(|part| Span::styled(format!(" [{part}]"), DIM));
    let title = Line::from_iter(
        [Some(Span::styled(prompt, BOLD)), part]
            .into_iter()
            .flatten(),
    );
    let block = Block::new()
        .borders(ratatui::widgets::Borders::TOP)
        .border_style(DIM)
        .title(title);
    let grid = screen.grid;
    let height = usize::from(area.height.saturating_sub(1));
    let first = grid.first_row(screen.selected, height);
    let program = screen.session.words().program;
    let rows = (first..grid.rows.min(first + height)).map(|row| {
        let cells = (0..grid.columns).filter_map(|column| {
            let at = row * grid.columns + column;
            let shown = shown.get(at)?;
            Some(choice(shown, at == screen.selected, cell, program))
        });
        Line::from_iter(cells)
    });
    let below = grid.rows.saturating_sub(first + height);
    let mut block = block;
    if first > 0 || below > 0 {
        let more = format!(" ↑{first} ↓{below} ");
        block = block.title(Line::styled(more, DIM).right_aligned());
    }
    let lines: Vec<Line<'_>> = rows.collect();
    frame.render_widget(Paragraph::new(lines).block(block), inner(area));
}

fn choice(shown: &Shown, is_selected: bool, cell: usize, program: &Program) -> Span<'static> {
    let text = format!("{:>3} {}", shown.number + 1, shown.text);
    let width = Span::raw(text.as_str()).width();
    let padding = " ".repeat(cell.saturating_sub(width + 1));
    let mut style = match &shown.choice.value {
        Value::Card(card) => board::tint_of(card, program),
        _ => Style::new(),
    };
    if is_selected {
        style = style.add_modifier(Modifier::REVERSED | Modifier::BOLD);
    }
    Span::styled(format!("{text}{padding} "), style)
}

fn cell_width(shown: &Shown) -> usize {
    Span::raw(shown.text.as_str()).width() + 6
}

fn hint(frame: &mut Frame<'_>, screen: &Screen<'_>, words: Narrator<'_>, area: Rect) {
    let text = match screen.mode {
        Mode::Filtering => {
            let text = words.pick(
                "/{}▏  Enter take it, Esc show all",
                "/{}▏  Enter 決定、Esc すべて表示",
            );
            text.replace("{}", &screen.filter)
        }
        Mode::Over if screen.session.can_undo() => words
            .pick(
                "u take back  PgUp log  q leave",
                "u 戻す  PgUp 経過  q 終了",
            )
            .to_owned(),
        Mode::Over => words
            .pick("PgUp log  q leave", "PgUp 経過  q 終了")
            .to_owned(),
        _ => {
            let undo = words.pick("u take back  ", "u 戻す  ");
            let undo = if screen.session.can_undo() { undo } else { "" };
            let log = words.pick("Tab log  ", "Tab 経過  ");
            let log = if area.width < WIDE { log } else { "" };
            let keys = words.pick(
                "arrows and Enter choose  / find  {}? keys  q leave",
                "矢印とEnterで選ぶ  / 検索  {}? キー  q 終了",
            );
            keys.replace("{}", &format!("{log}{undo}"))
        }
    };
    frame.render_widget(Line::styled(format!(" {text}"), DIM), area);
}

/// Nothing of the game is seen while the keyboard goes to someone else.
fn pass(frame: &mut Frame<'_>, screen: &Screen<'_>, words: Narrator<'_>) {
    let seat = words.seat_name(screen.session.viewer());
    let text = words.pick(
        "It is {}'s turn.\n\nPass the device; nobody else looks.\n\nPress Enter when you are {}.",
        "{}の番です。\n\n端末を渡し、ほかの人は見ないでください。\n\n{}になったらEnterを押してください。",
    );
    let text = text.replace("{}", &seat);
    dialogue(frame, &screen.session.title, &text);
}

fn leaving(screen: &Screen<'_>, words: Narrator<'_>) -> String {
    let nothing = words.pick(
        "The game is not over.\n\ny  leave; nothing is saved",
        "ゲームはまだ終わっていません。\n\ny  保存せずに終了",
    );
    let save = words.pick(
        "\ns  leave; the record is saved as far as it goes",
        "\ns  ここまでの棋譜を保存して終了",
    );
    let save = if screen.session.can_save() { save } else { "" };
    let stay = words.pick("\nn  play on", "\nn  続ける");
    format!("{nothing}{save}{stay}")
}

fn dialogue(frame: &mut Frame<'_>, title: &str, text: &str) {
    let area = frame.area();
    let widest = text.lines().map(|line| Line::from(line).width()).max();
    let width = (widest.unwrap_or(0) as u16 + 4).min(area.width);
    let wide = usize::from(width.saturating_sub(4)).max(1);
    let rows = text
        .lines()
        .map(|line| Line::from(line).width().div_ceil(wide).max(1));
    let height = (rows.sum::<usize>() as u16 + 2).min(area.height);
    let place = area.centered(Constraint::Length(width), Constraint::Length(height));
    let block = Block::bordered()
        .title(format!(" {title} "))
        .padding(ratatui::widgets::Padding::horizontal(1));
    frame.render_widget(Clear, place);
    let text = Paragraph::new(text).wrap(Wrap { trim: false }).block(block);
    frame.render_widget(text, place);
}

const HELP: [&str; 2] = [
    "arrows     walk through the choices\n\
     1 2 3 …    go to the choice with that number\n\
     Enter      choose\n\
     /          show only choices with some words\n\
     Esc        show all choices again\n\
     PgUp PgDn  read the log\n\
     Tab        log instead of table, on narrow screens\n\
     t          what a computer would think in your place, in the log\n\
     u          take back, in games of one player\n\
     q          leave",
    "矢印       選択肢を移動\n\
     1 2 3 …    その番号の選択肢へ\n\
     Enter      決定\n\
     /          言葉で絞り込む\n\
     Esc        すべての選択肢を表示\n\
     PgUp PgDn  経過を読む\n\
     Tab        狭い画面で経過と場を切り替え\n\
     t          コンピューターの考えを経過に書く\n\
     u          1手戻す（1人用ゲーム）\n\
     q          終了",
];
