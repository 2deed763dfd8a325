//! The scenarios of a game: where they are, which game they are of, and whether they are well written.

use std::collections::BTreeMap;

use cgml::check::{ScenarioFile, check_with_scenarios};
use cgml::diagnostic::{Diagnostics, Severity};
use cgml::load::{Fragment, load, load_file};
use cgml::model::Game;
use cgml::model::scenario::Scenario;
use cgml::source::Sources;
use cgml::tree::NodeId;

/// The folder of a game that holds its scenarios.
pub const FOLDER: &str = "scenarios";

/// File name extensions of scenarios.
const EXTENSIONS: [&str; 3] = [".cgml", ".yml", ".yaml"];

/// Scenarios of one game, checked with it.
pub(super) struct Suite {
    pub(super) game: Game,
    pub(super) scenarios: Vec<Scenario>,
    /// For places.
    pub(super) diagnostics: Diagnostics,
}

/// The scenarios of one game before they are checked: for each file, which of them.
type Chosen = BTreeMap<usize, Vec<usize>>;

/// All scenarios, by their game. Files with problems are left out of what can be run, and reported.
pub(super) fn suites(sources: &dyn Sources, entry: &str) -> Vec<Result<Suite, Box<Diagnostics>>> {
    let paths = paths(sources);
    let mut suites = Vec::new();
    for (game, mut chosen) in by_game(sources, &paths, entry) {
        match check_suite(sources, &paths, &game, &chosen, game == entry) {
            Ok(suite) => suites.push(Ok(suite)),
            Err(problems) => {
                let bad = files_with_errors(&problems);
                suites.push(Err(problems));
                chosen.retain(|file, _| !bad.contains(&sources.display(&paths[*file])));
                if let Ok(suite) = check_suite(sources, &paths, &game, &chosen, false) {
                    suites.push(Ok(suite));
                }
            }
        }
    }
    suites
}

/// Every problem of a game and of its scenarios. Of scenarios with another game than `entry`, only errors are
/// told, after the others.
pub fn check_scenarios(
    sources: &dyn Sources,
    entry: &str,
) -> (Option<Game>, Diagnostics, Vec<Diagnostics>) {
    let paths = paths(sources);
    let mut by_game = by_game(sources, &paths, entry);
    let own = by_game.remove(entry).unwrap_or_default();
    let others = by_game.into_iter().filter_map(|(game, chosen)| {
        let problems = check_suite(sources, &paths, &game, &chosen, false).err()?;
        Some(*problems)
    });
    let others = others.collect();
    match check_suite(sources, &paths, entry, &own, true) {
        Ok(suite) => (Some(suite.game), suite.diagnostics, others),
        Err(problems) => (None, *problems, others),
    }
}

fn paths(sources: &dyn Sources) -> Vec<String> {
    // A game without the folder has no scenarios.
    let names = sources.list(FOLDER).unwrap_or_default();
    let is_file = |name: &String| EXTENSIONS.iter().any(|extension| name.ends_with(extension));
    let mut paths: Vec<String> = names
        .into_iter()
        .filter(is_file)
        .map(|name| format!("{FOLDER}/{name}"))
        .collect();
    paths.sort();
    paths
}

/// Scenarios by game. A variant has only those that name it.
fn by_game(sources: &dyn Sources, paths: &[String], entry: &str) -> BTreeMap<String, Chosen> {
    let is_variant = entry.contains('/');
    let usual = if is_variant { "game.cgml" } else { entry };
    let mut games = BTreeMap::from([(entry.to_owned(), Chosen::new())]);
    for (number, path) in paths.iter().enumerate() {
        // Its problems are reported when it is checked.
        let Ok(file) = load_file(sources, path, &mut Diagnostics::new()) else {
            games
                .entry(entry.to_owned())
                .or_default()
                .insert(number, Vec::new());
            continue;
        };
        if !is_variant {
            games
                .entry(entry.to_owned())
                .or_default()
                .insert(number, Vec::new());
        }
        for (position, game) in games_of(&file).into_iter().enumerate() {
            let game = game.unwrap_or_else(|| usual.to_owned());
            if is_variant && game != entry {
                continue;
            }
            let chosen = games.entry(game).or_default();
            chosen.entry(number).or_default().push(position);
        }
    }
    games
}

/// The game that each scenario of a file names.
fn games_of(file: &Fragment) -> Vec<Option<String>> {
    let tree = &file.tree;
    let named = |node: NodeId| {
        let game = tree.get(node, "game")?;
        tree.text(game).map(str::to_owned)
    };
    let mut games = Vec::new();
    for root in &file.roots {
        let of_file = named(*root);
        for scenario in scenarios_in(file, *root) {
            games.push(named(*scenario).or_else(|| of_file.clone()));
        }
    }
    games
}

fn scenarios_in(file: &Fragment, root: NodeId) -> &[NodeId] {
    let list = file.tree.get(root, "scenarios");
    list.map_or(&[], |list| file.tree.items(list))
}

fn check_suite(
    sources: &dyn Sources,
    paths: &[String],
    game: &str,
    chosen: &Chosen,
    with_shape: bool,
) -> Result<Suite, Box<Diagnostics>> {
    let mut diagnostics = Diagnostics::new();
    let document = load(sources, game, &mut diagnostics);
    let mut fragments = Vec::new();
    for (file, positions) in chosen {
        if let Ok(fragment) = load_file(sources, &paths[*file], &mut diagnostics) {
            fragments.push((fragment, positions));
        }
    }
    let files: Vec<ScenarioFile<'_>> = fragments
        .iter()
        .map(|(fragment, positions)| {
            let roots = fragment.roots.iter();
            let all: Vec<NodeId> = roots
                .flat_map(|root| scenarios_in(fragment, *root))
                .copied()
                .collect();
            ScenarioFile {
                fragment,
                chosen: positions.iter().map(|position| all[*position]).collect(),
                with_shape,
            }
        })
        .collect();
    let checked =
        document.and_then(|document| check_with_scenarios(&document, &files, &mut diagnostics));
    diagnostics.files_mut().rename(|path| sources.display(path));
    match checked {
        Ok((game, scenarios)) => Ok(Suite {
            game,
            scenarios,
            diagnostics,
        }),
        Err(_) => Err(Box::new(diagnostics)),
    }
}

fn files_with_errors(diagnostics: &Diagnostics) -> Vec<String> {
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity() == Severity::Error);
    let spans = errors.filter_map(|error| error.span);
    spans
        .map(|span| diagnostics.files().file(span.file).path().to_owned())
        .collect()
}
