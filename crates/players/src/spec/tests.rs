use super::table::all_settings;
use super::*;

fn read(text: &str) -> Result<PlayerSpec, String> {
    text.parse()
        .map_err(|error: PlayerSpecError| error.to_string())
}

#[test]
fn every_name_can_be_read_back() {
    for text in [
        "random",
        "greedy:100",
        "greedy:50,depth=20,for=wins",
        "flat:800,c=1.5",
        "mcts:800,puct=yes",
        "mcts:800,puct=yes,noise=0.25,alpha=0.5,trees=4,keep=no",
        "pimc:800,worlds=10",
        "ismcts:2000,c=1.2",
        "moismcts:500ms",
        "cfr:strategies/leduc poker.strategy",
    ] {
        let name = read(text).expect("it is a name");
        assert_eq!(name.to_string(), text);
        assert_eq!(read(&name.to_string()), Ok(name));
    }
}

#[test]
fn a_list_keeps_settings_with_their_names() {
    let names =
        PlayerSpec::list("ismcts:2000,c=1.2,keep=no,random,mcts:8").expect("they are names");
    let texts: Vec<String> = names.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["ismcts:2000,c=1.2,keep=no", "random", "mcts:8"]);
}

#[test]
fn a_network_is_that_of_a_file_or_the_one_that_ships() {
    let written = |text: &str| read(text).map(|name| name.to_string());
    for text in [
        "net",
        "net:sims=64",
        "net:best.safetensors",
        "net:sims=200,search=ismcts,trust=0.25",
        "net:search=puct",
        "net:search=gumbel",
        "net:sims=64,depth=20",
        "net:sims=64,recall=4",
        "net:a/b.safetensors,sims=0,draw=yes",
    ] {
        assert_eq!(written(text).as_deref(), Ok(text));
    }
    assert_eq!(written("net,sims=64").as_deref(), Ok("net:sims=64"));
    let shipped = read("net").expect("a name");
    assert_eq!(shipped.network_file(), Some(""));
    for text in ["net:", "net:,sims=64"] {
        let problem = written(text).expect_err("no file");
        assert!(
            problem.starts_with("which network plays is missing"),
            "{problem}"
        );
    }
    for text in [
        "net:sims=many",
        "net:search=best",
        "net:trust=2",
        "net:depth=5001",
        "net:recall=9",
    ] {
        assert!(written(text).is_err(), "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_name_is_said() {
    let problems = [
        "rnadom",
        "random:3",
        "mcts",
        "mcts:c=1",
        "mcts:0",
        "mcts:many",
        "greedy:500ms",
        "mcts:100,worlds=3",
        "pimc:100,keep=yes",
        "mcts:100,c=high",
        "mcts:100,alpha=1",
        "mcts:100,puct",
        "cfr",
        "cfr:",
    ];
    let problems = problems.map(|text| read(text).expect_err(text));
    let expected = [
        "there is no player `rnadom`; the players are `random`, `greedy`, `flat`, `mcts`, `pimc`, `ismcts`, `moismcts`, `cfr`, `net`",
        "`random` does not think: write it without `:3`",
        "how long `mcts` thinks is missing: write `mcts:800` for 800 simulations, or `mcts:500ms`",
        "how long `mcts` thinks is missing: write `mcts:800` for 800 simulations, or `mcts:500ms`",
        "`0` is not how long to think: write a number of simulations from 1 on, or a time such as `500ms` or `2s`",
        "`many` is not how long to think: write a number of simulations from 1 on, or a time such as `500ms` or `2s`",
        "`500ms` is not how long to think: write a number of simulations from 1 on, or a time such as `500ms` or `2s`",
        "`mcts` has no setting `worlds`; its settings are `c`, `puct`, `noise`, `alpha`, `trees`, `keep`, `depth`, `for`",
        "`pimc` has no setting `keep`; its settings are `c`, `puct`, `noise`, `alpha`, `trees`, `worlds`, `depth`, `for`",
        "`c` cannot be `high`: it is how much is risked to learn more, a number from 0 to 100",
        "`alpha` cannot be `1`: it is the shape of the noise, a number above 0 up to 100; after `noise`",
        "`puct` cannot be ``: it is whether choices are selected by priors, `yes` or `no`",
        "which strategy `cfr` plays by is missing: write `cfr:FILE`, with a file that `fuda solve GAME --save FILE` wrote",
        "which strategy `cfr` plays by is missing: write `cfr:FILE`, with a file that `fuda solve GAME --save FILE` wrote",
    ];
    assert_eq!(problems, expected);
}

#[test]
fn everything_that_can_be_named_is_explained() {
    let text = known_players();
    for word in PLAYERS.iter().map(|row| row.word) {
        assert!(text.contains(word), "{word}");
    }
    for key in all_settings().map(|setting| setting.key) {
        assert!(text.contains(&format!("  {key} ")), "{key}");
    }
}

#[test]
fn who_looks_ahead_needs_something_to_look_at() {
    let problem = |text: &str| {
        let name: PlayerSpec = text.parse().expect("it is a name");
        let player = name.player(&Equipment::none());
        player.err().map(|error| error.to_string())
    };
    assert_eq!(problem("random"), None);
    assert_eq!(
        problem("cfr:kuhn.strategy"),
        Some("`cfr:kuhn.strategy` needs its strategy to be read first".to_owned())
    );
    assert_eq!(
        problem("mcts:5"),
        Some("`mcts:5` needs the game to look ahead in".to_owned())
    );
    assert_eq!(
        problem("mcts:5ms"),
        Some(
            "`mcts:5ms` would depend on how fast the machine is; give a number of simulations"
                .to_owned()
        )
    );
}
