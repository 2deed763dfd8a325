//! The pages, which are part of the program.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::{Compression, write::GzEncoder};
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::LazyLock;

/// The folder `web/dist`, as it was when the program was built.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Pages;

/// The compressed form of every file that text compresses well; made when the first is asked for.
static COMPRESSED: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| {
    let texts = Pages::iter().filter(|path| kind(path).contains("text/"));
    texts
        .filter_map(|path| {
            let small = compressed(&Pages::get(&path)?.data).ok()?;
            Some((path.into_owned(), small))
        })
        .collect()
});

fn compressed(data: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data)?;
    encoder.finish()
}

/// A file of the pages, compressed for browsers that take it so.
pub(crate) fn page(path: &str, asked: &HeaderMap) -> Response {
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
        (header::VARY, "accept-encoding"),
    ];
    let small = takes_gzip(asked).then(|| COMPRESSED.get(path)).flatten();
    match small {
        Some(small) => {
            let encoding = [(header::CONTENT_ENCODING, "gzip")];
            (headers, encoding, small.clone()).into_response()
        }
        None => (headers, file.data.into_owned()).into_response(),
    }
}

/// True if the browser says that it takes compressed files.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let encodings = asked.get(header::ACCEPT_ENCODING);
    let encodings = encodings.and_then(|it| it.to_str().ok()).unwrap_or("");
    encodings.split(',').any(|one| {
        let (name, quality) = one.split_once(';').unwrap_or((one, ""));
        name.trim() == "gzip" && quality.trim() != "q=0"
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn scripts_come_compressed_to_browsers_that_take_them_so() {
        let scripts = Pages::iter().filter(|path| path.ends_with(".js"));
        let length = |path: &str| Pages::get(path).map_or(0, |page| page.data.len());
        let script = scripts.max_by_key(|path| length(path));
        let script = script.expect("the pages have a script");
        let mut asked = HeaderMap::new();
        let encoding = |asked: &HeaderMap| {
            let response = page(&script, asked);
            response.headers().get(header::CONTENT_ENCODING).cloned()
        };
        assert_eq!(encoding(&asked), None);
        let wanted = HeaderValue::from_static("br, gzip;q=0.5");
        asked.insert(header::ACCEPT_ENCODING, wanted);
        assert_eq!(encoding(&asked).expect("gzip is taken"), "gzip");
        asked.insert(
            header::ACCEPT_ENCODING,
            HeaderValue::from_static("gzip;q=0"),
        );
        assert_eq!(encoding(&asked), None);
        let whole = Pages::get(&script).expect("the script").data.len();
        let small = COMPRESSED[script.as_ref()].len();
        assert!(small * 5 < whole * 2, "{small} of {whole}");
    }
}
