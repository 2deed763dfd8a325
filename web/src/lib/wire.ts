// Generated from crates/studio/src/wire.rs; do not edit.
// UPDATE_WIRE=1 cargo test -p studio wire

export type GameSummary = {
/**
 * Its name for machines.
 */
id: string,
/**
 * Its name for people.
 */
name: { [key in string]: string },
/**
 * One sentence.
 */
description: { [key in string]: string },
/**
 * The least number of players.
 */
min_players: number,
/**
 * The most.
 */
max_players: number,
/**
 * Words to find it by.
 */
tags: Array<string>,
/**
 * Whether players bring decks.
 */
brings_decks: boolean,
/**
 * Whether it has cards of its own, which can be edited.
 */
has_cards: boolean,
/**
 * Whether it can be edited here, because it is the person's own copy.
 */
own: boolean,
/**
 * The reason it cannot be played, if its files have errors.
 */
broken: string | null, };

export type GameDetail = {
/**
 * The game.
 */
summary: GameSummary,
/**
 * Its variants.
 */
variants: Array<Variant>,
/**
 * Its parameters, as the chosen variant has them.
 */
parameters: Array<Parameter>,
/**
 * The decks that come with it.
 */
decks: Array<DeckName>,
/**
 * Who can play a seat besides people.
 */
players: Array<string>,
/**
 * The rules in sentences, part by part.
 */
rules: Array<RuleText>,
/**
 * Text of its author about it, in Markdown, by language.
 */
readme: { [key in string]: string },
/**
 * Its zones, for a picture of the table.
 */
zones: Array<ZoneSketch>,
/**
 * The lessons of its tutorial, in their order.
 */
lessons: Array<Lesson>, };

export type ZoneSketch = {
/**
 * Its name for people.
 */
name: { [key in string]: string },
/**
 * True if each player has one.
 */
per_player: boolean,
/**
 * The row, from the player's edge.
 */
row: number | null,
/**
 * The column, from the left.
 */
column: number | null,
/**
 * Number of columns that it takes.
 */
width: number | null,
/**
 * Its purpose.
 */
role: ZoneRole, };

export type Lesson = {
/**
 * Its name.
 */
title: { [key in string]: string },
/**
 * The matter that is learned.
 */
text: { [key in string]: string },
/**
 * The task.
 */
task: { [key in string]: string },
/**
 * Said when it was done.
 */
praise: { [key in string]: string },
/**
 * Said when something else was done.
 */
hint: { [key in string]: string },
/**
 * The position, as a scenario's `given`.
 */
given: string,
/**
 * The decks of the seats, if the game has decks.
 */
decks: Array<string>,
/**
 * The choices that do it, any of them.
 */
wanted: Array<Wish>, };

export type Wish = {
/**
 * The move, mode or target by its name for machines.
 */
choice: string,
/**
 * The card it is made with; any if left out.
 */
card: string | null, };

export type RuleText = {
/**
 * Its name for machines.
 */
name: string,
/**
 * What people call it; nothing for how the game is won.
 */
title: { [key in string]: string },
/**
 * What it says.
 */
text: { [key in string]: string }, };

export type Variant = {
/**
 * Its name.
 */
id: string,
/**
 * What is different.
 */
text: { [key in string]: string }, };

export type Parameter = {
/**
 * Its name.
 */
id: string,
/**
 * What it means.
 */
text: { [key in string]: string },
/**
 * Its value if nobody sets it.
 */
default: string,
/**
 * The value that is proposed where people play, if the game has one.
 */
for_people: string | null,
/**
 * What can be entered.
 */
kind: ParameterKind, };

export type ParameterKind = { "type": "flag" } | { "type": "number",
/**
 * The least.
 */
min: number | null,
/**
 * The most.
 */
max: number | null, } | { "type": "word",
/**
 * The words, with texts for people.
 */
values: Array<WordText>, } | { "type": "text" };

export type WordText = {
/**
 * The word.
 */
id: string,
/**
 * What people call it.
 */
text: { [key in string]: string }, };

export type DeckName = {
/**
 * Its name for machines.
 */
id: string,
/**
 * Its name for people.
 */
name: { [key in string]: string },
/**
 * How many cards each section has.
 */
sizes: Array<[string, number]>, };

export type NewTable = {
/**
 * The game.
 */
game: string,
/**
 * The variant; the game itself if left out.
 */
variant: string | null,
/**
 * Who plays each seat.
 */
seats: Array<SeatPlan>,
/**
 * Parameters that are set.
 */
parameters: { [key in string]: string },
/**
 * The decks of the seats: names of deck lists, or decks written out. Empty for the game's own.
 */
decks: Array<string>,
/**
 * The seed; one that nobody knows if left out. A number, with the key after a colon where the generator
 * has one. Text, because not every reader of JSON has such numbers.
 */
seed: string | null,
/**
 * How the computer's moves come.
 */
pace: Pace | null,
/**
 * Choices that are made at once, by their numbers: to go on from a moment of another game.
 */
choices: Array<number>,
/**
 * The position it begins with, as a scenario's `given`; the ordinary beginning if left out.
 */
given?: string | null,
/**
 * A card that is tried before it is saved.
 */
draft?: CardDraft | null,
/**
 * The time that people have; as much as they like if left out.
 */
clock?: Clock | null, };

