use super::*;

/// The lists that `make` finds among the elements 0, 1, 2 and so on.
fn found(columns: &[&[i64]], make: impl Fn(&mut Lists, &[i64]) -> i64) -> Vec<Vec<i64>> {
    let mut lists = Lists::default();
    let elements = lists.make(0..columns[0].len() as i64);
    let mut all = vec![elements];
    for column in columns {
        let column = lists.make(column.iter().copied());
        all.push(column);
    }
    let made = make(&mut lists, &all);
    let each = lists.items(made).iter();
    each.map(|one| lists.items(*one).to_vec()).collect()
}

#[test]
fn sets_are_all_groups_with_one_value() {
    let sets = |keys: &[i64], least| found(&[keys], |lists, all| lists.sets(all[0], least, all[1]));
    assert_eq!(sets(&[7, 8, 7, 8, 9], 3), Vec::<Vec<i64>>::new());
    assert_eq!(
        sets(&[7, 8, 7, 8, 7], 2),
        [
            vec![0, 2],
            vec![0, 4],
            vec![2, 4],
            vec![0, 2, 4],
            vec![1, 3]
        ]
    );
    // Values that are no small numbers, and none at all.
    assert_eq!(
        sets(&[-7, crate::ids::NOTHING, -7, crate::ids::NOTHING], 2),
        [[0, 2]]
    );
}

#[test]
fn runs_have_one_key_and_no_gap() {
    let runs = |numbers: &[i64], keys: &[i64], least| {
        found(&[numbers, keys], |lists, all| {
            lists.runs(all[0], least, all[1], all[2])
        })
    };
    let none = Vec::<Vec<i64>>::new();
    assert_eq!(runs(&[1, 2, 4, 3], &[0, 0, 0, 1], 3), none);
    assert_eq!(
        runs(&[1, 2, 4, 3], &[0, 0, 0, 0], 3),
        [vec![0, 1, 3], vec![0, 1, 3, 2], vec![1, 3, 2]]
    );
    assert_eq!(runs(&[1, 2, 2, 3], &[0; 4], 3), [[0, 1, 3], [0, 2, 3]]);
    assert_eq!(runs(&[100, 101, 102], &[90; 3], 3), [[0, 1, 2]]);
    assert_eq!(runs(&[1, 2, 3], &[crate::ids::NOTHING; 3], 1), none);
}

/// The places of the lists that are chosen, for elements that are so far from 0.
fn packed(groups: &[&[i64]], weights: &[i64], far: i64) -> Option<Vec<usize>> {
    let mut lists = Lists::default();
    let mut made = Vec::new();
    for group in groups {
        made.push(lists.make(group.iter().map(|element| element + far)));
    }
    let from = lists.make(made.iter().copied());
    let weights = lists.make(weights.iter().copied());
    let packing = lists.packing(from, weights).0?;
    let place = |list: &i64| made.iter().position(|other| other == list);
    lists.items(packing).iter().map(place).collect()
}

#[test]
fn a_packing_has_the_largest_sum_without_a_common_element() {
    let groups: &[&[i64]] = &[&[1, 2], &[2, 3], &[3, 4], &[5, 6]];
    for far in [0, 1000] {
        assert_eq!(packed(groups, &[1, 3, 1, 1], far), Some(vec![1, 3]));
        assert_eq!(packed(groups, &[2, 3, 2, 0], far), Some(vec![0, 2]));
        assert_eq!(packed(groups, &[0, -1, 0, 0], far), Some(vec![]));
        // Of equal sums the fewest lists, and then the first.
        assert_eq!(packed(groups, &[1, 2, 1, 0], far), Some(vec![1]));
        assert_eq!(packed(groups, &[1, 1, 0, 0], far), Some(vec![0]));
    }
    assert_eq!(packed(&[], &[], 0), Some(vec![]));
}

#[test]
fn a_packing_that_takes_too_long_is_given_up() {
    let groups: Vec<Vec<i64>> = (0..60)
        .flat_map(|one| (one + 1..60).map(move |other| vec![one, other]))
        .collect();
    let groups: Vec<&[i64]> = groups.iter().map(Vec::as_slice).collect();
    assert_eq!(packed(&groups, &vec![1; groups.len()], 0), None);
}

#[test]
fn what_is_flattened_is_in_one_list() {
    let mut lists = Lists::default();
    let inner = [vec![1, 2], vec![], vec![2, 3]].map(|items| lists.make(items));
    let from = lists.make(inner);
    let flat = lists.flatten(from);
    assert_eq!(lists.items(flat), [1, 2, 2, 3]);
}
