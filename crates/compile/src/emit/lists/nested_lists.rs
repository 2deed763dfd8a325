//! Lists of lists. They are equal if their elements are, wherever they were made, and they can be kept.

use cgml::model::{Type, VariableId};
use engine::ids::Slot;
use engine::lists::ListVerb;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::Value;

impl Compiler<'_> {
    /// A list whose elements can be compared with those of `known`: where its elements are lists, each is the
    /// same as an equal one.
    pub(crate) fn alike(&mut self, list: Slot, known: Slot, ty: &Type) -> Slot {
        let depth = depth(ty);
        if depth < 2 {
            return list;
        }
        let to = self.code.slot();
        self.code.list(ListVerb::Alike(depth - 2), to, list, known);
        to
    }

    /// A list in which equal lists are the same.
    pub(crate) fn alike_within(&mut self, list: Slot, ty: &Type) -> Slot {
        if depth(ty) < 2 {
            return list;
        }
        let none = self.code.slot();
        self.code.new_list(none);
        self.alike(list, none, ty)
    }

    /// As [`Self::alike`], for comparing with one list of a type.
    pub(crate) fn alike_to_one(&mut self, list: Slot, one: Slot, ty: &Type) -> Slot {
        let known = self.code.slot();
        self.code.new_list(known);
        self.code.push(known, one);
        self.alike(list, known, &ty.clone().list())
    }

    /// True if two lists are equal.
    pub(crate) fn are_same(&mut self, a: Slot, b: Slot, ty: &Type) -> Slot {
        let b = self.alike_within(b, ty);
        let a = self.alike(a, b, ty);
        let to = self.code.slot();
        let verb = ListVerb::Same;
        self.code.list(verb, to, a, b);
        to
    }

    /// A list as a variable keeps it: all elements in one.
    pub(crate) fn kept_form(&mut self, id: VariableId, list: Slot) -> Slot {
        self.made_of_nested(id, ListVerb::Joined, list)
    }

    /// The list that a variable has kept.
    pub(crate) fn kept(&mut self, id: VariableId, list: Slot) -> Value {
        Value::In(self.made_of_nested(id, ListVerb::Parted, list))
    }

    fn made_of_nested(&mut self, id: VariableId, verb: ListVerb, list: Slot) -> Slot {
        let variable = &self.game.variables[id];
        match depth(&variable.ty) {
            0 | 1 => return list,
            2 => {}
            _ => self.not_yet("keeping lists of lists of lists", variable.origin),
        }
        let to = self.code.slot();
        let (a, b) = (list, list);
        self.code.list(verb, to, a, b);
        to
    }
}

/// The number of lists that are inside each other.
fn depth(ty: &Type) -> u8 {
    match ty {
        Type::List(element) => 1 + depth(element),
        _ => 0,
    }
}
