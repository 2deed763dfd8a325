/** What people at a table go by: names and colours. */
import type { State, Welcome } from './wire';

/** Colours that can be told apart on the felt, light and dark; the server knows them by number. */
export const COLOURS = ['#e5484d', '#f2a13c', '#f5d90a', '#4cc38a', '#3aa0d8', '#6e6ade', '#c85fc0', '#d8d2c4'];

export const colourOf = (state: State, seat: number): string | null => {
  const number = state.people.find((one) => one.seat === seat)?.colour ?? null;
  return number === null ? null : (COLOURS[number] ?? null);
};

/** The same table with the names that people gave. */
export function named(welcome: Welcome, people: State['people']): Welcome {
  if (people.length === 0) return welcome;
  const names = new Map(people.filter((one) => one.name !== '').map((one) => [one.seat, one.name]));
  return { ...welcome, seats: welcome.seats.map((one) => ({ ...one, name: names.get(one.seat) ?? one.name })) };
}

/** Minutes and seconds; tenths when there is little left. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