export type Clock = {
/**
 * So many seconds to begin with.
 */
seconds: number,
/**
 * So many more for each decision.
 */
increment: number, };

export type Ended = { "kind": "resigned",
/**
 * The seat.
 */
seat: number, } | { "kind": "out_of_time",
/**
 * The seat.
 */
seat: number, };

export type CardDraft = {
/**
 * The file it is in.
 */
file: string,
/**
 * Which card of the file it replaces; a new one if left out.
 */
card: string | null,
/**
 * Its text.
 */
text: string, };

export type Workshop = {
/**
 * The game's name for people.
 */
name: string,
/**
 * Whether it is the person's own: a copy, or a game of a folder.
 */
own: boolean,
/**
 * Whether it is a copy of a game that comes with the program.
 */
copy: boolean,
/**
 * Where its files are, if it is.
 */
folder: string | null,
/**
 * The files that hold cards.
 */
files: Array<CardFile>,
/**
 * The cards.
 */
cards: Array<WorkshopCard>,
/**
 * The kinds of cards, with what is written on them.
 */
kinds: Array<KindFields>,
/**
 * Names of keywords.
 */
keywords: Array<WordText>,
/**
 * The columns of tables of cards, if the game reads any.
 */
columns: Array<CardField>,
/**
 * Where cards can lie when a card is tried.
 */
zones: Array<TryZone>,
/**
 * The phases in which a card can be tried, those with most moves first.
 */
phases: Array<WordText>,
/**
 * How many play when a card is tried.
 */
seats: number,
/**
 * The position that the game proposes for it, with `CARD` wherever the card lies.
 */
trial: string | null, };

export type CardFile = {
/**
 * Its path in the game's folder.
 */
path: string,
/**
 * How cards are written in it.
 */
format: CardFormat, };

export type CardFormat = "cards" | "table" | "other";

export type WorkshopCard = {
/**
 * Its name for machines.
 */
id: string,
/**
 * Its name for people.
 */
name: string,
/**
 * Its kind for people.
 */
kind: string,
/**
 * Its colours.
 */
colors: Array<string>,
/**
 * The file it is in.
 */
file: string, };

export type KindFields = {
/**
 * Its name for machines.
 */
id: string,
/**
 * Its name for people.
 */
name: string,
/**
 * What is written on its cards.
 */
fields: Array<CardField>, };

export type CardField = {
/**
 * Its key.
 */
key: string,
/**
 * Its name for people.
 */
name: string,
/**
 * What can be entered.
 */
kind: FieldKind,
/**
 * Whether a card may leave it out.
 */
optional: boolean,
/**
 * The value then.
 */
default: string, };

export type FieldKind = { "type": "flag" } | { "type": "number" } | { "type": "word",
/**
 * The words, with texts for people.
 */
values: Array<WordText>, } | { "type": "words",
/**
 * The words, with texts for people.
 */
values: Array<WordText>, } | { "type": "text" } | { "type": "other" };

export type TryZone = {
/**
 * Its name for machines.
 */
id: string,
/**
 * Its name for people.
 */
name: string,
/**
 * True if each player has one.
 */
per_player: boolean,
/**
 * Its purpose.
 */
role: ZoneRole, };

export type CardOpened = {
/**
 * The file.
 */
file: string,
/**
 * Its text.
 */
text: string,
/**
 * Which state of the file it is from: what saving must name.
 */
version: string, };

export type CardAsked = {
/**
 * The card.
 */
draft: CardDraft,
/**
 * What the form says.
 */
edit: FieldEdit | null,
/**
 * The language of all texts.
 */
language: string, };

export type FieldEdit = {
/**
 * The key, such as `cost` or `name.ja`; the heading of a column.
 */
key: string,
/**
 * Its value; left out to take the key away.
 */
value: FieldValue | null, };

export type FieldValue = { "type": "word",
/**
 * It.
 */
value: string, } | { "type": "text",
/**
 * It.
 */
value: string, } | { "type": "words",
/**
 * They.
 */
value: Array<string>, } | { "type": "yaml",
/**
 * It.
 */
value: string, };

export type CardChecked = {
/**
 * Its text, changed if that was asked for.
 */
text: string,
/**
 * The problem.
 */
mistakes: Array<Mistake>,
/**
 * Its name for machines, if it has one.
 */
id: string | null,
/**
 * The values that a form shows.
 */
values: { [key in string]: string },
/**
 * The lists that a form shows.
 */
lists: { [key in string]: Array<string> },
/**
 * What a form cannot show, as it is written.
 */
others: { [key in string]: string },
/**
 * What it looks like, if nothing is wrong.
 */
face: Face | null,
/**
 * What it does, in words, if nothing is wrong.
 */
explained: { [key in string]: string }, };

export type Mistake = {
/**
 * Whether the game cannot be played so.
 */
error: boolean,
/**
 * Its code.
 */
code: string,
/**
 * What.
 */
message: string,
/**
 * The hint.
 */
hint: string | null,
/**
 * The line of the text, from 1; none if it is elsewhere.
 */
line: number | null,
/**
 * The column, from 1, in characters.
 */
column: number | null,
/**
 * The column just after it, if it is on the same line.
 */
end_column: number | null,
/**
 * Where else it is.
 */
elsewhere: string | null, };

