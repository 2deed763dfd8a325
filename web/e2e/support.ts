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
  pace?: { kind: 'auto'; milliseconds: number } | { kind: 'step' };
};

export const random = { who: 'computer', name: 'random' } as const;
export const here = { who: 'here' } as const;

/** Makes a table without the form; the browser of the page plays all seats that are "here". */
export async function sitDown(page: Page, plan: Plan, language: 'en' | 'ja' = 'en'): Promise<string> {
  await page.goto('/');
  const made = await page.request.post('/api/tables', {
    data: { pace: { kind: 'auto', milliseconds: 0 }, ...plan },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(made.status(), await made.text()).toBe(200);
  const { id, tokens } = (await made.json()) as { id: string; tokens: Record<string, string> };
  await page.evaluate(
    ({ id, tokens, language }) => {
      localStorage.setItem('fuda.seats', JSON.stringify({ [id]: tokens }));
      localStorage.setItem('fuda.language', language);
      localStorage.setItem('fuda.hints', 'seen');
    },
    { id, tokens, language },
  );
  await page.goto(`/#/table/${id}`);
  await page.reload();
  await expect(page.locator('.board')).toBeVisible();
  return id;
}

export const result = (page: Page) => page.locator('.dialog.result');
/** The question, when the person must answer it and has not yet. */
export const mine = (page: Page) => page.locator('.question.mine[aria-busy=false]');

/** The answers that are buttons. */
export const answers = (page: Page) => mine(page).locator('button.answer, .buttons button, .all button');

/** Waits until the person must choose or the game is over; whether it goes on. */
export async function goesOn(page: Page): Promise<boolean> {
  await expect(mine(page).or(result(page)).first()).toBeVisible();
  return !(await result(page).isVisible());
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

/** `fuda sim duel-masters --deck revolution,revolution --games 1 --seed 2 --dump FILE`, up to where effects wait. */
export const BEGUN = {
  seed: '7235116703822611636',
  choices: [4, 0, 0, 3, 0, 0, 1, 1, 0, 1, 1, 0, 2, 0, 0, 0, 5, 1, 0, 0, 1, 2, 1, 6, 1, 0, 1, 3, 1, 6, 0, 0, 0, 4, 3, 0, 0, 0, 0],
};

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
