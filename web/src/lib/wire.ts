// Generated from crates/studio/src/wire; do not edit.
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
 * True if players bring decks.
 */
brings_decks: boolean,
/**
 * True if it has cards of its own, which can be edited.
 */
has_cards: boolean,
/**
 * True if it can be edited here, because it is the person's own copy.
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
 * Computer players that can take a seat.
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
 * Its name for people; nothing for how the game is won.
 */
title: { [key in string]: string },
/**
 * Its text.
 */
text: { [key in string]: string }, };

export type Variant = {
/**
 * Its name.
 */
id: string,
/**
 * The difference to the game.
 */
text: { [key in string]: string }, };

export type Parameter = {
/**
 * Its name.
 */
id: string,
/**
 * Its meaning.
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
 * Values that can be entered.
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
 * Its name for people.
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
 * Number of cards of each section.
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
 * The players of the seats.
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
 * Pace of the computer's moves.
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
 * The card of the file that it replaces; a new one if left out.
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
 * True if it is the person's own: a copy, or a game of a folder.
 */
own: boolean,
/**
 * True if it is a copy of a game that comes with the program.
 */
copy: boolean,
/**
 * Folder of its files, if it is.
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
 * Zones in which cards can lie when a card is tried.
 */
zones: Array<TryZone>,
/**
 * The phases in which a card can be tried, those with most moves first.
 */
phases: Array<WordText>,
/**
 * Number of players when a card is tried.
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
 * Notation of its cards.
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
 * Fields of its cards.
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
 * Values that can be entered.
 */
kind: FieldKind,
/**
 * True if a card may leave it out.
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
 * The state of the file that it is from: saving must name it.
 */
version: string, };

export type CardAsked = {
/**
 * The card.
 */
draft: CardDraft,
/**
 * Contents of the form.
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
 * Parts that a form cannot show, as they are written.
 */
others: { [key in string]: string },
/**
 * Its face, if nothing is wrong.
 */
face: Face | null,
/**
 * Its rules in words, if nothing is wrong.
 */
explained: { [key in string]: string }, };

export type Mistake = {
/**
 * True if the game cannot be played so.
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
 * Other places that it concerns.
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
 * True if the asker may start and stop runs.
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
 * Progress, from 0 to 1.
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
 * True if there is a network to play against.
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
 * Points of Elo above the first checkpoint, where there was a checkpoint.
 */
rating: number | null,
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
 * True if it was taken over.
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
 * The players, by seat.
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
 * Number of choices that were made.
 */
choices: number,
/**
 * True if the game is over.
 */
over: boolean,
/**
 * When it was made, in seconds since 1970.
 */
made: number,
/**
 * True if it is a record that was uploaded: nobody can play on.
 */
uploaded: boolean,
/**
 * The seed, if somebody chose it.
 */
seed: string | null, };

export type Pace = { "kind": "auto",
/**
 * Time that each takes.
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
 * The decision that it answers: the number of choices that were made before.
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
 * The player.
 */
name: string, } | { "type": "take_seat" } | { "type": "why_not",
/**
 * The position of its pile among the piles.
 */
pile: number,
/**
 * Its position in the pile.
 */
card: number, } | { "type": "drag",
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
 * True if they do.
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
reasons: Array<string>, } | { "type": "drops",
/**
 * The decision that they are for: the number of choices that were made before.
 */
decision: number,
/**
 * The position of its pile among the piles.
 */
pile: number,
/**
 * Its position in the pile.
 */
card: number,
/**
 * The places, for each choice that is made with the card.
 */
drops: Array<DropPlaces>, } | { "type": "refused",
/**
 * Why, for machines: `not_your_turn`, `stale`, `illegal`, `bad_message`, `not_allowed`.
 */
code: ProblemCode,
/**
 * The reason, for people.
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
 * Its name for people.
 */
title: string,
/**
 * One sentence about it.
 */
description: string,
/**
 * The viewer: a seat, or a spectator.
 */
seat: number | null,
/**
 * The players, by seat.
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
 * Origin of its cards.
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
 * True if some questions are asked even with only one answer, so that being asked tells nothing.
 */
asks_always: boolean,
/**
 * Computer players that can take a seat.
 */
players: Array<string>,
/**
 * True if a computer can be asked for its opinion: no other person plays.
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
 * True for the host, who may change games, remove tables and upload records.
 */
host: boolean, };

export type SeatInfo = {
/**
 * Its number.
 */
seat: number,
/**
 * Its name for people.
 */
name: string,
/**
 * Its player: `person`, or a computer player's name.
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
 * Arrangement of its cards.
 */
layout: Layout,
/**
 * Number of fixed places.
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
 * Number of choices that were made: `play` must name it.
 */
decision_number: number,
/**
 * The state and the phase.
 */
stage: Array<string>,
/**
 * Number of the turn, from 1.
 */
turn: number | null,
/**
 * The seat whose turn it is.
 */
current: number | null,
/**
 * The piles.
 */
piles: Array<Pile>,
/**
 * Values that are shown besides cards.
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
 * Lines of the log since the last message.
 */
log: Array<LogLine>,
/**
 * True if the log begins anew.
 */
log_restarts: boolean,
/**
 * Moves that were seen since the last message.
 */
happened: Array<Happening>,
/**
 * The piles before that, where the message is the first of a game that begins.
 */
before: Array<Pile> | null,
/**
 * Pace of the computer's moves.
 */
pace: Pace,
/**
 * The player of each seat now: `person`, or a computer player's name.
 */
players: Array<string>,
/**
 * Presence of the people.
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
 * Effects that wait, the next first.
 */
pending: Array<PendingEffect>,
/**
 * Thoughts of the computer that chose last about its choices.
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
 * True if it lies face down.
 */
down: boolean,
/**
 * Its back.
 */
back: number,
/**
 * Its place before.
 */
from: number | null,
/**
 * Its place after.
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
 * Number of the decision that it is about: choices made before it. It still thinks if that is the one
 * that the game waits for.
 */
decision: number,
/**
 * Its choices, the best first.
 */
choices: Array<Thought>,
/**
 * True if it passed although it could have played a card.
 */
strategic_pass: boolean, };

