//! Serves the games of a folder: `cargo run -p studio --example folder -- games 4711 data`.
//!
//! For work on the pages, without building the whole program.

use cgml::source::MemorySources;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use std::{env, fs, io};
use studio::{Config, Machinery, SharedSources, Shelf, Shelved, start};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [games, port, data] = arguments.as_slice() else {
        return Err("give a folder of games, a port and a folder for data".into());
    };
    let running = start(Config {
        shelf: shelf(Path::new(games))?,
        data: data.into(),
        host: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: port.parse()?,
        names: Vec::new(),
        open,
        machinery: Machinery::NONE,
    })
    .await?;
    running.serve(std::future::pending()).await?;
    Ok(())
}

fn shelf(folder: &Path) -> io::Result<Shelf> {
    let mut games = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.join("game.cgml").is_file() {
            continue;
        }
        let mut sources = MemorySources::new();
        add(&mut sources, &path, "")?;
        add(&mut sources, &folder.join("std"), "std/")?;
        games.push(Shelved {
            id: name(&path),
            sources: Arc::new(sources),
            entry: "game.cgml".to_owned(),
            folder: None,
        });
    }
    games.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(Shelf::new(games))
}

/// A copy of a game; what it shares with others is copied, too.
fn open(folder: &Path) -> SharedSources {
    let mut sources = MemorySources::new();
    // A file that cannot be read is missing, which the check of the game reports.
    if add(&mut sources, folder, "").is_err() {
        sources = MemorySources::new();
    }
    Arc::new(sources)
}

fn add(sources: &mut MemorySources, folder: &Path, prefix: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let inner = format!("{prefix}{}", name(&path));
        if path.is_dir() {
            add(sources, &path, &format!("{inner}/"))?;
        } else {
            sources.insert(inner, fs::read(&path)?);
        }
    }
    Ok(())
}

fn name(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy());
    name.unwrap_or_default().into_owned()
}
