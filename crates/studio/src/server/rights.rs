//! Rights: who is let in at all, and who is the host.
//!
//! A page of another site gets nothing: neither by a name that leads here (`Host`) nor from a browser that shows it
//! (`Origin`, `Sec-Fetch-Site`). The host is whoever uses the machine on which the studio runs, or has the host's
//! token; everybody else is a guest, who may play, watch and keep decks of their own.

use super::connections::Connection;
use super::{Refusal, Studio};
use crate::problem::{ProblemCode, problem};
use crate::server::token::{self, sealed};
use crate::store::Owner;
use crate::wire::{Problem, Rights};
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Uri, header};
use axum::{Extension, Json};
use std::convert::Infallible;
use std::net::IpAddr;

/// The header with the host's token.
const HOST_TOKEN: HeaderName = HeaderName::from_static("x-host-token");

/// The header with the token that a guest keeps decks under.
const DECK_TOKEN: HeaderName = HeaderName::from_static("x-deck-token");

/// Headers by which a door to other networks says for whom it asks.
const FORWARDED: [&str; 3] = ["forwarded", "x-forwarded-for", "x-real-ip"];

/// The names by which the studio is known, and what the host's token is.
pub(super) struct Doorkeeper {
    /// Names that may stand in `Host` besides the addresses of this machine.
    names: Vec<String>,
    /// Hash of the host's token.
    host: [u8; 32],
}

/// Role of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Host,
    Guest,
}

impl Doorkeeper {
    pub(super) fn new(names: &[String], host_token: &str) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase());
        Self {
            names: names.collect(),
            host: sealed(host_token),
        }
    }

    /// Role of a client; a request from a page of another site is refused.
    pub(super) fn role(
        &self,
        headers: &HeaderMap,
        uri: &Uri,
        connection: &Connection,
    ) -> Option<Role> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST)?;
        let is_own = match text(header::ORIGIN) {
            None => !headers.contains_key(header::ORIGIN),
            Some(origin) => origin
                .split_once("://")
                .is_some_and(|(_, from)| from == host),
        };
        let site = headers.get("sec-fetch-site").map(|site| site.as_bytes());
        let is_foreign_page =
            matches!(site, Some(b"cross-site" | b"same-site")) && uri.path().starts_with("/api/");
        if !is_own || is_foreign_page || !self.is_known(host, connection) {
            return None;
        }
        let has_token = text(HOST_TOKEN).is_some_and(|token| sealed(token) == self.host);
        let is_forwarded = FORWARDED.iter().any(|name| headers.contains_key(*name));
        let is_here = connection.peer.is_loopback() && is_loopback(name_of(host)) && !is_forwarded;
        Some(match has_token || is_here {
            true => Role::Host,
            false => Role::Guest,
        })
    }

    /// True if a name leads here by right: an address of this machine, or a name that was given.
    fn is_known(&self, host: &str, connection: &Connection) -> bool {
        let name = name_of(host);
        let is_here = |address: IpAddr| address.to_canonical() == connection.local.to_canonical();
        let is_given = || {
            let name = name.to_ascii_lowercase();
            self.names.contains(&name)
        };
        is_loopback(name) || name.parse().is_ok_and(is_here) || is_given()
    }
}

/// The name or address of a `Host`, without the port.
fn name_of(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    }
}

fn is_loopback(name: &str) -> bool {
    let address = name.parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// Owner of the decks that somebody keeps and sees.
pub(super) struct DeckOwner(Option<Owner>);

impl DeckOwner {
    /// The owner; guests need a token, by which they know their decks again.
    pub(super) fn known(self) -> Result<Owner, Problem> {
        let message = "a guest's decks are kept under a token of the guest's browser".to_owned();
        self.0
            .ok_or_else(|| problem(ProblemCode::NotAllowed, message))
    }
}

impl<S: Sync> FromRequestParts<S> for DeckOwner {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let token = parts.headers.get(DECK_TOKEN);
        let token = token.and_then(|token| token.to_str().ok());
        let token = token.filter(|token| token.len() >= token::LENGTH);
        Ok(Self(match parts.extensions.get::<Role>() {
            Some(Role::Host) => Some(None),
            Some(Role::Guest) | None => token.map(|token| Some(sealed(token).to_vec())),
        }))
    }
}

/// Refuses whoever is not the host.
pub(super) fn must_host(role: Role) -> Result<(), Refusal> {
    match role {
        Role::Host => Ok(()),
        Role::Guest => Err(Problem {
            hint: Some(
                "open the studio on the machine where it runs, or by the host's link".to_owned(),
            ),
            ..problem(
                ProblemCode::NotAllowed,
                "only the host can do this".to_owned(),
            )
        }
        .into()),
    }
}

/// Rights of a client.
pub(super) async fn rights(State(_): Studio, Extension(role): Extension<Role>) -> Json<Rights> {
    Json(Rights {
        host: role == Role::Host,
    })
}
