use super::*;

fn made(verb: ListVerb, a: &[i64], b: &[i64]) -> Vec<i64> {
    let mut lists = Lists::default();
    let a = lists.make(a.iter().copied());
    let b = lists.make(b.iter().copied());
    let made = lists.apply(verb, a, b);
    lists.items(made).to_vec()
}

#[test]
fn lists_are_combined_by_their_elements() {
    assert_eq!(made(ListVerb::Union, &[1, 2], &[2, 3]), [1, 2, 3]);
    assert_eq!(made(ListVerb::Except, &[1, 2, 3], &[2]), [1, 3]);
    assert_eq!(made(ListVerb::Intersect, &[1, 2, 3], &[3, 2]), [2, 3]);
    assert_eq!(made(ListVerb::SortBy, &[7, 8, 9], &[3, 1, 2]), [8, 9, 7]);
    assert_eq!(made(ListVerb::Distinct, &[7, 8, 9], &[1, 2, 1]), [7, 8]);
    assert_eq!(made(ListVerb::Reverse, &[1, 2, 3], &[]), [3, 2, 1]);
}

#[test]
fn groups_come_in_the_order_of_their_first_elements() {
    let mut lists = Lists::default();
    let from = lists.make([10, 11, 12, 13, 14]);
    for keys in [[5, 3, 5, 70, 3], [-1, 100, -1, 7, 100]] {
        let keys = lists.make(keys);
        let groups = lists.apply(ListVerb::GroupBy, from, keys);
        let each: Vec<&[i64]> = lists
            .items(groups)
            .iter()
            .map(|one| lists.items(*one))
            .collect();
        assert_eq!(each, [&[10, 12][..], &[11, 14], &[13]]);
    }
}

#[test]
fn combinations_keep_the_order_of_the_list() {
    let mut lists = Lists::default();
    let from = lists.make([1, 2, 3]);
    let all = lists.apply(ListVerb::Combinations, from, 2);
    let each: Vec<Vec<i64>> = lists
        .items(all)
        .iter()
        .map(|one| lists.items(*one).to_vec())
        .collect();
    assert_eq!(each, [[1, 2], [1, 3], [2, 3]]);
}

#[test]
fn lists_with_equal_elements_become_the_same() {
    let mut lists = Lists::default();
    let [one, two, other] = [[1, 2], [1, 2], [2, 1]].map(|items| lists.make(items));
    let known = lists.make([one]);
    let from = lists.make([other, two, two]);
    let alike = lists.apply(ListVerb::Alike(0), from, known);
    assert_eq!(lists.items(alike), [other, one, one]);

    let [deep, equal] = [[one, other], [two, other]].map(|items| lists.make(items));
    let from = lists.make([deep, equal]);
    let none = lists.begin();
    let alike = lists.apply(ListVerb::Alike(1), from, none);
    assert_eq!(lists.items(alike), [deep, deep]);
}

#[test]
fn lists_that_were_joined_can_be_parted() {
    let mut lists = Lists::default();
    let inner = [vec![1, 2], vec![], vec![3]].map(|items| lists.make(items));
    let from = lists.make(inner);
    let joined = lists.apply(ListVerb::Joined, from, 0);
    assert_eq!(lists.items(joined), [1, 2, NOTHING, NOTHING, 3, NOTHING]);
    let parted = lists.apply(ListVerb::Parted, joined, 0);
    let back: Vec<&[i64]> = lists
        .items(parted)
        .iter()
        .map(|list| lists.items(*list))
        .collect();
    assert_eq!(back, [&[1, 2][..], &[], &[3]]);
}

#[test]
fn a_list_that_is_not_the_last_moves_when_it_grows() {
    let mut lists = Lists::default();
    let first = lists.make([1]);
    let second = lists.make([9]);
    let first = lists.push(first, 2);
    assert_eq!(lists.items(first), [1, 2]);
    assert_eq!(lists.items(second), [9]);
}
