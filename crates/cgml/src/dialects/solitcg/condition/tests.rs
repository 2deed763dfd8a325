use super::*;
use crate::diagnostic::Diagnostics;

/// The expression text of a condition, or the problem with it.
fn written(text: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    let file = diagnostics.files_mut().add("card.yaml", text);
    let place = TextPlace::whole(Span::new(file, 0, text.len()));
    let mut problems = Problems {
        diagnostics: &mut diagnostics,
        counters: &mut Vec::new(),
        types: &mut Vec::new(),
    };
    match condition(text, &place, &mut problems) {
        Some(text) => text,
        None => diagnostics.sorted()[0].message.clone(),
    }
}

#[test]
fn every_reference_has_a_meaning() {
    for (text, expected) in [
        ("hand.count >= 3", "(count(hand) >= 3)"),
        ("deck.count == 0", "(count(deck) == 0)"),
        ("grave.count != 1", "(count(grave) != 1)"),
        ("board.count < 2", "(count(board) < 2)"),
        (
            "board.count(type:'artifact') > 1",
            "(count((board where 'artifact' in card.kinds)) > 1)",
        ),
        (
            "count(tag:'dragon', zone:'board:self') <= 2",
            "(count((board where 'dragon' in card.tags)) <= 2)",
        ),
        (
            "count(zone: 'hand:self', type: 'field') == 1",
            "(count((hand where 'domain' in card.kinds)) == 1)",
        ),
        (
            "count(type:'monster', zone:'board:opponent') > 0",
            "(count((rival_board where 'monster' in card.kinds)) > 0)",
        ),
        (
            "count(zone:'grave:any') > 0",
            "(count(union(grave, rival_grave)) > 0)",
        ),
        ("spells_cast_this_turn >= 7", "(spells_cast_this_turn >= 7)"),
        ("domain.exists", "(count(domain) > 0)"),
        ("player.life > 0", "(me.life > 0)"),
        ("opponent.life <= -1", "(rival_life <= (0 - 1))"),
        ("self.counter('k') >= 8", "(counters(this, `k`) >= 8)"),
    ] {
        assert_eq!(written(text), expected);
    }
}

#[test]
fn and_binds_tighter_than_or_and_not_tighter_than_both() {
    assert_eq!(
        written("hand.count == 0 && deck.count == 0 || !domain.exists"),
        "(((count(hand) == 0) and (count(deck) == 0)) or (not (count(domain) > 0)))"
    );
    assert_eq!(
        written("!(hand.count > 1 || true) && domain.exists == false"),
        "((not ((count(hand) > 1) or true)) and ((count(domain) > 0) == false))"
    );
}

#[test]
fn what_is_no_condition_is_told() {
    for (text, message) in [
        ("", "something is missing at the end"),
        ("hand.count >", "something is missing at the end"),
        ("hand.count + 1 > 2", "`+` means nothing in a condition"),
        ("destroy()", "a condition cannot ask for `destroy`"),
        ("hand.count() == 1 2", "`2` does not belong here"),
        ("count > 1", "a condition cannot ask for `count`"),
        (
            "count(zone:'hand:you') > 1",
            "`you` does not say whose cards",
        ),
        (
            "domain.exists > 1",
            "`domain.exists` is true or false, not a number",
        ),
        ("99999999999 > 1", "`99999999999` is too large"),
        (
            "self.counter('a b') > 1",
            "`a b` cannot be the name of a counter",
        ),
    ] {
        assert_eq!(written(text), message);
    }
    let deep = format!("{}true", "!".repeat(100));
    assert_eq!(written(&deep), "the condition is nested too deeply");
}
