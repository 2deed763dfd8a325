//! `fuda explain`: what an error code means and how to mend the problem.

use super::{Misuse, Outcome};
use crate::cli::{Format, ResultFormat};
use crate::output;
use cgml::codes::{self, Code};
use cgml::similar::nearest;
use clap::Args;
use serde_json::{Value, json};

/// Explain an error code: why it is a problem and how to mend it
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda explain E0101
  fuda explain --list
  fuda explain E0101 --format json")]
pub(crate) struct Explain {
    /// The code, such as E0101
    #[arg(required_unless_present = "list")]
    code: Option<String>,

    /// List every code with its title
    #[arg(long, conflicts_with = "code")]
    list: bool,

    #[command(flatten)]
    result: ResultFormat,
}

impl Explain {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.code {
            Some(name) => explain(find(&name)?, self.result.format)?,
            None => list(self.result.format)?,
        }
        Ok(Outcome::Done)
    }
}

fn explain(code: Code, format: Format) -> std::io::Result<()> {
    match format {
        Format::Text => output::print(&format!("{}\n\n{}", heading(code), code.page())),
        Format::Json => {
            let mut value = title(code);
            value["page"] = code.page().into();
            output::print_json(&value)
        }
    }
}

fn list(format: Format) -> std::io::Result<()> {
    let codes = codes::all().into_iter();
    match format {
        Format::Text => output::print(&codes.map(heading).collect::<Vec<_>>().join("\n")),
        Format::Json => output::print_json(&codes.map(title).collect()),
    }
}

fn heading(code: Code) -> String {
    format!("{}: {}", code.name(), code.title())
}

fn title(code: Code) -> Value {
    json!({
        "code": code.name(),
        "severity": code.severity().word(),
        "title": code.title(),
    })
}

fn find(name: &str) -> Result<Code, Misuse> {
    codes::find(name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> Misuse {
    let names: Vec<String> = codes::all().into_iter().map(Code::name).collect();
    let hint = match nearest(name, names.iter().map(String::as_str)) {
        Some(nearest) => format!("did you mean `{nearest}`? `fuda explain --list` shows them all"),
        None => "`fuda explain --list` shows every code".to_owned(),
    };
    Misuse::new(format!("there is no code `{name}`"), hint)
}
