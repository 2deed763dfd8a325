//! Random YAML documents: a random tree, written with random but legal carelessness.

use proptest::prelude::{Just, Strategy, any, prop, prop_oneof};

/// A node to write.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    /// Nothing at all.
    Empty,
    /// A scalar on one line.
    Word(&'static str),
    /// A scalar over several lines.
    Words(&'static [&'static str]),
    /// A header and lines, to be indented.
    Block(&'static str, Vec<&'static str>),
    /// A list, in brackets or as a block.
    List(Vec<Piece>, bool),
    /// A mapping, in brackets or as a block.
    Map(Vec<(&'static str, Piece)>, bool),
    /// A key of any kind and its value, written with `?` and `:`.
    Explicit(Box<Piece>, Box<Piece>),
    /// A node with a tag or anchor.
    Marked(&'static str, Box<Piece>),
}

const WORDS_OVER_LINES: &[&[&str]] = &[
    &["one", "two"],
    &["one", "", "two three"],
    &["\"one", "two  ", "", "  three\""],
    &["\"escaped \\", "end\""],
    &["'one", "", "", "two'"],
    &["\"trailing\\ ", "space\""],
];

const LINES: &[&str] = &[
    "",
    "text",
    "  deeper",
    " one",
    "# not a comment",
    "- item",
    "\ttab",
    "end  ",
];

const HEADERS: &[&str] = &["|", ">", "|-", ">-", "|+", ">+"];

/// The words of a kind of documents.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vocabulary {
    /// Scalars, as written.
    pub(crate) words: &'static [&'static str],
    /// Keys, as written.
    pub(crate) keys: &'static [&'static str],
    /// Tags and anchors.
    pub(crate) marks: &'static [&'static str],
}

/// A tree, written with bytes that decide on every liberty of its layout.
pub(crate) fn written(piece: impl Strategy<Value = Piece>) -> impl Strategy<Value = String> {
    let noise = prop::collection::vec(any::<u8>(), 1..200);
    (piece, noise).prop_map(|(piece, noise)| Careless::new(noise).write(&piece))
}

/// A random tree of YAML.
pub(crate) fn piece(vocabulary: Vocabulary) -> impl Strategy<Value = Piece> {
    let leaf = prop_oneof![
        1 => Just(Piece::Empty),
        8 => prop::sample::select(vocabulary.words).prop_map(Piece::Word),
        1 => prop::sample::select(WORDS_OVER_LINES).prop_map(Piece::Words),
        1 => (prop::sample::select(HEADERS), prop::collection::vec(prop::sample::select(LINES), 0..5))
            .prop_map(|(header, lines)| Piece::Block(header, lines)),
    ];
    leaf.prop_recursive(6, 60, 6, move |inner| {
        let entry = (prop::sample::select(vocabulary.keys), inner.clone());
        prop_oneof![
            4 => (prop::collection::vec(inner.clone(), 1..6), any::<bool>())
                .prop_map(|(items, flow)| Piece::List(items, flow)),
            6 => (prop::collection::vec(entry, 1..6), any::<bool>())
                .prop_map(|(entries, flow)| Piece::Map(entries, flow)),
            1 => (inner.clone(), inner.clone())
                .prop_map(|(key, value)| Piece::Explicit(Box::new(key), Box::new(value))),
            1 => (prop::sample::select(vocabulary.marks), inner)
                .prop_map(|(mark, piece)| Piece::Marked(mark, Box::new(piece))),
        ]
    })
}

/// The place where a node begins.
#[derive(Clone, Copy, PartialEq)]
enum Start {
    /// At the beginning of a line.
    Fresh,
    /// After a key, marker or tag.
    After,
    /// On the line of a marker, at its indentation.
    Compact,
}

/// A writer who takes every liberty that YAML leaves.
struct Careless {
    noise: Vec<u8>,
    next: usize,
    out: String,
}

impl Careless {
    fn new(noise: Vec<u8>) -> Self {
        Self {
            noise,
            next: 0,
            out: String::new(),
        }
    }

