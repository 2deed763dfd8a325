//! Examples of the reference pages in `spec/`.

use std::fs;
use std::path::Path;

/// The first example of a kind for 1.4 on the page of an action or operator; `None` if the page has none.
pub(super) fn example(folder: &str, name: &str, kind: &str) -> Option<String> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let path = spec.join(folder).join(format!("{name}.md"));
    let page =
        fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
    let mut blocks = page.split("```yaml ").skip(1).filter_map(|block| {
        let (info, rest) = block.split_once('\n')?;
        let (body, _) = rest.split_once("```")?;
        let mut words = info.split_whitespace();
        let fits = words.next() == Some(kind) && words.eq(["1.4"]);
        fits.then(|| {
            body.split("\n---\n")
                .next()
                .unwrap_or(body)
                .trim_end()
                .to_owned()
        })
    });
    blocks.next()
}
