/** What the tests have in common: making tables, and playing as a person would. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Browser, type Page } from '@playwright/test';

export type Plan = {
  game: string;
  seats: ({ who: 'here' } | { who: 'link' } | { who: 'computer'; name: string })[];
  seed?: string;
  decks?: string[];
  parameters?: Record<string, string>;
  /** Choices that are made at once, by their numbers. */
  choices?: number[];
  /** The position it begins with. */
  given?: string;
  clock?: { seconds: number; increment: number };
  pace?: { kind: 'auto'; milliseconds: number } | { kind: 'step' };
};

export const random = { who: 'computer', name: 'random' } as const;
export const here = { who: 'here' } as const;

/** Boards as full as they get in play. */
export const FULL = {
  'duel-masters': `
state: Duel
phase: Main
current: 0
turn_index: 20
players:
  - battle: [bolshack_dragon, { card: bolzard_dragon, tapped: true }, gonta, iere, { card: frei, tapped: true }]
    hand: [bolshack_cyberex, dogiragon_buster, gonta, dolmarks, rikabu, fear_fang]
    mana: [wind_axe, dolmarks, { card: gonta, tapped: true }, { card: fear_fang, tapped: true }, rikabu, rikabu, iere, frei]
    shields: [iere, frei, rikabu, gonta, gonta]
    graveyard: [gonta, rikabu]
  - battle: [iere, { card: frei, tapped: true }, dia_nork, lena, miele]
    hand: [gonta, dolmarks, rikabu, gonta, rikabu]
    mana: [wind_axe, dolmarks, gonta, fear_fang, rikabu, gonta, rikabu, frei]
    shields: [iere, frei, dia_nork, lena, miele]
    graveyard: [gonta, rikabu, frei]
`,
  furuyoni: `
state: Duel
phase: Main
current: 0
turn_index: 6
resources: { distance: 3, dust: 7 }
players:
  - hand: [zan, shibu, issen, iai]
    specials: [tsukikage, ritsudo]
    used: [tobikage]
    enhancements: [{ card: atsuki, petals: 1 }, { card: keniki, petals: 2 }]
    deck: [iai, zan]
    cover: [shibu, issen]
    discards: [zan, iai]
    aura: 3
    flare: 1
    life: 7
  - hand: [zan, iai, shibu]
    specials: [kuon, mukyu]
    used: [sky_crash]
    enhancements: [{ card: deinei, petals: 1 }, { card: nukiashi, petals: 2 }]
    deck: [iai, zan]
    cover: [shibu]
    discards: [zan, iai]
    aura: 2
    flare: 1
    life: 6
`,
  'ygo-ftk': `
phase: Main1
players:
  - hand: [pot_of_greed, upstart_goblin, reload, terraforming, graceful_charity, monster_reborn]
    main_monster_zone: [catapult_turtle, sangan, magical_scientist, royal_magical_library, thousand_eyes_idol]
    spell_trap_zone: [toon_world, reload, reload]
    main_deck: [sangan, sangan, sangan, flamvell_guard]
    graveyard: [sangan, upstart_goblin]
`,
};

/** Makes a table without the form; the browser of the page plays all seats that are "here". */
export async function sitDown(page: Page, plan: Plan, language: 'en' | 'ja' = 'en'): Promise<string> {
  await page.goto('/');
  const { id, tokens } = await makeTable(page, plan);
  await page.evaluate(
    ({ id, tokens, language }) => {
      localStorage.setItem('fuda.seats', JSON.stringify({ [id]: tokens }));
      localStorage.setItem('fuda.language', language);
      localStorage.setItem('fuda.hints', 'seen');
      localStorage.setItem('fuda.forced', 'ask');
    },
    { id, tokens, language },
  );
  await page.goto(`/#/table/${id}`);
  await page.reload();
  await expect(page.locator('.board')).toBeVisible();
  return id;
}