    fn write(mut self, piece: &Piece) -> String {
        if self.one_in(4) {
            self.out.push_str("# first\n");
        }
        if self.one_in(4) {
            self.out.push_str("---");
        }
        let start = if self.out.ends_with("---") {
            Start::After
        } else {
            Start::Fresh
        };
        self.node(piece, 0, start);
        self.end_line(0);
        self.out
    }

    fn choose(&mut self, choices: usize) -> usize {
        let byte = self.noise[self.next % self.noise.len()];
        self.next += 1;
        byte as usize % choices
    }

    fn one_in(&mut self, choices: usize) -> bool {
        self.choose(choices) == 0
    }

    fn spaces(&mut self, least: usize) {
        let count = least + if self.one_in(3) { self.choose(3) } else { 0 };
        self.out.push_str(&" ".repeat(count));
    }

    /// Ends a line, perhaps with a comment, perhaps with more comments and blank lines after it.
    fn end_line(&mut self, indent: usize) {
        if self.one_in(6) {
            let end = ["  ", " # why", "   #tight  ", " # \ttab"][self.choose(4)];
            self.out.push_str(end);
        }
        self.out.push('\n');
        let extra = if self.one_in(3) { self.choose(4) } else { 0 };
        for _ in 0..extra {
            let depth = (indent + self.choose(5)).saturating_sub(2);
            let line = ["\n", "# alone\n", "\n\n\n", "  \n"][self.choose(4)];
            if line.starts_with('#') {
                self.out.push_str(&" ".repeat(depth));
            }
            self.out.push_str(line);
        }
    }

    fn new_line(&mut self, indent: usize) {
        self.end_line(indent);
        self.start_line(indent);
    }

    fn start_line(&mut self, indent: usize) {
        self.out.push_str(&" ".repeat(indent));
    }

    /// Writes a node whose own lines, other than the first, begin at `indent` or deeper.
    fn node(&mut self, piece: &Piece, indent: usize, start: Start) {
        match piece {
            Piece::Empty => {}
            Piece::Word(word) => self.words(&[word], indent, start),
            Piece::Words(lines) => self.words(lines, indent.max(1), start),
            Piece::Block(header, lines) => self.block_scalar(header, lines, indent.max(1), start),
            Piece::List(items, false) => self.list(items, indent, start),
            Piece::Map(entries, false) => self.map(entries, indent, start),
            Piece::Explicit(key, value) => self.explicit(key, value, indent, start),
            Piece::List(..) | Piece::Map(..) => {
                self.gap(indent.max(1), start);
                self.flow(piece, indent.max(1));
            }
            Piece::Marked(mark, piece) => self.marked(mark, piece, indent, start),
        }
    }

    /// The space before something that may stay on the line or begin a new one.
    fn gap(&mut self, indent: usize, start: Start) {
        match start {
            Start::Fresh => self.start_line(indent),
            Start::After | Start::Compact if self.one_in(8) => self.new_line(indent),
            Start::After | Start::Compact => self.spaces(1),
        }
    }

    fn words(&mut self, lines: &[&str], indent: usize, start: Start) {
        self.gap(indent, start);
        self.lines(lines, indent);
    }