export type CardSaving = {
/**
 * The card; without a text it is taken out of the file.
 */
draft: CardDraft,
/**
 * The state of the file that it was changed from; left out for a file that is not there yet.
 */
version: string | null, };

export type CardSaved = {
/**
 * Its name for machines; none if it was taken out.
 */
card: string | null,
/**
 * The new state of its file.
 */
version: string,
/**
 * The folder of the game.
 */
folder: string, };

export type SeatPlan = { "who": "here" } | { "who": "link" } | { "who": "computer",
/**
 * Its name, such as `random`.
 */
name: string, };

export type Guest = {
/**
 * The name; may be empty.
 */
name: string,
/**
 * The number of the colour.
 */
colour: number | null, };

export type NewInvitation = {
/**
 * The table. Seats by link are free for whoever comes.
 */
plan: NewTable,
/**
 * The person who invites.
 */
guest: Guest, };

export type Joining = {
/**
 * The person who comes.
 */
guest: Guest,
/**
 * The deck that they bring; the one of the seat if left out.
 */
deck: string | null, };

export type Joined = {
/**
 * The invitation.
 */
id: string,
/**
 * The seat.
 */
seat: number,
/**
 * Shows that it is the same person who asks again.
 */
token: string, };

export type Invitation = {
/**
 * Its name for machines.
 */
id: string,
/**
 * The game.
 */
game: string,
/**
 * The game's name for people.
 */
name: { [key in string]: string },
/**
 * The seats.
 */
seats: Array<InvitedSeat>,
/**
 * True if people may bring decks. Nobody sees the deck of another.
 */
brings_decks: boolean,
/**
 * The time that people have.
 */
clock: Clock | null,
/**
 * The seat of whoever asks.
 */
mine: number | null,
/**
 * The table, once it has begun, for those who have a seat.
 */
table: string | null,
/**
 * The token of the own seat there.
 */
token: string | null, };

export type InvitedSeat = {
/**
 * The computer that plays it.
 */
computer: string | null,
/**
 * The person who has taken it.
 */
guest: Guest | null, };

export type TableMade = {
/**
 * Its name.
 */
id: string,
/**
 * For each seat that a person plays, the token that opens it. Whoever has it plays the seat.
 */
tokens: { [key in number]: string }, };

export type NewRun = {
/**
 * The game.
 */
game: string,
/**
 * The number of players; the usual one if it is left out.
 */
seats: number | null,
/**
 * The time it may take.
 */
minutes: number,
/**
 * The teacher; a trial decides if it is left out.
 */
teacher: RunTeacher | null, };

export type RunTeacher = "gumbel" | "gradient";

export type MoreMinutes = {
/**
 * So many.
 */
minutes: number, };

export type RunState = "running" | "stopped" | "over";

export type Runs = {
/**
 * The runs, the newest first.
 */
runs: Array<RunSummary>,
/**
 * Whether who asks may start and stop runs.
 */
may_start: boolean, };

export type RunSummary = {
/**
 * Its name.
 */
name: string,
/**
 * The game.
 */
game: string,
/**
 * The number of players, if it was chosen.
 */
seats: number | null,
/**
 * Its state.
 */
state: RunState,
/**
 * How far it is, from 0 to 1.
 */
progress: number,
/**
 * Games played.
 */
games: number,
/**
 * Minutes of work so far.
 */
minutes: number,
/**
 * The teacher.
 */
teacher: string,
/**
 * Whether there is a network to play against.
 */
has_network: boolean, };

export type RunDetail = {
/**
 * The run.
 */
run: RunSummary,
/**
 * Figures of its iterations.
 */
points: Array<RunPoint>,
/**
 * Numbers of games of the networks that are kept, the oldest first.
 */
checkpoints: Array<string>,
/**
 * Names of sample games, the oldest first.
 */
samples: Array<string>,
/**
 * The last words of a run that failed, for the host.
 */
failure: string | null, };

export type RunPoint = {
/**
 * Games so far.
 */
games: number,
/**
 * Minutes of work so far.
 */
minutes: number,
/**
 * Games a second.
 */
games_per_second: number,
/**
 * Mean loss of the policy.
 */
policy_loss: number,
/**
 * Mean loss of the value.
 */
value_loss: number,
/**
 * Mean entropy of the policy.
 */
entropy: number,
/**
 * The contest of the new network against the best one, where there was one.
 */
gate: RunGate | null,
/**
 * Shares of points against other players, where they were measured.
 */
measured: Array<RunScore>, };

export type RunGate = {
/**
 * Share of points of the new one.
 */
share: number,
/**
 * Whether it was taken over.
 */
is_passed: boolean, };

export type RunScore = {
/**
 * The player.
 */
player: string,
/**
 * Share of points, from 0 to 1.
 */
share: number,
/**
 * Half the width of its interval, which holds the truth 19 times out of 20.
 */
error: number, };

