//! The pages, which are part of the program.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// The folder `web/dist`, as it was when the program was built.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Pages;

/// A file of the pages.
pub(crate) fn page(path: &str) -> Response {
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = Pages::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    // Names of assets change with their contents.
    let keep = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [
        (header::CONTENT_TYPE, kind(path)),
        (header::CACHE_CONTROL, keep),
    ];
    (headers, file.data.into_owned()).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
