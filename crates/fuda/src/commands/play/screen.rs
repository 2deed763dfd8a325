//! Keys of the screen. It is drawn elsewhere.

use super::Farewell;
use super::grid::Grid;
use super::session::Session;
use engine::seen::ChoiceSeen;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A game on a screen.
pub(super) struct Screen<'a> {
    pub(super) session: &'a mut Session,
    pub(super) mode: Mode,
    /// The selected one of the shown choices.
    pub(super) selected: usize,
    /// Words that the choices shown must have.
    pub(super) filter: String,
    /// The digits that were typed.
    digits: String,
    /// The number of lines of the log that lie below what is shown.
    pub(super) back: usize,
    /// True if the log takes the place of the board, where there is no room for both.
    pub(super) reads_log: bool,
    /// Grid of the choices when they were drawn last.
    pub(super) grid: Grid,
}

/// Mode of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Someone else must take the keyboard.
    Passing,
    /// A person chooses.
    Choosing,
    /// A person types words to find a choice.
    Filtering,
    /// The keys are explained.
    Helping,
    /// Is the game really to be left?
    Leaving,
    /// The game is over.
    Over,
}

/// A choice that is shown, with its number among all.
pub(super) struct Shown {
    pub(super) number: usize,
    pub(super) text: String,
    pub(super) choice: ChoiceSeen,
}

impl<'a> Screen<'a> {
    pub(super) fn new(session: &'a mut Session) -> Self {
        let mut screen = Self {
            session,
            mode: Mode::Choosing,
            selected: 0,
            filter: String::new(),
            digits: String::new(),
            back: 0,
            reads_log: false,
            grid: Grid::new(0, 1, 1),
        };
        screen.look_at(None);
        screen
    }

    /// The choices that have the words typed.
    pub(super) fn shown(&self) -> Vec<Shown> {
        if self.session.waits_for().is_none() {
            return Vec::new();
        }
        let words = self.session.words();
        let filter = self.filter.to_lowercase();
        let (numbers, choices): (Vec<_>, Vec<_>) = self.session.menu().into_iter().unzip();
        let texts = words.choices(&choices);
        let choices = numbers.into_iter().zip(choices.into_iter().zip(texts));
        let shown = choices.map(|(number, (choice, text))| Shown {
            number,
            text,
            choice,
        });
        let matches = |shown: &Shown| {
            let text = shown.text.to_lowercase();
            filter.split_whitespace().all(|word| text.contains(word))
        };
        shown.filter(matches).collect()
    }

    /// Handles a key; gives the farewell if it was the last one.
    pub(super) fn key(&mut self, key: KeyEvent) -> Option<Farewell> {
        let is_break = key.modifiers.contains(KeyModifiers::CONTROL)
            && matches!(key.code, KeyCode::Char('c' | 'd'));
        match self.mode {
            Mode::Leaving if is_break => return Some(Farewell::Leave),
            _ if is_break => self.mode = Mode::Leaving,
            Mode::Passing => self.key_passing(key.code),
            Mode::Choosing => self.key_choosing(key.code),
            Mode::Filtering => self.key_filtering(key.code),
            Mode::Helping => self.go_on(),
            Mode::Leaving => return self.key_leaving(key.code),
            Mode::Over => return self.key_over(key.code),
        }
        None
    }

    fn key_passing(&mut self, key: KeyCode) {
        match key {
            KeyCode::Enter | KeyCode::Char(' ') => self.mode = Mode::Choosing,
            KeyCode::Char('q') => self.mode = Mode::Leaving,
            _ => {}
        }
    }

    fn key_choosing(&mut self, key: KeyCode) {
        match key {
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('t') => {
                self.session.advise();
                self.back = 0;
            }
            KeyCode::Char('q') => self.mode = Mode::Leaving,
            KeyCode::Char('?') => self.mode = Mode::Helping,
            KeyCode::Char('/') => self.mode = Mode::Filtering,
            KeyCode::Esc => self.clear(),
            KeyCode::Backspace => {
                self.digits.pop();
                self.select_number();
            }
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                self.digits.push(digit);
                self.select_number();
            }
            other => self.walk(other),
        }
    }

    fn key_filtering(&mut self, key: KeyCode) {
        match key {
            KeyCode::Enter => {
                self.mode = Mode::Choosing;
                if self.shown().len() == 1 {
                    self.choose();
                }
            }
            KeyCode::Esc => {
                self.clear();
                self.mode = Mode::Choosing;
            }
            KeyCode::Backspace => {
                self.filter.pop();
                self.selected = 0;
            }
            KeyCode::Char(letter) => {
                self.filter.push(letter);
                self.selected = 0;
            }
            other => self.walk(other),
        }
    }

    fn key_leaving(&mut self, key: KeyCode) -> Option<Farewell> {
        match key {
            KeyCode::Char('y' | 'q') => Some(Farewell::Leave),
            KeyCode::Char('s') if self.session.can_save() => Some(Farewell::Save),
            KeyCode::Char('n') | KeyCode::Esc | KeyCode::Enter => {
                self.go_on();
                None
            }
            _ => None,
        }
    }

    fn key_over(&mut self, key: KeyCode) -> Option<Farewell> {
        match key {
            KeyCode::Char('q') | KeyCode::Enter | KeyCode::Esc => Some(Farewell::Save),
            KeyCode::Char('u') => {
                self.undo();
                None
            }
            other => {
                self.walk(other);
                None
            }
        }
    }

    /// Moves through the choices and the log.
    fn walk(&mut self, key: KeyCode) {
        const PAGE: usize = 10;
        let (across, down) = match key {
            KeyCode::Left => (-1, 0),
            KeyCode::Right => (1, 0),
            KeyCode::Up => (0, -1),
            KeyCode::Down => (0, 1),
            KeyCode::Tab => {
                self.reads_log = !self.reads_log;
                return;
            }
            KeyCode::PageUp => {
                let most = self.session.log().len().saturating_sub(1);
                self.back = (self.back + PAGE).min(most);
                return;
            }
            KeyCode::PageDown => {
                self.back = self.back.saturating_sub(PAGE);
                return;
            }
            _ => return,
        };
        self.digits.clear();
        self.selected = self.grid.moved(self.selected, across, down);
    }

    fn choose(&mut self) {
        let Some(number) = self.shown().get(self.selected).map(|shown| shown.number) else {
            return;
        };
        let before = self.session.viewer();
        self.session.choose(number);
        self.look_at(Some(before));
    }

    fn undo(&mut self) {
        if self.session.undo() {
            self.look_at(Some(self.session.viewer()));
        }
    }

    /// The typed number selects the choice that has it.
    fn select_number(&mut self) {
        let Ok(number) = self.digits.parse::<usize>() else {
            return;
        };
        let found = self
            .shown()
            .iter()
            .position(|shown| shown.number + 1 == number);
        match found {
            Some(found) => self.selected = found,
            None => self.digits.clear(),
        }
    }

    fn clear(&mut self) {
        self.filter.clear();
        self.digits.clear();
        self.selected = 0;
    }

    /// The game went on: what was typed before means nothing any more.
    fn look_at(&mut self, before: Option<u8>) {
        self.clear();
        self.back = 0;
        self.mode = match self.session.waits_for() {
            Some(seat) if self.session.must_pass(before, seat) => Mode::Passing,
            Some(_) => Mode::Choosing,
            None => Mode::Over,
        };
    }

    /// Back from a dialogue.
    fn go_on(&mut self) {
        self.mode = if self.session.waits_for().is_some() {
            Mode::Choosing
        } else {
            Mode::Over
        };
    }
}