export type NewMetaRun = {
/**
 * The game.
 */
game: string,
/**
 * Its kind.
 */
kind: MetaKind,
/**
 * The player of all decks.
 */
player: string,
/**
 * The regulation, by its name or a day; that of the game if it is left out.
 */
regulation: string | null,
/**
 * Number of games, for a field that is weighed.
 */
games: number | null,
/**
 * The most rounds, for decks that are bred.
 */
rounds: number | null,
/**
 * The most generations of a round, for decks that are bred.
 */
generations: number | null,
/**
 * The decks to breed from; those of the game and some by chance if it is left out.
 */
start: MetaStart | null,
/**
 * Decks of whoever asks: bred from, or weighed beside those of the game.
 */
decks: Array<MetaOwnDeck>, };

export type MetaKind = "evolve" | "field";

export type MetaStart = "all" | "random" | "decks" | "own";

export type MetaOwnDeck = {
/**
 * Its name.
 */
name: string,
/**
 * Its sections with their cards.
 */
sections: Array<[string, Array<[string, number]>]>, };

export type MetaRuns = {
/**
 * The runs, the newest first.
 */
runs: Array<MetaRunSummary>,
/**
 * True if who asks may start and stop runs.
 */
may_start: boolean, };

export type MetaRate = {
/**
 * The share.
 */
value: number,
/**
 * The lower end.
 */
low: number,
/**
 * The upper end.
 */
high: number, };

export type MetaRunSummary = {
/**
 * Its name.
 */
name: string,
/**
 * The game.
 */
game: string,
/**
 * Its kind.
 */
kind: MetaKind,
/**
 * Its state.
 */
state: RunState,
/**
 * Its progress at least, from 0 to 1.
 */
progress: number,
/**
 * Seconds that it takes at most, if that can be told.
 */
seconds_left: number | null,
/**
 * Games played.
 */
games: number,
/**
 * Generations so far; 0 for a field.
 */
generation: number,
/**
 * Win rate of the best deck, for decks that are bred.
 */
best: MetaRate | null,
/**
 * The player.
 */
player: string,
/**
 * True if there is something to report.
 */
has_report: boolean, };

export type MetaRunDetail = {
/**
 * The run.
 */
run: MetaRunSummary,
/**
 * Figures of its generations.
 */
points: Array<MetaPoint>,
/**
 * Decks that were found or weighed.
 */
decks: Array<MetaDeck>,
/**
 * The decks that are met or weighed, with their shares.
 */
field: Array<MetaFieldLine>,
/**
 * The effective number of decks of a field.
 */
effective_decks: MetaRate | null,
/**
 * The last words of a run that failed, for the host.
 */
failure: string | null, };

export type MetaPoint = {
/**
 * Its number.
 */
generation: number,
/**
 * The round, from 1.
 */
round: number,
/**
 * Win rate of the best deck.
 */
best: MetaRate,
/**
 * Win rate of all decks on average.
 */
mean: number,
/**
 * Games so far.
 */
games: number, };

export type MetaDeck = {
/**
 * Its name.
 */
name: string,
/**
 * Its origin.
 */
origin: MetaOrigin,
/**
 * Its win rate: confirmed by new games for a champion, against the equilibrium for a deck of a field.
 */
rate: MetaRate | null,
/**
 * Win rate of the deck that it was bred from, in the same games.
 */
before: MetaRate | null,
/**
 * Its kind, for one of the different good decks.
 */
about: string,
/**
 * Its sections with their cards.
 */
sections: Array<[string, Array<[string, number]>]>, };

export type MetaOrigin = "champion" | "best" | "archive" | "field";

export type MetaFieldLine = {
/**
 * Its name.
 */
name: string,
/**
 * Its share.
 */
share: MetaRate,
/**
 * Its win rate against the field, where it is known.
 */
rate: MetaRate | null, };

export type CardWorths = {
/**
 * The run that found it out.
 */
run: string,
/**
 * The cards that are known.
 */
cards: { [key in string]: CardWorth }, };

export type CardWorth = {
/**
 * Swap value of a copy, and half the width of its interval.
 */
swap: [number, number] | null,
/**
 * Contribution, and half the width of its interval.
 */
contribution: [number, number] | null,
/**
 * Number of games of decks with it.
 */
games: number, };

export type TableSummary = {
/**
 * Its name.
 */
id: string,
/**
 * The game.
 */
game: string,
/**
 * The game's name for people.
 */
name: { [key in string]: string },
/**
 * Who plays.
 */
seats: Array<string>,
/**
 * The names that people go by, for each seat; empty where nobody gave one.
 */
names: Array<string>,
/**
 * The seats that won, once it is over.
 */
winners: Array<number> | null,
/**
 * Its end, if its rules did not end it.
 */
ended: Ended | null,
/**
 * How many choices were made.
 */
choices: number,
/**
 * Whether the game is over.
 */
over: boolean,
/**
 * When it was made, in seconds since 1970.
 */
made: number,
/**
 * Whether it is a record that was uploaded: nobody can play on.
 */
uploaded: boolean,
/**
 * The seed, if somebody chose it.
 */
seed: string | null, };

export type Pace = { "kind": "auto",
/**
 * How long each takes.
 */
milliseconds: number, } | { "kind": "step" };

