//! Training runs of the own machine.

wire! {
    /// A training run that somebody wants.
    #[serde(deny_unknown_fields)]
    pub struct NewRun {
        /// The game.
        pub game: String,
        /// The number of players; the usual one if it is left out.
        #[serde(default)]
        pub seats: Option<u8>,
        /// The time it may take.
        pub minutes: f64,
        /// The teacher; a trial decides if it is left out.
        #[serde(default)]
        pub teacher: Option<RunTeacher>,
    }

    /// The teachers of training runs.
    #[derive(Copy, Eq)]
    pub enum RunTeacher {
        /// Self-play with search.
        Gumbel,
        /// Policy gradient.
        Gradient,
    }

    /// A run goes on for some more minutes.
    #[serde(deny_unknown_fields)]
    pub struct MoreMinutes {
        /// So many.
        pub minutes: f64,
    }

    /// The state of a training run.
    #[derive(Copy, Eq)]
    pub enum RunState {
        /// It is being worked on.
        Running,
        /// It was stopped before its end.
        Stopped,
        /// It has reached its end.
        Over,
    }

    /// All training runs.
    pub struct Runs {
        /// The runs, the newest first.
        pub runs: Vec<RunSummary>,
        /// True if the asker may start and stop runs.
        pub may_start: bool,
    }

    /// A training run in the list of runs.
    pub struct RunSummary {
        /// Its name.
        pub name: String,
        /// The game.
        pub game: String,
        /// The number of players, if it was chosen.
        pub seats: Option<u8>,
        /// Its state.
        pub state: RunState,
        /// Progress, from 0 to 1.
        pub progress: f64,
        /// Games played.
        pub games: f64,
        /// Minutes of work so far.
        pub minutes: f64,
        /// The teacher.
        pub teacher: String,
        /// True if there is a network to play against.
        pub has_network: bool,
    }

    /// A training run with its figures.
    pub struct RunDetail {
        /// The run.
        pub run: RunSummary,
        /// Figures of its iterations.
        pub points: Vec<RunPoint>,
        /// Numbers of games of the networks that are kept, the oldest first.
        pub checkpoints: Vec<String>,
        /// Names of sample games, the oldest first.
        pub samples: Vec<String>,
        /// The last words of a run that failed, for the host.
        pub failure: Option<String>,
    }

    /// Figures of an iteration.
    pub struct RunPoint {
        /// Games so far.
        pub games: f64,
        /// Minutes of work so far.
        pub minutes: f64,
        /// Games a second.
        pub games_per_second: f64,
        /// Mean loss of the policy.
        pub policy_loss: f64,
        /// Mean loss of the value.
        pub value_loss: f64,
        /// Mean entropy of the policy.
        pub entropy: f64,
        /// The contest of the new network against the best one, where there was one.
        pub gate: Option<RunGate>,
        /// Points of Elo above the first checkpoint, where there was a checkpoint.
        pub rating: Option<f64>,
        /// Shares of points against other players, where they were measured.
        pub measured: Vec<RunScore>,
    }

    /// A contest of a new network against the best one.
    pub struct RunGate {
        /// Share of points of the new one.
        pub share: f64,
        /// True if it was taken over.
        pub is_passed: bool,
    }

    /// Share of points against a player.
    pub struct RunScore {
        /// The player.
        pub player: String,
        /// Share of points, from 0 to 1.
        pub share: f64,
        /// Half the width of its interval, which holds the truth 19 times out of 20.
        pub error: f64,
    }
}
