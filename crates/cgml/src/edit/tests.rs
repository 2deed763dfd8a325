use super::*;

const FILE: &str = "\
# All cards.
- id: baron  # a human
  cost: 2  # cheap
  name: { en: Baron, ja: 男爵 }
  abilities:
    # Comes with a friend.
    - when: this.entered
      effect: draw(1)
  # The end of the baron.

# Below: fish.
- { id: fish, cost: 1 } # swims
";

fn place_of(text: &str, id: &str) -> CardPlace {
    let places = cards(text).expect("a file of cards");
    let found = places.into_iter().find(|place| place.id == id);
    found.expect("it is in the file")
}

#[test]
fn a_card_is_taken_out_and_put_back_without_a_trace() {
    for id in ["baron", "fish"] {
        let place = place_of(FILE, id);
        let card = card_text(FILE, &place);
        assert_eq!(with_card(FILE, &place, &card), FILE);
    }
    let baron = card_text(FILE, &place_of(FILE, "baron"));
    assert!(
        baron.starts_with("id: baron  # a human\ncost: 2"),
        "{baron}"
    );
    assert!(baron.ends_with("\n# The end of the baron."), "{baron}");
    assert_eq!(
        card_text(FILE, &place_of(FILE, "fish")),
        "{ id: fish, cost: 1 } # swims"
    );
}

#[test]
fn cards_are_added_and_removed() {
    let (more, new) = with_new_card(FILE, "id: ant\ncost: 0\n").expect("a list");
    assert_eq!(card_text(&more, &new), "id: ant\ncost: 0");
    assert!(more.starts_with(FILE.trim_end()) && more.ends_with("\n\n- id: ant\n  cost: 0\n"));
    let place = place_of(&more, "ant");
    assert_eq!(cards(&without_card(&more, &place)), cards(FILE));
    let inner = "cards:\n  - { id: a }\n  - { id: b }\nsetup: []\n";
    let (more, _) = with_new_card(inner, "{ id: c }").expect("a list");
    assert_eq!(
        more,
        "cards:\n  - { id: a }\n  - { id: b }\n  - { id: c }\nsetup: []\n"
    );
    let (first, _) = with_new_card("", "id: a").expect("an empty file");
    assert_eq!(
        first,
        "- id: a
"
    );
    assert_eq!(with_new_card("a: 1\n", "id: a"), Err(EditError::NoList));
}

#[test]
fn a_key_changes_and_nothing_else() {
    let card = "id: baron  # a human\ncost: 2  # cheap\nraces:  # of old\n  - human\n  - elf\nabilities: []\n";
    let word = |word: &str| Some(NewValue::Word(word.to_owned()));
    let list = NewValue::List(vec!["orc".to_owned(), "a, b".to_owned()]);
    assert_eq!(
        set(card, "cost", word("3").as_ref()).as_deref(),
        Ok(card.replace("cost: 2", "cost: 3").as_str())
    );
    assert_eq!(
        set(card, "races", Some(&list)).as_deref(),
        Ok(
            "id: baron  # a human\ncost: 2  # cheap\nraces: [orc, \"a, b\"]  # of old\nabilities: []\n"
        )
    );
    assert_eq!(
        set(card, "power", word("1000").as_ref()).as_deref(),
        Ok(card.replace("abilities", "power: 1000\nabilities").as_str())
    );
    assert_eq!(
        set(card, "cost", None).as_deref(),
        Ok(card.replace("cost: 2  # cheap\n", "").as_str())
    );
}

#[test]
fn texts_are_quoted_where_they_must_be() {
    let text = |path: &str, text: &str| {
        let value = NewValue::Text(text.to_owned());
        set("id: a\nname: Old\n", path, Some(&value)).expect("a card")
    };
    assert_eq!(
        text("name", "Plain, not so"),
        "id: a\nname: \"Plain, not so\"\n"
    );
    assert_eq!(text("name", "12"), "id: a\nname: \"12\"\n");
    assert_eq!(text("name.ja", "札"), "id: a\nname: { en: Old, ja: 札 }\n");
    assert_eq!(text("name.en", "New"), "id: a\nname: New\n");
    assert_eq!(
        text("text.ja", "一\n二"),
        "id: a\nname: Old\ntext: { ja: \"一\\n二\" }\n"
    );
    assert_eq!(
        text("text", "one\ntwo: #"),
        "id: a\nname: Old\ntext: |-\n  one\n  two: #\n"
    );
    assert_eq!(text("name", "# no"), "id: a\nname: \"# no\"\n");
}

#[test]
fn keys_in_brackets_change_too() {
    let card = "{ id: fish, cost: 1 }";
    let word = |word: &str| Some(NewValue::Word(word.to_owned()));
    assert_eq!(
        set(card, "cost", word("2").as_ref()).as_deref(),
        Ok("{ id: fish, cost: 2 }")
    );
    assert_eq!(
        set(card, "power", word("5").as_ref()).as_deref(),
        Ok("{ id: fish, cost: 1, power: 5 }")
    );
    assert_eq!(set(card, "cost", None).as_deref(), Ok("{ id: fish }"));
    assert_eq!(set(card, "id", None).as_deref(), Ok("{ cost: 1 }"));
    assert_eq!(set("[1]", "id", None), Err(EditError::NoMapping));
    assert!(matches!(set("a: [", "id", None), Err(EditError::Syntax(_))));
    let broken = NewValue::Yaml("[1".to_owned());
    assert_eq!(
        set(card, "cost", Some(&broken)),
        Err(EditError::WouldDamage)
    );
}

#[test]
fn a_form_shows_values_lists_and_what_is_neither() {
    let shown = form("id: a\nname: { ja: 札 }\nraces: [x, y]\nabilities:\n  - when: z\n");
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    assert_eq!(
        shown,
        Ok(Form {
            values: vec![pair("id", "a"), pair("name.ja", "札")],
            lists: vec![("races".to_owned(), vec!["x".to_owned(), "y".to_owned()])],
            others: vec![pair("abilities", "- when: z")],
        })
    );
}

#[test]
fn rows_of_tables_are_read_and_written() {
    let table = "ID,Name\r\n1,\"a, \"\"b\"\"\"\r\n\r\n2,c";
    let found = rows(table);
    let cells: Vec<Vec<String>> = found.iter().map(|row| row.cells.clone()).collect();
    assert_eq!(
        cells,
        [vec!["ID", "Name"], vec!["1", "a, \"b\""], vec!["2", "c"]]
    );
    assert_eq!(row(&found[1].cells), "1,\"a, \"\"b\"\"\"");
    assert_eq!(
        with_row(table, Some(&found[1]), "1,x"),
        "ID,Name\r\n1,x\r\n\r\n2,c"
    );
    assert_eq!(with_row(table, None, "3,d"), format!("{table}\n3,d\n"));
}
