//! Builds the program anew when a shipped game changes, also when a file is added or removed.

fn main() {
    println!("cargo:rerun-if-changed=../../games");
}