export type ToTable = { "type": "hello",
/**
 * The token of a seat; a spectator has none.
 */
token: string | null,
/**
 * The language of all texts.
 */
language: string, } | { "type": "play",
/**
 * Which decision it answers: how many choices were made before.
 */
decision: number,
/**
 * The number of the choice, from 0.
 */
choice: number, } | { "type": "take_back" } | { "type": "allow",
/**
 * True if it may be taken back.
 */
yes: boolean, } | { "type": "resign" } | { "type": "rematch" } | { "type": "introduce",
/**
 * The name; empty for the name of the seat.
 */
name: string,
/**
 * The number of the colour.
 */
colour?: number | null, } | { "type": "set_pace",
/**
 * How.
 */
pace: Pace, } | { "type": "step" } | { "type": "hand_over",
/**
 * Which player.
 */
name: string, } | { "type": "take_seat" } | { "type": "why_not",
/**
 * The position of its pile among the piles.
 */
pile: number,
/**
 * Its position in the pile.
 */
card: number, } | { "type": "say",
/**
 * The phrase.
 */
phrase: Phrase, } | { "type": "answer_all",
/**
 * Whether they do.
 */
on: boolean, };

export type FromTable = { "type": "welcome" } & Welcome | { "type": "state" } & State | { "type": "reasons",
/**
 * The position of its pile among the piles.
 */
pile: number,
/**
 * Its position in the pile.
 */
card: number,
/**
 * The reasons in words, as far as the seat may know them.
 */
reasons: Array<string>, } | { "type": "refused",
/**
 * Why, for machines: `not_your_turn`, `stale`, `illegal`, `bad_message`, `not_allowed`.
 */
code: string,
/**
 * Why, for people.
 */
message: string, };

export type Welcome = {
/**
 * The table.
 */
table: string,
/**
 * The game.
 */
game: string,
/**
 * Its variant.
 */
variant: string | null,
/**
 * What it is called.
 */
title: string,
/**
 * One sentence about it.
 */
description: string,
/**
 * Whose eyes: a seat, or a spectator's.
 */
seat: number | null,
/**
 * Who plays.
 */
seats: Array<SeatInfo>,
/**
 * Places of zones.
 */
zones: Array<ZonePlace>,
/**
 * The colour of the table.
 */
background: string | null,
/**
 * Where its cards come from.
 */
deal: Deal,
/**
 * True if decisions can be taken back, or others asked for it.
 */
can_take_back: boolean,
/**
 * True if the game can be given up: one side is left that wins, or nobody else plays.
 */
can_resign: boolean,
/**
 * The phases of the game by name, in the order of its author.
 */
phases: Array<string>,
/**
 * The time that people have.
 */
clock: Clock | null,
/**
 * Whether some questions are asked even with only one answer, so that being asked tells nothing.
 */
asks_always: boolean,
/**
 * Who can play a seat besides people.
 */
players: Array<string>,
/**
 * Whether a computer can be asked what it would do: no other person plays.
 */
can_ask: boolean, };

export type Deal = { "kind": "drawn",
/**
 * The SHA-256 of what will be opened; none at tables of earlier studios.
 */
commitment: string | null, } | { "kind": "chosen",
/**
 * The seed.
 */
seed: string, } | { "kind": "open",
/**
 * The seed.
 */
seed: string, };

export type OpenedDeal = {
/**
 * Its number.
 */
seed: string,
/**
 * The key of the generator.
 */
key: string,
/**
 * The text whose SHA-256 is the commitment.
 */
committed: string, };

export type Rights = {
/**
 * Whether it is the host, who may change games, remove tables and upload records.
 */
host: boolean, };

export type SeatInfo = {
/**
 * Its number.
 */
seat: number,
/**
 * What people call it.
 */
name: string,
/**
 * Who plays it: `person`, or a computer player's name.
 */
player: string,
/**
 * Its team.
 */
team: number | null, };

export type ZonePlace = {
/**
 * The zone.
 */
zone: string,
/**
 * Its name for people.
 */
name: string,
/**
 * True if each player has one.
 */
per_player: boolean,
/**
 * The row, from the player's edge.
 */
row: number | null,
/**
 * The column, from the left.
 */
column: number | null,
/**
 * Number of columns that it takes.
 */
width: number | null,
/**
 * How its cards lie.
 */
layout: Layout,
/**
 * How many fixed places it has.
 */
slots: number | null,
/**
 * Its purpose.
 */
role: ZoneRole, };

export type Layout = "pile" | "fan" | "row" | "grid";

export type ZoneRole = "deck" | "hand" | "play" | "discard" | "out" | "other" | "under";

