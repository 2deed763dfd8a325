//! Plays shipped games on screens that nobody sees.

use super::draw::draw;
use super::plain;
use super::screen::{Mode, Screen};
use super::session::{Seating, Session};
use super::{Farewell, Who};
use cgml::vocabulary::Language;
use compile::Settings;
use players::PlayerSpec;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

const COMPUTER: Who = Who::Computer(PlayerSpec::Random);

fn session(game: &str, who: &[Who], language: Language) -> Session {
    let located = fuda::locate(game).expect("it is shipped");
    let settings = Settings {
        players: Some(who.len() as u8),
        ..Settings::default()
    };
    let program = fuda::build(&located, &settings).expect("it can be played");
    let seating = Seating {
        who: who.to_vec(),
        seed: 3,
        language,
        can_save: false,
        shows_thoughts: false,
    };
    let equipment = seating.equipment(&program).expect("there are no files");
    Session::new(program, game.to_owned(), seating, &equipment).expect("everybody can play")
}

fn english(game: &str, who: &[Who]) -> Session {
    session(game, who, Language::English)
}

/// Contents of a screen of a size.
fn drawn(screen: &mut Screen<'_>, width: u16, height: u16) -> String {
    let backend = TestBackend::new(width, height);
    let mut terminal = Terminal::new(backend).expect("it needs nothing");
    terminal
        .draw(|frame| draw(frame, screen))
        .expect("nothing can go wrong");
    let shown = terminal.backend().to_string();
    // Each line stands in quotes, and after it what wide letters lie over.
    let lines = shown.lines().map(|line| {
        let line = line.strip_prefix('"').unwrap_or(line);
        let end = line.rfind("\" Hidden by").unwrap_or(line.len());
        line[..end].trim_end_matches('"').trim_end()
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn press(screen: &mut Screen<'_>, keys: &[KeyCode]) -> Option<Farewell> {
    let mut last = None;
    for key in keys {
        last = screen.key(KeyEvent::new(*key, KeyModifiers::NONE));
    }
    last
}

#[test]
fn the_screen_shows_the_table_the_hand_the_log_and_the_choices() {
    let mut session = english("crazy-eights", &[Who::Person, COMPUTER]);
    let mut screen = Screen::new(&mut session);

    insta::assert_snapshot!(drawn(&mut screen, 90, 24));
}

#[test]
fn a_narrow_screen_shows_the_log_when_it_is_asked_for() {
    let mut session = english("crazy-eights", &[Who::Person, COMPUTER]);
    let mut screen = Screen::new(&mut session);

    let table = drawn(&mut screen, 44, 16);
    press(&mut screen, &[KeyCode::Tab]);
    let log = drawn(&mut screen, 44, 16);

    assert!(
        table.contains("Hand (") && !table.contains("what happened"),
        "{table}"
    );
    assert!(log.contains("what happened"), "{log}");
    for shown in [&table, &log] {
        assert!(shown.contains("1 Play a card"), "{shown}");
    }
}

#[test]
fn every_size_can_be_drawn() {
    let mut session = english("crazy-eights", &[Who::Person, COMPUTER]);
    let mut screen = Screen::new(&mut session);
    for mode in [Mode::Choosing, Mode::Helping, Mode::Leaving, Mode::Passing] {
        screen.mode = mode;
        for width in [1, 29, 30, 31, 75, 76, 200] {
            for height in [1, 9, 10, 11, 12, 15, 60] {
                drawn(&mut screen, width, height);
            }
        }
    }
    let small = drawn(&mut screen, 29, 5);
    assert!(small.contains("larger"), "{small}");
}

#[test]
fn the_cards_of_others_are_hidden() {
    let mut session = english("crazy-eights", &[Who::Person, COMPUTER]);
    let others: Vec<String> = {
        let position = session.record().verify(&session.program);
        let position = position.expect("it was just played");
        let view = position.view(&session.program, engine::ids::Seat(1));
        let hands = view.zones.iter().flat_map(|zone| &zone.piles);
        let hand = hands.filter(|pile| pile.owner == Some(1));
        let cards = hand.flat_map(|pile| &pile.cards);
        cards.map(ToString::to_string).collect()
    };
    assert!(others.len() >= 4, "{others:?}");
    let mut screen = Screen::new(&mut session);
    let shown = drawn(&mut screen, 120, 60);
    let words: Vec<&str> = shown.split_whitespace().collect();
    let known = others.iter().filter(|card| words.contains(&card.as_str()));
    assert_eq!(known.collect::<Vec<_>>(), [""; 0], "{shown}");
}

#[test]
fn words_leave_the_choices_that_have_them() {
    let mut session = english("crazy-eights", &[Who::Person, COMPUTER]);
    let mut screen = Screen::new(&mut session);
    let all = screen.shown().len();

    press(
        &mut screen,
        &[KeyCode::Char('/'), KeyCode::Char('d'), KeyCode::Char('R')],
    );
    let found: Vec<String> = screen.shown().into_iter().map(|shown| shown.text).collect();
    assert_eq!(found, ["Draw a card"]);
    let shown = drawn(&mut screen, 90, 24);
    assert!(shown.contains("/dR▏"), "{shown}");

    press(&mut screen, &[KeyCode::Esc]);
    assert_eq!((screen.mode, screen.shown().len()), (Mode::Choosing, all));
}

#[test]
fn a_number_goes_to_its_choice_and_enter_takes_it() {
    let mut session = english("crazy-eights", &[Who::Person, COMPUTER]);
    let mut screen = Screen::new(&mut session);

    press(&mut screen, &[KeyCode::Char('2')]);
    assert_eq!(screen.selected, 1);
    let wanted = screen.shown()[1].text.clone();
    press(&mut screen, &[KeyCode::Enter]);

    let log: Vec<String> = screen.session.log().since(0).collect();
    let said = wanted.replacen("Play", "You play", 1);
    assert!(log.contains(&said), "{log:?}");
}

#[test]
fn people_who_share_a_screen_do_not_see_each_others_cards() {
    let mut session = english("crazy-eights", &[Who::Person, Who::Person]);
    let mut screen = Screen::new(&mut session);

    assert_eq!(screen.mode, Mode::Passing);
    let first = drawn(&mut screen, 80, 24);
    assert!(
        first.contains("'s turn.") && !first.contains("Hand"),
        "{first}"
    );

    let before = screen.session.viewer();
    press(&mut screen, &[KeyCode::Enter]);
    assert_eq!(screen.mode, Mode::Choosing);
    while screen.session.viewer() == before && screen.mode == Mode::Choosing {
        press(&mut screen, &[KeyCode::Enter]);
    }
    assert_eq!(screen.mode, Mode::Passing);
    assert!(!drawn(&mut screen, 80, 24).contains("Hand"));
}

#[test]
fn people_who_see_the_same_need_not_look_away() {
    let session = english("crazy-eights", &[Who::Person, COMPUTER]);
    assert!(!session.must_pass(None, 0));
}

#[test]
fn a_choice_of_a_game_of_one_player_can_be_taken_back() {
    let mut session = english("klondike", &[Who::Person]);
    let before = session.board();
    let record = session.record().clone();
    let mut screen = Screen::new(&mut session);

    press(&mut screen, &[KeyCode::Enter, KeyCode::Char('u')]);

    assert_eq!(screen.session.board(), before);
    assert_eq!(screen.session.record(), &record);
    let mut two = english("crazy-eights", &[Who::Person, COMPUTER]);
    two.choose(0);
    assert!(!two.undo());
}

#[test]
fn leaving_asks_first() {
    let mut session = english("crazy-eights", &[Who::Person, COMPUTER]);
    let mut screen = Screen::new(&mut session);

    assert_eq!(press(&mut screen, &[KeyCode::Char('q')]), None);
    let shown = drawn(&mut screen, 80, 24);
    assert!(shown.contains("nothing is saved"), "{shown}");
    assert_eq!(press(&mut screen, &[KeyCode::Char('s')]), None);
    assert_eq!(press(&mut screen, &[KeyCode::Char('n')]), None);
    assert_eq!(screen.mode, Mode::Choosing);
    let parted = press(&mut screen, &[KeyCode::Char('q'), KeyCode::Char('y')]);
    assert_eq!(parted, Some(Farewell::Leave));
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut session = english("kuhn-poker", &[Who::Person, COMPUTER]);
    let mut screen = Screen::new(&mut session);
    while screen.mode == Mode::Choosing {
        press(&mut screen, &[KeyCode::Enter]);
    }

    assert_eq!(screen.mode, Mode::Over);
    let shown = drawn(&mut screen, 80, 24);
    assert!(shown.contains("Game over: "), "{shown}");
    assert_eq!(press(&mut screen, &[KeyCode::Enter]), Some(Farewell::Save));
    let program = &session.program;
    assert!(session.record().verify(program).is_ok());
}

#[test]
fn japanese_is_spoken_where_it_is_wanted() {
    let mut session = session("crazy-eights", &[Who::Person, COMPUTER], Language::Japanese);
    let mut screen = Screen::new(&mut session);

    insta::assert_snapshot!(drawn(&mut screen, 90, 24));
}

#[test]
fn lines_are_enough_to_play() {
    let mut session = english("kuhn-poker", &[Who::Person, COMPUTER]);
    let mut printed = Vec::new();
    let input = "fold\n9\npass\nbet\nbet\n".as_bytes();

    let parted = plain::play(&mut session, input, &mut printed).expect("nothing can go wrong");

    assert_eq!(parted, Farewell::Save);
    insta::assert_snapshot!(String::from_utf8(printed).expect("it is text"));
}
