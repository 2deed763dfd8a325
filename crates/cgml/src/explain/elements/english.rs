//! Elements of lists in English.

use super::{Amount, Elements, is_one, is_plain, leaf};
use crate::explain::condition::is_listed;
use crate::explain::teller::Teller;
use crate::model::{Expr, Type};
use crate::vocabulary::phrase::How;

impl Teller<'_> {
    pub(super) fn english_elements(
        &self,
        how: How,
        list: &Expr,
        elements: &Elements,
        count: Option<&Expr>,
    ) -> String {
        let Elements { place, .. } = elements;
        let one = || {
            format!(
                "{}{place}{}",
                elements.one,
                self.whose(elements, Amount::One)
            )
        };
        let many = || {
            format!(
                "{}{place}{}",
                elements.many,
                self.whose(elements, Amount::Many)
            )
        };
        match (how, elements.named()) {
            (How::No, _) => format!("no {}", one()),
            (How::One, _) => one(),
            (How::The | How::Map, Some(whole)) => whole,
            (How::The | How::Map, None) => format!("the {}", many()),
            (How::All, Some(whole)) if is_listed(list) => whole,
            (How::All, Some(whole)) => format!("all of {whole}"),
            (How::All, None) => format!("all {}", many()),
            (How::Many | How::There, _) => many(),
            (How::Each, _) => format!("each {}", one()),
            (How::Top, _) => self.english_top(list, elements, count),
            (How::Number, _) => self.english_number(elements, count, ""),
            (How::Some, _) => {
                let whose = self.whose(elements, amount(count));
                self.english_number(elements, count, &format!("{place}{whose}"))
            }
            (How::Whose | How::It | How::Key | How::When, _) => {
                self.whose(elements, Amount::Many).trim_start().to_owned()
            }
        }
    }

    /// "a card", "3 cards", "as many cards as …", with what stands after the noun.
    fn english_number(&self, elements: &Elements, count: Option<&Expr>, after: &str) -> String {
        let Elements { one, many, .. } = elements;
        match count {
            None => format!("{} {one}{after}", article(one)),
            Some(count) if is_one(count) => format!("1 {one}{after}"),
            Some(count) if is_plain(count) => format!("{} {many}{after}", self.value(count)),
            Some(count) => format!("as many {many}{after} as {}", self.value(count)),
        }
    }

    /// Cards from the top of a zone, or of a list.
    fn english_top(&self, list: &Expr, elements: &Elements, count: Option<&Expr>) -> String {
        if *leaf(&list.ty) != Type::Zone {
            return match (count, elements.named()) {
                (None, _) => self.english_elements(How::The, list, elements, None),
                (Some(count), Some(whole)) => format!("the first {} of {whole}", self.value(count)),
                (Some(_), None) => self.english_elements(How::Some, list, elements, count),
            };
        }
        let zone = self.value(list);
        let whose = self.whose(elements, amount(count));
        let (top, of) = match whose.is_empty() {
            true => ("top", "of"),
            false => ("topmost", "in"),
        };
        match count.filter(|count| !is_one(count)) {
            None => format!("the {top} card {of} {zone}{whose}"),
            Some(count) if is_plain(count) => {
                format!("the {top} {} cards {of} {zone}{whose}", self.value(count))
            }
            Some(count) => {
                let count = self.value(count);
                format!("as many cards from the top of {zone}{whose} as {count}")
            }
        }
    }
}

fn amount(count: Option<&Expr>) -> Amount {
    match count {
        Some(count) if !is_one(count) => Amount::Many,
        Some(_) | None => Amount::One,
    }
}

fn article(noun: &str) -> &'static str {
    match noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => "an",
        false => "a",
    }
}