export type State = {
/**
 * How many choices were made: what `play` must name.
 */
decision_number: number,
/**
 * The state and the phase.
 */
stage: Array<string>,
/**
 * Which turn it is, from 1.
 */
turn: number | null,
/**
 * Whose turn it is.
 */
current: number | null,
/**
 * The piles.
 */
piles: Array<Pile>,
/**
 * What is shown besides cards.
 */
values: Array<ShownValue>,
/**
 * The decision that the game waits for.
 */
decision: Decision,
/**
 * Faces of cards that were not sent before.
 */
faces: Array<Face>,
/**
 * What happened since the last message.
 */
log: Array<LogLine>,
/**
 * Whether the log begins anew.
 */
log_restarts: boolean,
/**
 * What was seen to move since the last message.
 */
happened: Array<Happening>,
/**
 * The piles before that, where the message is the first of a game that begins.
 */
before: Array<Pile> | null,
/**
 * How the computer's moves come.
 */
pace: Pace,
/**
 * Who plays now, for each seat: `person`, or a computer player's name.
 */
players: Array<string>,
/**
 * Which people are there.
 */
present: Array<number>,
/**
 * The number of spectators.
 */
spectators: number,
/**
 * The last phrase of each player.
 */
said: Array<Said>,
/**
 * Cards that are aimed at others at present.
 */
arrows: Array<Arrow>,
/**
 * What will happen, the next first.
 */
pending: Array<PendingEffect>,
/**
 * What the computer that chose last thought of its choices.
 */
thinking: Thinking | null,
/**
 * The seed that the studio drew, once everybody may know it.
 */
opened: OpenedDeal | null,
/**
 * The score sheet, if the game keeps one.
 */
sheet: ScoreSheet | null,
/**
 * The people who gave a name or a colour.
 */
people: Array<PersonNamed>,
/**
 * The time that is left, where it is limited.
 */
clocks: Clocks | null,
/**
 * Somebody wants to take a decision back.
 */
asked_back: AskedBack | null,
/**
 * The next game of the same people, once somebody wants it.
 */
rematch: NextGame | null, };

export type ScoreSheet = {
/**
 * The rounds, the first one first.
 */
rounds: Array<SheetRound>, };

export type SheetRound = {
/**
 * After so many choices.
 */
after: number,
/**
 * The values of all players or teams.
 */
values: Array<ShownValue>, };

export type PersonNamed = {
/**
 * The seat.
 */
seat: number,
/**
 * The name; empty for the name of the seat.
 */
name: string,
/**
 * The number of the colour.
 */
colour: number | null, };

export type Clocks = {
/**
 * Milliseconds for each seat; none for computers.
 */
left: Array<number | null>,
/**
 * The seat whose time runs.
 */
running: number | null, };

export type AskedBack = {
/**
 * The seat.
 */
by: number,
/**
 * The seats that must still answer.
 */
waits_for: Array<number>, };

export type NextGame = {
/**
 * The seats that want it.
 */
wanted: Array<number>,
/**
 * Its table, once all want it.
 */
table: string | null,
/**
 * The tokens of the seats that whoever is told plays there.
 */
tokens: { [key in number]: string }, };

export type Happening = { "kind": "moved",
/**
 * Its face, if it is known before or after.
 */
face: number | null,
/**
 * Whether it lies face down.
 */
down: boolean,
/**
 * Which back it has.
 */
back: number,
/**
 * Where it was.
 */
from: number | null,
/**
 * Where it is.
 */
to: number | null,
/**
 * Its position from the top there.
 */
position: number | null, } | { "kind": "chosen",
/**
 * The player who chose.
 */
seat: number,
/**
 * True if it is the target of a move; otherwise it is the card that a move is made with.
 */
target: boolean,
/**
 * The card.
 */
card: CardThen | null,
/**
 * The player who was chosen.
 */
player: number | null, } | { "kind": "shuffled",
/**
 * Its position among the piles.
 */
pile: number, };

export type Thinking = {
/**
 * Who.
 */
seat: number,
/**
 * Which decision it is about: how many choices were made before. It still thinks if that is the one
 * that the game waits for.
 */
decision: number,
/**
 * Its choices, the best first.
 */
choices: Array<Thought>,
/**
 * Whether it passed although it could have played a card.
 */
strategic_pass: boolean, };

export type Thought = {
/**
 * The choice in words.
 */
text: string,
/**
 * How often it was looked at.
 */
visits: number,
/**
 * The expected win rate, from 0 to 1.
 */
win_rate: number,
/**
 * How likely it looked at first, from 0 to 1.
 */
prior: number,
/**
 * Whether it was chosen.
 */
chosen: boolean, };

export type PendingEffect = {
/**
 * What it is.
 */
text: string,
/**
 * Whose.
 */
owner: number | null,
/**
 * The card it comes from.
 */
face: number | null,
/**
 * The place of that card on the table.
 */
at: CardAt | null,
/**
 * Whether it was cancelled and will do nothing.
 */
cancelled: boolean, };

export type Pile = {
/**
 * Its zone.
 */
zone: string,
/**
 * The seat whose it is.
 */
owner: number | null,
/**
 * The team whose it is.
 */
team: number | null,
/**
 * What people call it.
 */
name: string,
/**
 * How many cards there are, if the seat may know.
 */
count: number | null,
/**
 * The cards, as the seat sees them: the top one first where they have an order.
 */
cards: Array<Card>, };

export type Card = {
/**
 * Its face, if the seat knows it.
 */
face: number | null,
/**
 * Whether it lies face down.
 */
down: boolean,
/**
 * Which back it has.
 */
back: number,
/**
 * Its fixed place.
 */
slot: number | null,
/**
 * Whether it is turned sideways.
 */
tapped: boolean,
/**
 * What is on it.
 */
marks: Array<Mark>,
/**
 * What effects have changed of what is printed on it.
 */
now: Array<FaceValue>,
/**
 * Keywords that it has at present and that are not printed on it.
 */
gained: Array<string>,
/**
 * The card that it is attached to: position of its pile and in its pile.
 */
attached_to: CardAt | null, };

