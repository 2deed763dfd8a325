//! The options the benchmarks share.

use std::num::NonZeroUsize;

use anyhow::{Context, Result, bail};

/// How the result is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A table for people.
    #[default]
    Text,
    /// One JSON value.
    Json,
}

/// What the person asked for.
#[derive(Debug, Default, PartialEq)]
pub struct Arguments {
    /// How to print.
    pub format: Format,
    /// The names to measure; all if there are none.
    pub only: Vec<String>,
    /// How often everything is measured.
    pub rounds: Option<usize>,
    /// How long one measurement takes.
    pub seconds: Option<f64>,
    /// Whether what was measured is to be kept as what is expected.
    pub update: bool,
    /// How many games are played, where it is not a question of time.
    pub games: Option<u64>,
    /// How many times as many games are played as usual, where each has its own number.
    pub scale: Option<f64>,
    /// How many threads.
    pub threads: Option<NonZeroUsize>,
    /// Whether nothing is left out.
    pub all: bool,
    /// Whether the program is listed.
    pub listing: bool,
    /// Whether somebody plays who sees all cards.
    pub open: bool,
}

impl Arguments {
    /// Reads the words of a command line.
    pub fn parse(words: &[String]) -> Result<Self> {
        let mut words = words.iter().cloned();
        let mut arguments = Self::default();
        while let Some(word) = words.next() {
            let mut value = || {
                words
                    .next()
                    .with_context(|| format!("`{word}` needs a value"))
            };
            match word.as_str() {
                "--format" => arguments.format = format(&value()?)?,
                "--json" => arguments.format = Format::Json,
                "--game" | "--only" => arguments.only.push(value()?),
                "--rounds" => arguments.rounds = Some(at_least_one(&value()?)?),
                "--seconds" => arguments.seconds = Some(seconds(&value()?)?),
                "--update" => arguments.update = true,
                "--games" => arguments.games = Some(at_least_one(&value()?)? as u64),
                "--scale" => arguments.scale = Some(scale(&value()?)?),
                "--threads" => {
                    arguments.threads = NonZeroUsize::new(at_least_one(&value()?)?);
                }
                "--all" => arguments.all = true,
                "--listing" => arguments.listing = true,
                "--open" => arguments.open = true,
                name if !name.starts_with('-') => arguments.only.push(word),
                _ => bail!("there is no option `{word}`"),
            }
        }
        Ok(arguments)
    }

    /// Whether something of this name is to be measured.
    pub fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|wanted| wanted == name)
    }

    /// Fails with the first wanted name that nothing has.
    pub fn check_names(&self, names: &[&str]) -> Result<()> {
        match self
            .only
            .iter()
            .find(|name| !names.contains(&name.as_str()))
        {
            Some(name) => bail!("there is no `{name}`; there are {}", names.join(", ")),
            None => Ok(()),
        }
    }
}

fn format(word: &str) -> Result<Format> {
    match word {
        "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        _ => bail!("there is no format `{word}`; use `text` or `json`"),
    }
}

fn at_least_one(word: &str) -> Result<usize> {
    match word.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => bail!("`{word}` is not a number from 1 on"),
    }
}

fn scale(word: &str) -> Result<f64> {
    match word.parse() {
        Ok(scale) if scale > 0.0 && scale <= 1000.0 => Ok(scale),
        _ => bail!("`{word}` is not a number above 0 up to 1000"),
    }
}

fn seconds(word: &str) -> Result<f64> {
    match word.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(seconds),
        _ => bail!("`{word}` is not a number of seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Arguments::parse(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_read() {
        assert_eq!(
            parse("--json --game war hearts --rounds 3 --seconds 0.5"),
            Ok(Arguments {
                format: Format::Json,
                only: vec!["war".to_owned(), "hearts".to_owned()],
                rounds: Some(3),
                seconds: Some(0.5),
                ..Arguments::default()
            })
        );
    }

    #[test]
    fn a_wrong_option_is_named() {
        let error = |line| parse(line).expect_err("the line is wrong");

        assert_eq!(error("--fast"), "there is no option `--fast`");
        assert_eq!(error("--only"), "`--only` needs a value");
        assert_eq!(error("--rounds 0"), "`0` is not a number from 1 on");
        assert_eq!(error("--seconds NaN"), "`NaN` is not a number of seconds");
        assert_eq!(
            error("--scale -1"),
            "`-1` is not a number above 0 up to 1000"
        );
    }
}
