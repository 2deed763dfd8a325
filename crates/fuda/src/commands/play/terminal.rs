//! The screen of a terminal: taken at the beginning, given back at the end.

use super::Farewell;
use super::draw::draw;
use super::screen::Screen;
use super::session::Session;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use std::io;

/// Plays until the game is over or left.
pub(super) fn play(session: &mut Session) -> io::Result<Farewell> {
    let mut terminal = ratatui::try_init()?;
    let farewell = rounds(&mut terminal, &mut Screen::new(session));
    ratatui::try_restore()?;
    farewell
}

fn rounds(terminal: &mut DefaultTerminal, screen: &mut Screen<'_>) -> io::Result<Farewell> {
    loop {
        terminal.draw(|frame| draw(frame, screen))?;
        let Event::Key(key) = event::read()? else {
            continue;
        };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        if let Some(farewell) = screen.key(key) {
            return Ok(farewell);
        }
    }
}