export type Mark = {
/**
 * Its name for machines.
 */
id: string,
/**
 * Its name for people.
 */
name: string,
/**
 * Its value for people.
 */
value: string,
/**
 * Its value, if it is a number.
 */
number: number | null,
/**
 * Whether it is a counter or pieces.
 */
counter: boolean, };

export type CardAt = {
/**
 * The position of the pile among the piles.
 */
pile: number,
/**
 * The position of the card in the pile.
 */
card: number, };

export type Face = {
/**
 * By which cards name it.
 */
id: number,
/**
 * Its name for machines.
 */
card: string,
/**
 * Its name for people.
 */
name: string,
/**
 * Its kind for people.
 */
kind: string,
/**
 * The title.
 */
title: string,
/**
 * The corner, such as a cost.
 */
corner: string,
/**
 * The foot, such as power.
 */
footer: string,
/**
 * Its colours: several run into each other.
 */
colors: Array<string>,
/**
 * Whether it is a card of a traditional deck, which shows rank and suit.
 */
suit: string | null,
/**
 * Its rank, on such a card.
 */
rank: string | null,
/**
 * Which card of the usual deck it is, for machines.
 */
figure: Figure | null,
/**
 * The values that matter most, in the order of the game.
 */
values: Array<FaceValue>,
/**
 * What is drawn on it: names of motifs.
 */
pictures: Array<string>,
/**
 * Where it stands among the cards of a hand that is sorted.
 */
order: number,
/**
 * What is printed on it: names and values for people.
 */
printed: Array<[string, string]>,
/**
 * Its keywords, with what they mean.
 */
keywords: Array<[string, string]>,
/**
 * What it does.
 */
text: string, };

export type Figure = {
/**
 * `clubs`, `diamonds`, `hearts` or `spades`; a joker has none.
 */
suit: string | null,
/**
 * The rank, such as `10` or `Q`.
 */
rank: string, };

export type FaceValue = {
/**
 * Its name for machines.
 */
id: string,
/**
 * Its name for people.
 */
name: string,
/**
 * The value for people.
 */
value: string,
/**
 * The value, if it is a number.
 */
number: number | null, };

export type ShownValue = {
/**
 * Its name for machines.
 */
id: string,
/**
 * Its name for people.
 */
name: string,
/**
 * The seat whose it is.
 */
owner: number | null,
/**
 * The team whose it is.
 */
team: number | null,
/**
 * The value for people.
 */
value: string,
/**
 * The value, if it is a number.
 */
number: number | null,
/**
 * Whether it counts pieces of a resource.
 */
pieces: boolean, };

export type Decision = { "kind": "choose",
/**
 * Who.
 */
seat: number,
/**
 * What is asked.
 */
prompt: string,
/**
 * The rule that asks.
 */
rule: RuleNamed | null,
/**
 * The card that it is about.
 */
about: CardNamed | null,
/**
 * Whether nobody else learns the answer before all have answered.
 */
secret: boolean,
/**
 * Whether several are chosen, one after the other.
 */
several: boolean,
/**
 * What was chosen of several already.
 */
chosen: Array<string>,
/**
 * What may be chosen, for the seat that chooses.
 */
choices: Array<Choice>, } | { "kind": "nothing" } | { "kind": "over",
/**
 * Who has won.
 */
winners: Array<number>,
/**
 * The score of each seat.
 */
scores: Array<number>,
/**
 * Why, if the game says so.
 */
reason: string | null, } | { "kind": "stopped",
/**
 * Why.
 */
message: string, };

export type CardNamed = {
/**
 * What it is called, or where its back lies.
 */
text: string,
/**
 * Its face, if it is known.
 */
face: number | null,
/**
 * Its place on the table.
 */
at: CardAt | null, };

export type Arrow = {
/**
 * The card that aims.
 */
from: CardAt,
/**
 * The card that is aimed at.
 */
to: CardAt | null,
/**
 * The player who is aimed at.
 */
player: number | null, };

export type CardThen = {
/**
 * The position of its pile among the piles.
 */
pile: number,
/**
 * Its position in the pile, if it may be known.
 */
position: number | null,
/**
 * Its face, if it was known.
 */
face: number | null, };

export type Said = {
/**
 * The seat of the player.
 */
seat: number,
/**
 * The phrase.
 */
phrase: Phrase,
/**
 * The number of phrases of that seat so far.
 */
number: number, };

export type Phrase = "hello" | "well_played" | "thanks" | "oops" | "moment" | "your_turn" | "good_game";

export type RuleNamed = {
/**
 * Its name.
 */
id: string,
/**
 * What it says.
 */
text: string, };

export type Choice = {
/**
 * The number that `play` names.
 */
number: number,
/**
 * What kind of choice it is.
 */
kind: ChoiceKind,
/**
 * The move, mode or target by its name for machines.
 */
id: string,
/**
 * What is done, without what it is done with.
 */
name: string,
/**
 * All of it in words.
 */
text: string,
/**
 * The cards it is about, where they lie.
 */
cards: Array<CardAt>,
/**
 * The pile it is about: a position among the piles.
 */
pile: number | null,
/**
 * The player it is about.
 */
player: number | null,
/**
 * The face it is about, if no card on the table is meant.
 */
face: number | null,
/**
 * The first choice that is the same but for copies of a card between which nothing makes a difference, if
 * it is another one.
 */
same_as: number | null,
/**
 * The changes of values that the table shows, where the seat can be sure of them.
 */
outcome: Array<string>,
/**
 * True if it ends the game at once without winning, where the seat can be sure of it: to be asked about first.
 */
ends: boolean, };

