//! Links of the reference lead to files.

use crate::repository::{Page, markdown, path};

#[test]
fn links_lead_to_files() {
    let mut broken = Vec::new();
    for page in markdown("spec") {
        let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let lost = links(&page)
            .into_iter()
            .filter(|link| !path(&format!("{folder}/{link}")).exists());
        broken.extend(lost.map(|link| format!("{}: {link}", page.path)));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The files that a page links to, without the place inside them; what is elsewhere is left out.
fn links(page: &Page) -> Vec<String> {
    let targets = page.text.split("](").skip(1);
    let targets = targets.filter_map(|rest| Some(rest.split_once(')')?.0));
    targets
        .map(|target| target.split('#').next().unwrap_or(target))
        .filter(|target| target.ends_with(".md"))
        .map(str::to_owned)
        .collect()
}