    fn lines(&mut self, lines: &[&str], indent: usize) {
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                self.out.push('\n');
                self.start_line(if line.is_empty() { 0 } else { indent });
            }
            self.out.push_str(line);
        }
    }

    fn block_scalar(&mut self, header: &str, lines: &[&str], indent: usize, start: Start) {
        if start != Start::Fresh {
            self.spaces(1);
        }
        let hides_indent = lines
            .iter()
            .find(|line| !line.is_empty())
            .is_some_and(|line| line.starts_with(' '));
        if hides_indent {
            // Without knowing the parent's indentation no indicator can be written.
            self.out.push_str("plain");
            return;
        }
        self.out.push_str(header);
        if self.one_in(5) {
            self.out.push_str(" # about the text");
        }
        for line in lines {
            self.out.push('\n');
            if !line.is_empty() {
                self.start_line(indent);
                self.out.push_str(line);
            }
        }
    }

    fn list(&mut self, items: &[Piece], indent: usize, start: Start) {
        for (index, item) in items.iter().enumerate() {
            self.begin(indent, index, start);
            self.out.push('-');
            let deeper = indent + 1 + self.choose(4);
            self.item(item, deeper);
        }
    }

    /// A node after `-`, `?` or `:`; a block may begin on the line of the marker.
    fn item(&mut self, item: &Piece, indent: usize) {
        let is_block = matches!(
            item,
            Piece::List(_, false) | Piece::Map(_, false) | Piece::Explicit(..)
        );
        if is_block && self.one_in(2) {
            // Compact: the first entry stands exactly where the others will.
            let line = self.out.rsplit('\n').next().unwrap_or("");
            let column = line.chars().count();
            let indent = indent.max(column + 1);
            self.out.push_str(&" ".repeat(indent - column));
            self.node(item, indent, Start::Compact);
        } else {
            self.node(item, indent, Start::After);
        }
    }

    fn begin(&mut self, indent: usize, index: usize, start: Start) {
        match (index, start) {
            (0, Start::Compact) => {}
            (0, Start::Fresh) => self.start_line(indent),
            (_, Start::Fresh | Start::After | Start::Compact) => self.new_line(indent),
        }
    }

    fn map(&mut self, entries: &[(&str, Piece)], indent: usize, start: Start) {
        for (index, (key, value)) in entries.iter().enumerate() {
            self.begin(indent, index, start);
            self.out.push_str(key);
            self.out.push(':');
            let is_list = matches!(value, Piece::List(_, false));
            let deeper = indent + 1 + self.choose(4);
            let indent = if is_list && self.one_in(3) {
                indent
            } else {
                deeper
            };
            self.node(value, indent, Start::After);
        }
    }

    fn explicit(&mut self, key: &Piece, value: &Piece, indent: usize, start: Start) {
        self.begin(indent, 0, start);
        self.out.push('?');
        let deeper = indent + 1 + self.choose(3);
        self.item(key, deeper);
        self.new_line(indent);
        self.out.push(':');
        self.item(value, deeper);
    }

    fn marked(&mut self, mark: &str, piece: &Piece, indent: usize, start: Start) {
        if matches!(piece, Piece::Marked(..) | Piece::Word("*alias")) {
            self.node(piece, indent, start);
            return;
        }
        if start != Start::Fresh {
            self.spaces(1);
        }
        self.out.push_str(mark);
        self.node(piece, indent, Start::After);
    }

    /// A node inside brackets; block pieces are written as flow, scalars over lines as words.
    fn flow(&mut self, piece: &Piece, indent: usize) {
        match piece {
            Piece::Empty | Piece::Block(..) => self.out.push('x'),
            Piece::Word(word) => self.out.push_str(word),
            Piece::Words(lines) => self.lines(lines, indent),
            Piece::List(items, _) => self.flow_list(items, indent),
            Piece::Map(entries, _) => self.flow_map(entries, indent),
            Piece::Explicit(_, value) => {
                self.out.push_str("{ ? k :");
                self.flow_gap(indent, 1);
                self.flow(value, indent);
                self.flow_gap(indent, 1);
                self.out.push('}');
            }
            Piece::Marked(mark, piece) => {
                if !matches!(**piece, Piece::Marked(..) | Piece::Word("*alias")) {
                    self.out.push_str(mark);
                    self.flow_gap(indent, 1);
                }
                self.flow(piece, indent);
            }
        }
    }

    fn flow_gap(&mut self, indent: usize, least: usize) {
        if self.one_in(8) {
            self.new_line(indent);
        } else {
            self.spaces(least);
        }
    }

    fn flow_list(&mut self, items: &[Piece], indent: usize) {
        self.out.push('[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.flow_gap(indent, 0);
            if self.one_in(6) {
                self.out.push_str("pair: ");
            }
            self.flow(item, indent);
            self.flow_gap(indent, 1);
        }
        self.out.push(']');
    }

    fn flow_map(&mut self, entries: &[(&str, Piece)], indent: usize) {
        self.out.push('{');
        for (index, (key, value)) in entries.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.flow_gap(indent, 0);
            self.out.push_str(key);
            if !self.one_in(8) || key.starts_with('*') {
                self.out.push(':');
                self.flow_gap(indent, 1);
                if !matches!(value, Piece::Empty) {
                    self.flow(value, indent);
                }
            }
            self.flow_gap(indent, 1);
        }
        self.out.push('}');
    }
}
