//! The log of a game.

wire! {
    /// A line of the log.
    pub struct LogLine {
        /// Its kind.
        pub kind: LogKind,
        /// The words.
        pub parts: Vec<LogPart>,
        /// The seat that did it.
        pub player: Option<u8>,
        /// Number of times that it happened in a row.
        pub count: u32,
        /// Its cause, where that may be known.
        pub source: Option<WrittenAt>,
    }

    /// A place in the files of a game.
    #[derive(Eq)]
    pub struct WrittenAt {
        /// The rule, move or definition; empty in an ability of a card.
        pub part: String,
        /// The file.
        pub file: String,
        /// The line, from 1.
        pub line: u32,
    }

    /// Text of the rules at a place, and its meaning.
    pub struct Written {
        /// Where.
        pub at: WrittenAt,
        /// The rule, move, definition or card in words; empty if it has none.
        pub text: String,
        /// The first line of the excerpt, from 1.
        pub first: u32,
        /// Some lines of the file.
        pub lines: Vec<String>,
    }

    /// The kinds of lines in a log.
    #[derive(Copy, Eq)]
    pub enum LogKind {
        /// A turn or a state begins.
        Heading,
        /// Somebody chose.
        Choice,
        /// Something happened.
        Event,
        /// The end.
        Result,
        /// A step of a rule failed; only told on request.
        Failed,
    }

    /// Words of a log.
    #[serde(tag = "kind")]
    pub enum LogPart {
        /// Plain words.
        Text {
            /// The words.
            text: String,
        },
        /// A card that the reader knows.
        Card {
            /// Its face.
            face: u16,
            /// Its name.
            text: String,
        },
    }
}
