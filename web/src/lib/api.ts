/** Requests to the studio. */
import type {
  CardAsked,
  CardChecked,
  CardOpened,
  CardSaved,
  CardSaving,
  CardWorths,
  Catalogue,
  DeckChecked,
  GameDetail,
  GameSummary,
  Invitation,
  Joined,
  Joining,
  KeptDeck,
  KeptDecks,
  MetaRunDetail,
  MetaRuns,
  MetaRunSummary,
  Moment,
  MoreMinutes,
  NewInvitation,
  NewMetaRun,
  NewRun,
  NewTable,
  OddsAsked,
  OddsFound,
  Problem,
  RunDetail,
  RunSummary,
  Runs,
  SeatPlan,
  TableMade,
  TableSummary,
  Thinking,
  Written,
  WrittenAt,
  Workshop,
} from './wire';
import { lines } from './lines';
import { credentials } from './rights.svelte';
import { t } from './settings.svelte';

/** What a request was refused with, in words. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly hint: string | null,
  ) {
    super(message);
  }
}

async function answer(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, { ...init, headers: { ...credentials(), ...(init.headers as Record<string, string>) } });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Refused(t('problem.network'), 'network', null);
  }
  if (!response.ok) {
    const text = await response.text();
    let problem: Omit<Problem, 'code'> & { code: string };
    try {
      problem = JSON.parse(text) as Problem;
    } catch {
      problem = { code: String(response.status), message: text, hint: null };
    }
    throw new Refused(problem.message, problem.code, problem.hint);
  }
  return response;
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await answer(path, init);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

function sending(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

const part = encodeURIComponent;

export const games = (): Promise<GameSummary[]> => ask('games');

export const game = (id: string, variant: string | null): Promise<GameDetail> =>
  ask(`games/${part(id)}${variant ? `?variant=${part(variant)}` : ''}`);

/** The cards of a game that have a picture of somebody's own. */
export const artOf = (id: string): Promise<string[]> => ask(`games/${part(id)}/art`);

export const catalogue = (id: string, language: string): Promise<Catalogue> =>
  ask(`games/${part(id)}/cards?language=${language}`);

/** Reads a deck and says what is wrong with it. */
export const checkDeck = (
  id: string,
  text: string,
  regulation: string | null,
  language: string,
): Promise<DeckChecked> => ask(`games/${part(id)}/deck?language=${language}`, sending({ text, regulation }));

export const randomDeck = (id: string, regulation: string | null): Promise<DeckChecked> =>
  ask(`games/${part(id)}/deck/random`, sending({ regulation }));

export const odds = (id: string, asked: OddsAsked): Promise<OddsFound> =>
  ask(`games/${part(id)}/deck/odds`, sending(asked));

export const workshop = (id: string, language: string): Promise<Workshop> =>
  ask(`games/${part(id)}/workshop?language=${language}`);

export const openCard = (id: string, card: string): Promise<CardOpened> =>
  ask(`games/${part(id)}/workshop/cards/${part(card)}`);

export const checkCard = (id: string, asked: CardAsked): Promise<CardChecked> =>
  ask(`games/${part(id)}/workshop/check`, sending(asked));

export const saveCard = (id: string, saving: CardSaving): Promise<CardSaved> =>
  ask(`games/${part(id)}/workshop/save`, sending(saving));

export const discardCopy = (id: string): Promise<string> =>
  ask(`games/${part(id)}/workshop`, { method: 'DELETE' });

/** All decks that are kept, which come in pages. */
export async function keptDecks(id: string): Promise<KeptDeck[]> {
  const all: KeptDeck[] = [];
  for (let page = 0, more = true; more; page++) {
    const some = await ask<KeptDecks>(`games/${part(id)}/decks?page=${page}`);
    all.push(...some.decks);
    more = some.more;
  }
  return all;
}

export const keepDeck = (deck: KeptDeck): Promise<KeptDeck> =>
  ask(`games/${part(deck.game)}/decks`, sending(deck));

export const removeDeck = (game: string, id: string): Promise<void> =>
  ask(`games/${part(game)}/decks/${part(id)}`, { method: 'DELETE' });

