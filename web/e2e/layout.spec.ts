/**
 * Measures every shipped game at the beginning and in the middle, duels with full boards and as spectators see them: nothing lies upon another, no text is
 * cut, no card is under a control, and cards are large enough to be read. Two sizes by default, all of them with
 * FUDA_SIZES=all npx playwright test layout
 */
import { expect, test, type Page } from '@playwright/test';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { FULL, here, random, sitDown, type Plan } from './support';

const pictures = process.env['FUDA_SCREENS'] ?? '';
const SIZES: [number, number][] = [[1366, 768], [390, 844], [844, 390], [1024, 768], [1440, 900], [1920, 1080]];
const sizes = process.env['FUDA_SIZES'] === 'all' ? SIZES : SIZES.slice(0, 2);
const SEATS: Record<string, number> = { hearts: 4, 'old-maid': 4, 'go-fish': 3, 'oh-hell': 4 };
const games = readdirSync('../games').filter((name) => name !== 'std' && statSync(`../games/${name}`).isDirectory());
/** How wide cards in play must be on a phone that is held upright, and on one that lies on its side. */
const PHONE_PLAY = 56;
const LOW_PLAY = 56;
const DUELS = ['duel-masters', 'furuyoni', 'ygo-ftk'];

type Summary = { summary: { min_players: number; max_players: number }; decks: { id: string }[] };

const MOST = 60;

/** A table at which computers have made so many choices as are wanted; a person takes the first seat. */
async function plansOf(page: Page, game: string): Promise<(decisions: number) => Plan> {
  const detail = (await (await page.request.get(`/api/games/${game}`)).json()) as Summary;
  const seats = Math.min(Math.max(detail.summary.min_players, SEATS[game] ?? 2), detail.summary.max_players, 4);
  const players = Array.from({ length: seats }, (_, seat) => (seat === 0 ? here : random));
  const decks = detail.decks[0] ? players.map((_, seat) => detail.decks[Math.min(seat, detail.decks.length - 1)]?.id ?? '') : [];
  const plan = { game, seats: players, seed: '11', decks };
  // Computers play it once, and their choices are made again for people.
  const made = await page.request.post('/api/tables', { data: { ...plan, seats: players.map(() => random), pace: { kind: 'auto', milliseconds: 0 } }, headers: { origin: new URL(page.url()).origin } });
  expect(made.status(), await made.text()).toBe(200);
  const { id } = (await made.json()) as { id: string };
  // A table is played on as long as somebody looks on.
  await page.goto(`/#/table/${id}`);
  await page.locator('.dialog.result').or(page.locator('.page[data-decision]')).first().waitFor();
  await expect.poll(async () => Number(await page.locator('.page').getAttribute('data-decision')) >= MOST || (await page.locator('.dialog.result').isVisible()), { timeout: 60_000 }).toBe(true);
  const { choices } = (await (await page.request.get(`/api/tables/${id}/record`)).json()) as { choices: number[] };
  // A game that is over shows no question.
  return (decisions) => ({ ...plan, choices: choices.slice(0, Math.min(decisions, Math.max(0, choices.length - 2))) });
}

type Measured = { problems: string[]; hand: number; play: number; least: number; isStandard: boolean; scrolls: boolean };

