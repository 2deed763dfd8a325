//! Elements of lists in Japanese.

use super::{Amount, Elements, is_one, is_plain, leaf};
use crate::explain::condition::is_listed;
use crate::explain::teller::Teller;
use crate::model::{Expr, ExprKind, Type};
use crate::vocabulary::phrase::How;

impl Teller<'_> {
    pub(super) fn japanese_elements(
        &self,
        how: How,
        list: &Expr,
        elements: &Elements,
        count: Option<&Expr>,
    ) -> String {
        let Elements { place, one, .. } = elements;
        let plain = || self.japanese_plain(elements);
        match (how, elements.named()) {
            (How::The | How::Map, Some(whole)) => whole,
            (How::All, Some(whole)) if is_listed(list) => whole,
            (How::All, Some(whole)) => format!("{whole}すべて"),
            (How::All, None) if elements.filters.is_empty() => format!("{place}すべての{one}"),
            (How::All, None) => format!("{}すべて", plain()),
            (How::Each, Some(whole)) if !place.is_empty() => format!("{whole}それぞれ"),
            (How::Each, _) if elements.filters.is_empty() => format!("{place}各{one}"),
            (How::Each, _) => format!("{}それぞれ", plain()),
            (How::The | How::Map, None) | (How::Many | How::One | How::No, _) => plain(),
            (How::There, _) => self.japanese_there(elements),
            (How::Number, _) => self.japanese_number(elements, count),
            (How::Some, _) => plain() + &self.japanese_number(elements, count),
            (How::Top, _) => self.japanese_top(list, elements, count),
            (How::Whose | How::It | How::Key | How::When, _) => self.whose(elements, Amount::Many),
        }
    }

    /// 手札のカード; 手札にあるコストが3であるカード.
    fn japanese_plain(&self, elements: &Elements) -> String {
        let Elements { place, one, .. } = elements;
        let whose = self.whose(elements, Amount::Many);
        if let Some(among) = among(elements, &whose) {
            return among;
        }
        match (whose.is_empty(), place.strip_suffix('の')) {
            (false, Some(place)) => format!("{place}にある{whose}{one}"),
            (_, _) => format!("{place}{whose}{one}"),
        }
    }

    /// 手札にコストが3であるカード.
    fn japanese_there(&self, elements: &Elements) -> String {
        let Elements { place, one, .. } = elements;
        let whose = self.whose(elements, Amount::Many);
        if let Some(among) = among(elements, &whose) {
            return among;
        }
        match place.strip_suffix('の') {
            Some(place) => format!("{place}に{whose}{one}"),
            None => format!("{place}{whose}{one}"),
        }
    }

    /// 3枚.
    fn japanese_number(&self, elements: &Elements, count: Option<&Expr>) -> String {
        let unit = elements.unit;
        match count {
            None => format!("1{unit}"),
            Some(count) if is_plain(count) || matches!(count.kind, ExprKind::Local(_)) => {
                format!("{}{unit}", self.value(count))
            }
            Some(count) => format!("{}と同じ数", self.value(count)),
        }
    }

    /// Cards from the top of a zone, or of a list.
    fn japanese_top(&self, list: &Expr, elements: &Elements, count: Option<&Expr>) -> String {
        if *leaf(&list.ty) != Type::Zone {
            return match count {
                None => self.japanese_elements(How::The, list, elements, None),
                Some(_) => self.japanese_elements(How::Some, list, elements, count),
            };
        }
        let zone = self.value(list);
        let whose = self.whose(elements, Amount::Many);
        let number = self.japanese_number(elements, count);
        match (whose.is_empty(), count.filter(|count| !is_one(count))) {
            (true, None) => format!("{zone}の一番上のカード"),
            (true, Some(_)) => format!("{zone}の上から{number}"),
            (false, _) => format!("{zone}の上から順に{whose}カード{number}"),
        }
    }
}

/// Elements of a list that is known by what it is: そのカードの下のカードのうちコストが3であるもの.
fn among(elements: &Elements, whose: &str) -> Option<String> {
    let Elements { one, place, .. } = elements;
    let whole = elements.whole.as_ref().filter(|_| !place.is_empty())?;
    match whose.is_empty() {
        true if whole.ends_with(one) => Some(whole.clone()),
        true => Some(format!("{whole}の{one}")),
        false => Some(format!("{whole}のうち{whose}もの")),
    }
}
