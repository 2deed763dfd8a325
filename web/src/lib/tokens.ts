/** The seats that this browser may play: tokens by table and seat. */
const KEY = 'fuda.seats';

type Kept = Record<string, Record<string, string>>;

function all(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

export function seatsOf(table: string): Map<number, string> {
  const seats = all()[table] ?? {};
  return new Map(Object.entries(seats).map(([seat, token]) => [Number(seat), token]));
}

export function keepSeat(table: string, seat: number, token: string): void {
  const kept = all();
  kept[table] = { ...kept[table], [seat]: token };
  localStorage.setItem(KEY, JSON.stringify(kept));
}