async function makeTable(page: Page, plan: Plan): Promise<{ id: string; tokens: Record<string, string> }> {
  const made = await page.request.post('/api/tables', {
    data: { pace: { kind: 'auto', milliseconds: 0 }, ...plan },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(made.status(), await made.text()).toBe(200);
  return (await made.json()) as { id: string; tokens: Record<string, string> };
}

export const result = (page: Page) => page.locator('.dialog.result');
/** The question, when the person must answer it and has not yet. */
export const mine = (page: Page) => page.locator('.question.mine[aria-busy=false]');

/** The answers that are buttons. */
export const answers = (page: Page) => mine(page).locator('button.answer, .buttons button, .all button');

/** The score sheet at the end of a round, which waits to be read. */
export const sheet = (page: Page) => page.locator('.dialog.scored');

/** Waits until the person must choose or the game is over; whether it goes on. Score sheets are read on the way. */
export async function goesOn(page: Page): Promise<boolean> {
  for (;;) {
    await expect(mine(page).or(result(page)).or(sheet(page)).first()).toBeVisible();
    if (!(await sheet(page).isVisible())) return !(await result(page).isVisible());
    await sheet(page).getByRole('button').click();
  }
}

/** How many choices the question offers. */
export async function choiceCount(page: Page): Promise<number> {
  const text = (await page.locator('.question .count').textContent()) ?? '';
  return Number(/\d+/.exec(text)?.[0] ?? 1);
}

export async function person(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  return context.newPage();
}

/** Two revolution changes can be declared for the first attack, and play goes on for a while after it. */
const ATTACK = `
phase: Attack
current: 0
turn_index: 20
players:
  - battle: [bolshack_dragon, bolzard_dragon]
    hand: [bolshack_cyberex, dogiragon_buster, gonta]
    mana: [wind_axe, dolmarks, gonta, fear_fang, rikabu, rikabu]
    shields: [iere, frei, rikabu, gonta]
  - battle: [iere, { card: frei, tapped: true }]
    hand: [gonta, dolmarks, rikabu]
    mana: [wind_axe, dolmarks, gonta, fear_fang, rikabu]
    shields: [iere, frei, dia_nork, lena, miele]
`;

/** Answers by their words, the most wanted first: numbers would change with every question that is asked or not. */
const ANSWERS = [
  ['Attack the player: Bolshack Dragon', 'yes', 'Bolshack Cyberex', 'Dogiragon Buster, Blue Leader', 'Done'],
  ['no', 'Pass', 'Done'],
];

type Moment = { state: { pending: unknown[]; decision: { seat: number } } };
type Asked = { state: { decision: { choices: { number: number; text: string }[] } } };

/** A duel of two such computers, begun up to where two effects wait: the plan of a table, and what was chosen. */
export async function begun(page: Page, name: string): Promise<Plan & { choices: number[] }> {
  const computer = { who: 'computer', name } as const;
  const pace = { kind: 'step' } as const;
  const plan = { game: 'duel-masters', seats: [computer, computer], decks: ['revolution', 'revolution'], seed: '1', given: ATTACK, pace };
  await page.goto('/');
  const choices: number[] = [];
  for (let asked = 0; asked < 12; asked += 1) {
    const { id } = await makeTable(page, { ...plan, choices });
    const moment = async <T>(eyes: string): Promise<T> =>
      (await page.request.get(`/api/tables/${id}/moment?at=${choices.length}&eyes=${eyes}&language=en`)).json() as Promise<T>;
    const { state } = await moment<Moment>('all');
    if (state.pending.length === 2) return { ...plan, choices };
    const { seat } = state.decision;
    const offered = (await moment<Asked>(String(seat))).state.decision.choices;
    const wanted = ANSWERS[seat]?.map((text) => offered.find((choice) => choice.text === text)).find((choice) => choice);
    expect(wanted, `seat ${seat} has one of ${ANSWERS[seat]?.join(', ')}: ${JSON.stringify(offered)}`).toBeDefined();
    choices.push(wanted?.number ?? 0);
  }
  throw new Error(`two effects never wait after ${choices.join(', ')}`);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Found = { id: string; impact: string; help: string; nodes: { html: string }[] };

/** What axe finds on a page that is serious. */
export async function problems(page: Page): Promise<string[]> {
  // The policy of the pages forbids scripts of others; the test brings its own.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Found[] }> } };
    return (await axe.run()).violations;
  });
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html ?? ''}`);
}

/** The token of the other seat, which the page that made the table forgets: somebody else got the link. */
export function takeLink(page: Page, id: string): Promise<string> {
  return page.evaluate((table) => {
    const all = JSON.parse(localStorage.getItem('fuda.seats') ?? '{}') as Record<string, Record<string, string>>;
    const tokens = all[table] ?? {};
    const other = tokens['1'] ?? '';
    delete tokens['1'];
    localStorage.setItem('fuda.seats', JSON.stringify(all));
    return other;
  }, id);
}