export type Thought = {
/**
 * The choice in words.
 */
text: string,
/**
 * Number of visits.
 */
visits: number,
/**
 * The expected win rate, from 0 to 1.
 */
win_rate: number,
/**
 * Probability at first sight, from 0 to 1.
 */
prior: number,
/**
 * True if it was chosen.
 */
chosen: boolean, };

export type PendingEffect = {
/**
 * Its name.
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
 * True if it was cancelled and will do nothing.
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
 * Its name for people.
 */
name: string,
/**
 * Number of its cards, if the seat may know.
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
 * True if it lies face down.
 */
down: boolean,
/**
 * Its back.
 */
back: number,
/**
 * Its fixed place.
 */
slot: number | null,
/**
 * True if it is turned sideways.
 */
tapped: boolean,
/**
 * Marks that lie on it.
 */
marks: Array<Mark>,
/**
 * Printed values that effects have changed.
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
 * True if it is a counter or pieces.
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
 * True if it is a card of a traditional deck, which shows rank and suit.
 */
suit: string | null,
/**
 * Its rank, on such a card.
 */
rank: string | null,
/**
 * Name of the card of the usual deck, for machines.
 */
figure: Figure | null,
/**
 * The values that matter most, in the order of the game.
 */
values: Array<FaceValue>,
/**
 * Its picture: names of motifs.
 */
pictures: Array<string>,
/**
 * Its place among the cards of a hand that is sorted.
 */
order: number,
/**
 * Its printed values: names and values for people.
 */
printed: Array<[string, string]>,
/**
 * Its keywords, with what they mean.
 */
keywords: Array<[string, string]>,
/**
 * Its rules in words.
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
 * True if it counts pieces of a resource.
 */
pieces: boolean, };

export type Decision = { "kind": "choose",
/**
 * Who.
 */
seat: number,
/**
 * The question.
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
 * True if nobody else learns the answer before all have answered.
 */
secret: boolean,
/**
 * True if several are chosen, one after the other.
 */
several: boolean,
/**
 * Earlier choices of several.
 */
chosen: Array<string>,
/**
 * Legal choices, for the seat that chooses.
 */
choices: Array<Choice>, } | { "kind": "nothing" } | { "kind": "over",
/**
 * The winners.
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
 * Its name, or the place of its back.
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
 * Its text.
 */
text: string, };

export type Choice = {
/**
 * The number that `play` names.
 */
number: number,
/**
 * Its kind.
 */
kind: ChoiceKind,
/**
 * The move, mode or target by its name for machines.
 */
id: string,
/**
 * The action, without the cards it is done with.
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

export type DropPlaces = {
/**
 * The number of the choice.
 */
choice: number,
/**
 * Cards that it asks for or aims at next, where they lie now.
 */
cards: Array<CardAt>,
/**
 * Players that it asks for or aims at next.
 */
players: Array<number>,
/**
 * Piles that it asks for next, and the one that the card goes to.
 */
piles: Array<number>, };

export type ChoiceKind = "option" | "move" | "target" | "done" | "pass";

export type LogLine = {
/**
 * Its kind.
 */
kind: LogKind,
/**
 * The words.
 */
parts: Array<LogPart>,
/**
 * The seat that did it.
 */
player: number | null,
/**
 * Number of times that it happened in a row.
 */
count: number,
/**
 * Its cause, where that may be known.
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
 * Properties by which the cards can be told apart.
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
 * Number of copies of each card.
 */
copies: Array<number>,
/**
 * Number of cards that are drawn.
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
 * Its face.
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
 * Its printed properties with their words, for machines.
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
 * Most copies of one card.
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
 * The rule that it breaks, for machines.
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
 * True if there are more, on the next page.
 */
more: boolean, };

export type ProblemCode = "unknown" | "unknown_game" | "unknown_variant" | "unknown_table" | "unknown_card" | "unknown_file" | "unknown_player" | "unknown_run" | "not_allowed" | "not_your_turn" | "illegal" | "no_decision" | "stale" | "removed" | "bad_message" | "foreign_page" | "too_large" | "too_many" | "too_much" | "too_slow" | "busy" | "broken" | "not_kept" | "damaged" | "no_chance" | "card" | "card_has_problems" | "game_has_problems" | "deck" | "regulation" | "odds" | "plan" | "position" | "record" | "run" | "seat" | "seats" | "seed" | "settings";

export type Problem = {
/**
 * For machines.
 */
code: ProblemCode,
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
 * Number of choices in all.
 */
choices: number,
/**
 * The part that does not change.
 */
welcome: Welcome,
/**
 * The state then, with the log up to it.
 */
state: State,
/**
 * The choice that is made next.
 */
next: string | null,
/**
 * Number of events between this decision and the next.
 */
events: number,
/**
 * Number of them that have happened.
 */
event: number, };

