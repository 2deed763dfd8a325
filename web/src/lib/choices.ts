/** Where the choices of a question are: at cards, piles and players, or only in the list. */
import type { Choice, State } from './wire';

/** A choice, and how many copies of a card it may be about. */
export type Line = { choice: Choice; copies: number };

export type Placed = {
  /** By pile, and in it by the position of the card. */
  cards: Map<number, Map<number, Choice[]>>;
  piles: Map<number, Choice[]>;
  players: Map<number, Choice[]>;
  /** Those that are nowhere on the table. */
  rest: Choice[];
  all: Choice[];
  /** Those that differ: copies of a card between which nothing makes a difference are one line. */
  lines: Line[];
  /** Whether a card has only one thing that can be done with it, whichever card it is. */
  oneAction: boolean;
};

const NONE: Placed = {
  cards: new Map(),
  piles: new Map(),
  players: new Map(),
  rest: [],
  all: [],
  lines: [],
  oneAction: true,
};

/** The choices as a list has them. */
export function lines(all: Choice[]): Line[] {
  const copies = (choice: Choice): number => all.filter((one) => one.same_as === choice.number).length + 1;
  return all.filter((choice) => choice.same_as === null).map((choice) => ({ choice, copies: copies(choice) }));
}

export const at = (pile: number, card: number): string => `${pile}:${card}`;

/** The cards of a pile that can be chosen, by their positions. */
export const openIn = (pile: number, choices: Placed): number[] => [...(choices.cards.get(pile)?.keys() ?? [])];

function add<K>(map: Map<K, Choice[]>, key: K, choice: Choice): void {
  const known = map.get(key);
  if (known) known.push(choice);
  else map.set(key, [choice]);
}

export function placed(state: State | null): Placed {
  if (state?.decision.kind !== 'choose') return NONE;
  const all = state.decision.choices;
  const result: Placed = {
    cards: new Map(),
      piles: new Map(),
    players: new Map(),
    rest: [],
    all,
    lines: lines(all),
    oneAction: true,
  };
  const names = new Set<string>();
  for (const choice of all) {
    for (const { pile, card } of choice.cards) {
      const known = result.cards.get(pile) ?? new Map<number, Choice[]>();
      add(known, card, choice);
      result.cards.set(pile, known);
    }
    if (choice.pile !== null) add(result.piles, choice.pile, choice);
    if (choice.player !== null) add(result.players, choice.player, choice);
    if (choice.cards.length > 0) names.add(choice.name);
    // What is made by pressing a pile has a button, too.
    else if ((choice.pile === null || choice.kind === 'move') && choice.player === null) result.rest.push(choice);
  }
  result.oneAction = names.size <= 1;
  return result;
}