/** Runs of the studio's own machine, of one kind. */
export type OwnRuns<List, Detail, Summary, Wanted, More> = {
  list: () => Promise<List>;
  one: (name: string) => Promise<Detail>;
  start: (wanted: Wanted) => Promise<Summary>;
  resume: (name: string, more: More) => Promise<Summary>;
  stop: (name: string) => Promise<Summary>;
};

function ownRuns<List, Detail, Summary, Wanted, More>(path: string): OwnRuns<List, Detail, Summary, Wanted, More> {
  return {
    list: () => ask(path),
    one: (name) => ask(`${path}/${part(name)}`),
    start: (wanted) => ask(path, sending(wanted)),
    resume: (name, more) => ask(`${path}/${part(name)}/resume`, sending(more)),
    stop: (name) => ask(`${path}/${part(name)}/stop`, { method: 'POST' }),
  };
}

export const trainingRuns = ownRuns<Runs, RunDetail, RunSummary, NewRun, MoreMinutes>('learning');

export const deckRuns = ownRuns<MetaRuns, MetaRunDetail, MetaRunSummary, NewMetaRun, null>('metagame');

/** The address of the report of a run about decks. */
export const reportOf = (name: string, language: string): string => `/api/metagame/${part(name)}/report?language=${language}`;

/** What the cards of a game are worth; nothing if no run has found it out. */
export const cardWorths = (id: string): Promise<CardWorths | null> => ask(`games/${part(id)}/deck/worths`);

/** Opens a sample game of a run as a replay. */
export const openSample = (name: string, sample: string): Promise<TableMade> =>
  ask(`learning/${part(name)}/samples/${part(sample)}`, { method: 'POST' });

export const tables = (): Promise<TableSummary[]> => ask('tables');

export const makeTable = (wanted: NewTable): Promise<TableMade> => ask('tables', sending(wanted));

/** Invites to a table that begins once every seat is taken. */
export const invite = (wanted: NewInvitation): Promise<Joined> => ask('invitations', sending(wanted));

export const lobby = (): Promise<Invitation[]> => ask('invitations');

export const invitation = (id: string, token: string | null): Promise<Invitation> =>
  ask(`invitations/${part(id)}`, { headers: token ? { 'x-seat-token': token } : {} });

export const join = (id: string, wanted: Joining): Promise<Joined> => ask(`invitations/${part(id)}/join`, sending(wanted));

export const leaveInvitation = (id: string, token: string | null): Promise<void> =>
  ask(`invitations/${part(id)}`, { method: 'DELETE', headers: token ? { 'x-seat-token': token } : {} });

export const removeTable = (id: string, token: string | null): Promise<void> =>
  ask(`tables/${part(id)}`, {
    method: 'DELETE',
    headers: token ? { 'x-seat-token': token } : {},
  });

export const moment = (
  id: string,
  at: number,
  event: number,
  eyes: string,
  language: string,
  token: string | null,
  steps = false,
): Promise<Moment> =>
  ask(`tables/${part(id)}/moment?at=${at}&event=${event}&eyes=${part(eyes)}&language=${language}&steps=${steps}`, {
    headers: token ? { 'x-seat-token': token } : {},
  });

/** What a computer thinks of a decision: first what it thinks so far, a few times a second, and at last all of it. */
export async function* thinking(
  id: string,
  at: number,
  player: string,
  language: string,
  signal: AbortSignal,
  token: string | null = null,
): AsyncGenerator<Thinking> {
  const path = `tables/${part(id)}/thinking?at=${at}&player=${part(player)}&language=${language}`;
  const { body } = await answer(path, { signal, headers: token ? { 'x-seat-token': token } : {} });
  for await (const line of lines(body)) yield JSON.parse(line) as Thinking;
}

/** What is written at a place of a game's files. */
export const written = (game: string, variant: string | null, at: WrittenAt, language: string): Promise<Written> => {
  const query = new URLSearchParams({ part: at.part, file: at.file, line: String(at.line), language });
  if (variant) query.set('variant', variant);
  return ask(`games/${part(game)}/written?${query.toString()}`);
};

export const branch = (id: string, at: number, seats: SeatPlan[]): Promise<TableMade> =>
  ask(`tables/${part(id)}/branch`, sending({ at, seats }));

export const recordAddress = (id: string): string => `/api/tables/${part(id)}/record`;

export const upload = (file: Blob): Promise<TableMade> =>
  ask('records', { method: 'POST', body: file });