export type ChoiceKind = "option" | "move" | "target" | "done" | "pass";

export type LogLine = {
/**
 * What kind of line it is.
 */
kind: LogKind,
/**
 * The words.
 */
parts: Array<LogPart>,
/**
 * Who did it.
 */
player: number | null,
/**
 * How often it happened in a row.
 */
count: number,
/**
 * What made it happen, where that may be known.
 */
source: WrittenAt | null, };

export type WrittenAt = {
/**
 * The rule, move or definition; empty in an ability of a card.
 */
part: string,
/**
 * The file.
 */
file: string,
/**
 * The line, from 1.
 */
line: number, };

export type Written = {
/**
 * Where.
 */
at: WrittenAt,
/**
 * The rule, move, definition or card in words; empty if it has none.
 */
text: string,
/**
 * The first line of the excerpt, from 1.
 */
first: number,
/**
 * Some lines of the file.
 */
lines: Array<string>, };

export type LogKind = "heading" | "choice" | "event" | "result" | "failed";

export type LogPart = { "kind": "text",
/**
 * The words.
 */
text: string, } | { "kind": "card",
/**
 * Its face.
 */
face: number,
/**
 * Its name.
 */
text: string, };

export type Catalogue = {
/**
 * The cards.
 */
cards: Array<CatalogueCard>,
/**
 * The sections of a deck.
 */
sections: Array<DeckSectionRule>,
/**
 * What the cards can be told apart by.
 */
filters: Array<CardFilter>,
/**
 * Lists of banned and limited cards, the one in force first.
 */
regulations: Array<RegulationText>, };

export type CardFilter = {
/**
 * Its name for machines.
 */
id: string,
/**
 * Its name for people.
 */
name: string,
/**
 * The values that cards have; none for numbers.
 */
values: Array<[string, string]>,
/**
 * The least and the largest number that cards have.
 */
range: [number, number] | null, };

export type RegulationText = {
/**
 * Its name for machines.
 */
id: string,
/**
 * Its name for people.
 */
name: string,
/**
 * Since when.
 */
date: string, };

export type RandomDeck = {
/**
 * The list of banned and limited cards; the game's own if left out.
 */
regulation: string | null, };

export type OddsAsked = {
/**
 * How many there are of each card.
 */
copies: Array<number>,
/**
 * How many cards are drawn.
 */
hand: number,
/**
 * Of which cards at least so many are wanted: positions in `copies`, and how many of them together.
 */
wanted: Array<[Array<number>, number]>, };

export type OddsFound = {
/**
 * The share of the hands that have all that is wanted.
 */
chance: number,
/**
 * So many hands, in lowest terms.
 */
part: string,
/**
 * Of so many.
 */
whole: string, };

export type CatalogueCard = {
/**
 * What it looks like.
 */
face: Face,
/**
 * Words to find it by.
 */
tags: Array<string>,
/**
 * The numbers that are printed on it, by name.
 */
numbers: Array<[string, number]>,
/**
 * What is printed on it, for machines: each property with its words.
 */
printed: { [key in string]: Array<string> },
/**
 * In which sections it may be.
 */
sections: Array<string>, };

export type DeckSectionRule = {
/**
 * Its name for machines.
 */
id: string,
/**
 * Its name for people.
 */
name: string,
/**
 * The fewest cards.
 */
min: number | null,
/**
 * The most cards.
 */
max: number | null,
/**
 * How many of one card.
 */
copies: number | null, };

export type DeckText = {
/**
 * The text.
 */
text: string,
/**
 * The list of banned and limited cards; the game's own if left out.
 */
regulation: string | null, };

export type DeckChecked = {
/**
 * Its cards by name, section by section; none if it could not be read.
 */
sections: Array<[string, Array<[string, number]>]>,
/**
 * Everything that is wrong with it.
 */
problems: Array<DeckProblem>, };

export type DeckProblem = {
/**
 * What.
 */
message: string,
/**
 * The hint.
 */
hint: string | null,
/**
 * Which rule it breaks, for machines.
 */
code: string, };

export type KeptDeck = {
/**
 * Its name for machines; the studio gives one to a new deck.
 */
id: string,
/**
 * Its game.
 */
game: string,
/**
 * Its name for people.
 */
name: string,
/**
 * Its cards by name, section by section.
 */
sections: Array<[string, Array<[string, number]>]>, };

export type KeptDecks = {
/**
 * The decks.
 */
decks: Array<KeptDeck>,
/**
 * Whether there are more, on the next page.
 */
more: boolean, };

export type Problem = {
/**
 * For machines.
 */
code: string,
/**
 * For people.
 */
message: string,
/**
 * The hint.
 */
hint: string | null, };

export type Moment = {
/**
 * How many choices there are in all.
 */
choices: number,
/**
 * What does not change.
 */
welcome: Welcome,
/**
 * How things stood, with the log up to then.
 */
state: State,
/**
 * What is chosen next.
 */
next: string | null,
/**
 * How much happens between this decision and the next.
 */
events: number,
/**
 * How much of it has happened.
 */
event: number, };

