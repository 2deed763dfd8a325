//! Actions of steps, and suggestions for unknown ones.

use crate::codes::shape as code;
use crate::diagnostic::{Diagnostic, Hint};
use crate::read::{Reader, TO_USE_IT, question};
use crate::similar::nearest;
use crate::source::Span;
use crate::syntax::Ident;
use crate::vocabulary::actions::{self, ALIASES, Action};

impl Reader<'_> {
    /// The action of this name, or that was once called so.
    pub(super) fn action_named(&mut self, name: &Ident) -> Option<&'static Action> {
        let alias = actions::alias(&name.text, self.version);
        if let Some(new) = alias {
            let message = format!("`{}` is the old name of `{new}`", name.text);
            let diagnostic = Diagnostic::new(code::DEPRECATED_ACTION, name.span, message)
                .hint("`fuda migrate FILE` renames it")
                .fix(name.span, new);
            self.diagnostics.report(diagnostic);
        }
        let action = actions::find(alias.unwrap_or(&name.text))?;
        self.check_version(action, name.span);
        Some(action)
    }

    /// Reports an action that this version of the language does not have.
    pub(super) fn check_version(&mut self, action: &Action, span: Span) {
        if action.since > self.version {
            let message = format!(
                "the action `{}` is part of CGML {}",
                action.name, action.since
            );
            let hint = Some(TO_USE_IT.to_owned());
            self.report_hint(code::NEEDS_1_4, span, message, hint.map(Hint::from));
        }
    }

    /// Reports an action that does not exist; gives the one it is taken for.
    pub(super) fn unknown_action(&mut self, name: &Ident) -> Option<&'static Action> {
        let known = self.known_actions().map(|action| action.name);
        let near = self
            .search
            .meant(&name.text, known.chain(self.defined.iter().copied()));
        let renamed = ALIASES.iter().find(|(old, _)| *old == name.text);
        let hint = match (renamed, near) {
            (Some((_, new)), _) => {
                let hint = format!("it is called `{new}` now; `fuda migrate FILE` renames it");
                Some(hint.into())
            }
            (None, Some(near)) => Some(question(near)),
            (None, None) => self.own_effect(),
        };
        let near = near.filter(|near| nearest(&name.text, [*near]).is_some());
        let action = actions::find(near.or(renamed.map(|(_, new)| *new)).unwrap_or_default());
        if hint.is_some() && action.is_some() || self.defined_is_complete {
            let message = format!("there is no action `{}`", name.text);
            self.report_hint(code::UNKNOWN_ACTION, name.span, message, hint);
        }
        action
    }

    /// Reports an action that does not exist; gives the name of the one it is taken for.
    pub(super) fn unknown_text_action(&mut self, name: &Ident) -> Option<String> {
        let actions: Vec<String> = self.known_actions().map(Action::text_name).collect();
        let actions = actions.iter().map(String::as_str);
        let known = actions.chain(self.defined.iter().copied());
        let near = self.search.meant(&name.text, known).map(str::to_owned);
        let hint = match &near {
            Some(near) => Some(question(near)),
            None => self.own_effect(),
        };
        if near.is_some() || self.defined_is_complete {
            let message = format!("there is no action or defined effect `{}`", name.text);
            self.report_hint(code::UNKNOWN_ACTION, name.span, message, hint);
        }
        near.filter(|near| nearest(&name.text, [near.as_str()]).is_some())
    }

    /// The actions of this version.
    fn known_actions(&self) -> impl Iterator<Item = &'static Action> + use<> {
        let version = self.version;
        actions::all().filter(move |action| action.since <= version)
    }

    /// Hint where no action fits.
    fn own_effect(&self) -> Option<Hint> {
        let hint = "effects of your own are written under `define`, with actions such as `move`";
        self.is_1_4().then(|| hint.into())
    }
}