/** What is wrong with the picture, as a ruler finds it. */
function measured(): Measured {
  const problems: string[] = [];
  const box = (element: Element): DOMRect => element.getBoundingClientRect();
  const isSeen = (element: Element): boolean => box(element).width > 0 && box(element).height > 0 && getComputedStyle(element).visibility !== 'hidden';
  const zones = [...document.querySelectorAll('.board .zone')].filter(isSeen);
  const name = (element: Element): string => `${element.getAttribute('data-zone') ?? element.className}/${element.getAttribute('data-owner') ?? ''}`;
  const meet = (one: DOMRect, other: DOMRect): boolean => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const blocks = [...zones, ...document.querySelectorAll('.board .prompt'), ...[...document.querySelectorAll('.board .head, .board .shared')].filter((one) => one.childElementCount > 0)];
  blocks.forEach((one, at) => {
    for (const other of blocks.slice(at + 1)) if (meet(box(one), box(other))) problems.push(`${name(one)} lies upon ${name(other)}`);
  });
  const boardBox = box(document.querySelector('.board') as Element);
  for (const zone of zones) {
    const area = box(zone);
    if (area.left < boardBox.left - 1 || area.right > boardBox.right + 1) problems.push(`${name(zone)} is wider than the table`);
    for (const card of zone.querySelectorAll('.card:not(.tapped)')) {
      const own = box(card);
      if (own.left < area.left - 4 || own.right > area.right + 4 || own.bottom > area.bottom + 5) problems.push(`a card sticks out of ${name(zone)}`);
    }
  }
  for (const hand of document.querySelectorAll('.zone.mine, .board .prompt')) if (box(hand).bottom > boardBox.bottom + 1) problems.push(`${name(hand)} is not whole`);
  const prompt = document.querySelector('.board .prompt');
  for (const card of document.querySelectorAll('.board .card')) if (prompt && meet(box(card), box(prompt))) problems.push(`a card of ${name(card.closest('.zone') as Element)} is under the question`);
  for (const text of document.querySelectorAll<HTMLElement>('.board .name, .board .value, .board .title, .board .kind, .board .corner, .board .foot b, .board .one, .board .who-name, .question strong, .question button')) {
    if (!isSeen(text) || text.closest('.visually-hidden')) continue;
    const isCut = text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0 && getComputedStyle(text).display !== 'inline';
    if (isCut) problems.push(`“${text.textContent?.trim()}” is cut`);
    const frame = text.closest('.face, .zone');
    if (frame && (box(text).right > box(frame).right + 1.5 || box(text).left < box(frame).left - 1.5) && !text.closest('.tapped')) problems.push(`“${text.textContent?.trim()}” is wider than its ${frame.className.split(' ')[0]}`);
  }
  const width = (selector: string): number => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].map((zone) => parseFloat(zone.style.getPropertyValue('--cw')));
    return found.length > 0 ? Math.min(...found) : -1;
  };
  const board = document.querySelector('.board') as HTMLElement;
  return {
    problems: [...new Set(problems)],
    hand: width('.zone.mine:not(.strip)'),
    play: width('.zone[data-role=play]:not(.strip)'),
    least: width('.zone:not(.strip):not(.hand):not([data-role=under])'),
    isStandard: document.querySelector('.own .figure') !== null,
    scrolls: board.scrollHeight > board.clientHeight + 1 || document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth + 1,
  };
}

async function measuredAt(page: Page, game: string, moment: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    // Sizes are measured when a frame was drawn, and things are laid with the next.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 150)))));
    if (await page.locator('.dialog.result').isVisible()) await page.getByRole('button', { name: 'Close' }).click();
    const found = await page.evaluate(measured);
    const at = `${game} ${moment} at ${width}×${height}`;
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: `${pictures}/${game}-${moment.replace(' ', '-')}-${width}x${height}.png` });
    }
    wrong.push(...found.problems.map((problem) => `${at}: ${problem}`));
    const isDesk = width >= 1000;
    if (isDesk && found.scrolls) wrong.push(`${at}: the table scrolls`);
    const least = isDesk ? (found.isStandard ? 90 : 80) : 56;
    if (width >= 1366 || !isDesk) if (found.hand >= 0 && found.hand < least) wrong.push(`${at}: cards in hand are ${found.hand} wide`);
    if (!DUELS.includes(game)) continue;
    if (width >= 1366 && found.play >= 0 && found.play < 64) wrong.push(`${at}: cards in play are ${found.play} wide`);
    if (!isDesk && found.play >= 0 && found.play < (height < 500 ? LOW_PLAY : PHONE_PLAY)) wrong.push(`${at}: cards in play are ${found.play} wide`);
    if (width >= 1366 && found.least >= 0 && found.least < 40) wrong.push(`${at}: cards on the table are ${found.least} wide`);
  }
  return wrong;
}

for (const game of games) {
  test(`${game} lies on the screen as it should`, async ({ browser }) => {
    test.slow();
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto('/');
    const wrong: string[] = [];
    const plan = await plansOf(page, game);
    for (const decisions of [0, MOST]) {
      await sitDown(page, plan(decisions));
      wrong.push(...(await measuredAt(page, game, `after ${decisions}`)));
    }
    const given = (FULL as Record<string, string | undefined>)[game];
    if (given) {
      const id = await sitDown(page, { ...plan(0), choices: [], given });
      wrong.push(...(await measuredAt(page, game, 'full')));
      const spectator = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
      await spectator.goto(`/#/table/${id}`);
      await expect(spectator.locator('.board')).toBeVisible();
      wrong.push(...(await measuredAt(spectator, game, 'watched')));
    }
    expect(wrong).toEqual([]);
  });
}
