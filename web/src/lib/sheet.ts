/** The score sheet of a game: a column for each player or team, a line for each round. */
import type { ScoreSheet, ShownValue, Welcome } from './wire';

export type Column = { key: string; id: string; name: string; who: string; isMine: boolean; values: (number | null)[] };

const keyOf = (value: ShownValue): string => `${value.id}/${value.owner ?? ''}/${value.team ?? ''}`;

/** The columns in the order of the first round; `you` is what the viewer is called. */
export function columnsOf(sheet: ScoreSheet, welcome: Welcome, you: string): Column[] {
  const first = sheet.rounds[0]?.values ?? [];
  return first.map((value) => {
    const members = value.team === null ? [] : welcome.seats.filter((seat) => seat.team === value.team);
    const isMine = welcome.seat !== null && (value.owner === welcome.seat || members.some((seat) => seat.seat === welcome.seat));
    const nameOf = (seat: number): string => (seat === welcome.seat && welcome.seats.length > 1 ? you : (welcome.seats[seat]?.name ?? ''));
    const who = value.owner !== null ? nameOf(value.owner) : members.length > 0 ? members.map((seat) => nameOf(seat.seat)).join(' & ') : value.name;
    const key = keyOf(value);
    return { key, id: value.id, name: value.name, who, isMine, values: sheet.rounds.map((round) => round.values.find((one) => keyOf(one) === key)?.number ?? null) };
  });
}

/** How much a round brought; nothing where that cannot be told. */
export function gainOf(sheet: ScoreSheet, round: number, key: string): number | null {
  const at = (number: number): number | null => (number < 0 ? 0 : (sheet.rounds[number]?.values.find((one) => keyOf(one) === key)?.number ?? null));
  const [before, after] = [at(round - 1), at(round)];
  return before === null || after === null ? null : after - before;
}
