/** Playing as a person does: what moves, what is asked, fingers, arrows, hints, and addresses that lead nowhere. */
import { devices, expect, test } from '@playwright/test';
import { goesOn, here, mine, problems, random, result, sitDown } from './support';

test('a game without decisions is watched, and its end waits until it was seen', async ({ browser }) => {
  const page = await (await browser.newContext({ reducedMotion: 'no-preference' })).newPage();
  await page.addInitScript(() => localStorage.setItem('fuda.motion', 'normal'));
  await sitDown(page, { game: 'high-card', seats: [here, random], seed: '3' });
  const skip = page.getByRole('button', { name: 'Skip' });
  await expect(skip).toBeVisible();
  await expect(result(page)).toHaveCount(0);
  // Cards are turned up one after the other.
  const shown = page.locator('[data-zone=play_area] [data-card]:not([data-card=back])');
  await expect(shown.first()).toBeVisible();
  await skip.click();
  await expect(result(page)).toBeVisible();
  // Its table: what each has taken lies in a pile with a number and a name, in both languages.
  await result(page).getByRole('button', { name: 'Close' }).click();
  const taken = page.locator('.zone[data-zone=winnings]');
  await expect(taken).toHaveCount(2);
  const counts = await taken.locator('.count').allTextContents();
  expect(counts.map(Number).every((count) => count > 0)).toBe(true);
  await expect(taken.first().locator('.name')).toHaveText('Winnings');
  await page.getByLabel('Language').selectOption('ja');
  await expect(taken.first().locator('.name')).toHaveText('取った札');
});

test('a finger reads a card before it plays it', async ({ browser }) => {
  const page = await (await browser.newContext({ ...devices['Pixel 7'], reducedMotion: 'reduce' })).newPage();
  await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '11' });
  await goesOn(page);
  const decision = page.locator('.page');
  const before = await decision.getAttribute('data-decision');
  const card = page.locator('.zone.hand button.can').first();
  await card.tap({ position: { x: 8, y: 30 } });
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(decision).toHaveAttribute('data-decision', before ?? '');
  // The button plays it, as a second tap would.
  await page.getByRole('menuitem').first().tap();
  await expect(decision).not.toHaveAttribute('data-decision', before ?? '');
});

test('pressing the stock draws', async ({ page }) => {
  await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '11' });
  await goesOn(page);
  await expect(mine(page)).toContainText('draw a card');
  const hand = page.locator('.zone.hand[data-owner="0"] [data-card]');
  const before = await hand.count();
  await page.locator('[data-zone=deck] button.can').click();
  await expect(hand).toHaveCount(before + 1);
  await expect(page.locator('.log')).toContainText('You draw');
});

test('a pass that ends a solitaire asks first', async ({ page }) => {
  await sitDown(page, { game: 'klondike', seats: [here], seed: '5' });
  await goesOn(page);
  const pass = mine(page).getByRole('button', { name: 'ends the game' });
  await pass.click();
  await expect(result(page)).toHaveCount(0);
  await mine(page).getByRole('button', { name: 'Really end the game?' }).click();
  await expect(result(page)).toBeVisible();
});

test('the only choice plays itself, unless somebody wants to be asked', async ({ page }) => {
  await sitDown(page, { game: 'harbor', seats: [here, random], seed: '11' });
  await expect(mine(page)).toContainText('You can only pass');
  await page.getByRole('button', { name: 'Keys' }).click();
  await page.getByLabel('Play the only choice by itself').check();
  await expect(mine(page)).not.toContainText('You can only pass');
});

test('arrows go from card to card, and cards that cannot be chosen are read', async ({ page }) => {
  await sitDown(page, { game: 'hearts', seats: [here, random, random, random], seed: '11' });
  await goesOn(page);
  await page.locator('.zone.hand button.cardbody').first().focus();
  const name = (): Promise<string> => page.locator('.detail h2').innerText();
  const first = await name();
  await page.keyboard.press('ArrowRight');
  await expect.poll(name).not.toBe(first);
  // Suits are signs, never words, and the hand lies in their order.
  const suits = await page.locator('.zone.hand button.cardbody').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card') ?? ''));
  expect(suits.length).toBe(13);
  await expect(page.locator('.zone.hand .index svg')).toHaveCount(26);
});

test('a computer gives a hint to whoever plays against computers alone', async ({ page }) => {
  await sitDown(page, { game: 'kuhn-poker', seats: [here, random], seed: '4' });
  await goesOn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.question .note')).toContainText(/Hint: .+ \(\d+%\)/);
});

test('the same seats play again, with other cards', async ({ page }) => {
  const id = await sitDown(page, { game: 'kuhn-poker', seats: [here, random], seed: '4' });
  while (await goesOn(page)) await mine(page).locator('button.answer').first().click();
  await page.getByRole('button', { name: 'Play again' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.locator('.board')).toBeVisible();
  await expect(mine(page)).toBeVisible();
});

test('rules are read beside the table and on a page of their own', async ({ page }) => {
  await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '11' });
  await page.getByRole('tab', { name: 'Rules' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Whoever plays an eight names a suit');
  await page.goto('/#/rules/koi-koi');
  await expect(page.getByRole('heading', { name: 'The rules' })).toBeVisible();
  await expect(page.locator('.rules table').first()).toBeVisible();
  expect(await problems(page)).toEqual([]);
});

test('addresses that lead nowhere say so', async ({ page }) => {
  await page.goto('/#/table/abcdefgh');
  await expect(page.getByRole('alert')).toContainText('There is no such table');
  await page.goto('/#/table/%E0%A4%A');
  await expect(page.getByRole('alert')).toContainText('There is no such page');
});

test('a table needs little script, and the first page less', async ({ page }) => {
  const sizes: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sizes.push(Number(response.headers()['content-length'] ?? 0));
  });
  const script = async (path: string, ready: string): Promise<number> => {
    sizes.length = 0;
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    return sizes.reduce((sum, one) => sum + one, 0) / 1024;
  };
  const first = await script('/', 'a[href*="#/new/"]');
  expect(first).toBeGreaterThan(10);
  expect(first).toBeLessThanOrEqual(40);
  const id = await sitDown(page, { game: 'kuhn-poker', seats: [here, random], seed: '4' });
  await page.goto('about:blank');
  // What is fetched on request, such as rules and results, is not among it; the note about the deal is.
  expect(await script(`/#/table/${id}`, '.question')).toBeLessThanOrEqual(73);
});

test('hands lie by rank where suits do not matter, and by suit where they do', async ({ page }) => {
  const handOf = async (game: string, others: number): Promise<string[]> => {
    await sitDown(page, { game, seats: [here, ...Array.from({ length: others }, () => random)], seed: '5' });
    await page.locator('.zone.mine .card').first().waitFor();
    const cards = page.locator('.zone.mine .cardbody');
    const placed = await cards.evaluateAll((all) => all.map((one) => ({ name: one.getAttribute('data-card') ?? '', x: one.getBoundingClientRect().left })));
    return placed.sort((one, other) => one.x - other.x).map((one) => one.name);
  };
  /** How often the next card differs in a part of its name. */
  const changes = (hand: string[], part: (name: string) => string | undefined): number => hand.filter((name, at) => at > 0 && part(name) !== part(hand[at - 1] ?? '')).length;
  const kinds = (hand: string[], part: (name: string) => string | undefined): number => new Set(hand.map(part)).size - 1;
  const rank = (name: string): string | undefined => name.split('_').at(-1);
  const suit = (name: string): string | undefined => name.split('_').at(-2);
  const landlord = await handOf('dou-dizhu', 2);
  expect(landlord.length).toBeGreaterThanOrEqual(17);
  expect(changes(landlord, rank)).toBe(kinds(landlord, rank));
  const hearts = await handOf('hearts', 3);
  expect(changes(hearts, suit)).toBe(kinds(hearts, suit));
});

test('on a phone a card is read where it was tapped: all of it, beside the card and the question', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const given = 'phase: Main\ncurrent: 0\nturn_index: 8\nplayers: [{ hand: [rikabu, gonta], mana: [rikabu, rikabu, rikabu], shields: [gonta] }, { battle: [iere], shields: [iere] }]\n';
  await sitDown(page, { game: 'duel-masters', seats: [here, random], decks: ['dragons', 'blockers'], seed: '4', given });
  await mine(page).waitFor();
  const reader = page.locator('.reader');
  await expect(reader).toHaveCount(0);
  const cards = [page.locator('.zone.mine [data-card=rikabu]'), page.locator('.zone[data-zone=battle][data-owner="1"] [data-card=iere]')];
  for (const card of cards) {
    await card.tap({ position: { x: 10, y: 30 } });
    await expect(reader).toContainText((await card.getAttribute('data-card')) === 'rikabu' ? 'Speed attacker' : 'Iere, Vizier of Bullets');
    const boxes = [await reader.boundingBox(), await card.boundingBox(), await page.locator('.question').boundingBox()];
    const [read, tapped, question] = boxes;
    if (!read || !tapped || !question) throw new Error('all of them are seen');
    for (const other of [tapped, question]) expect(read.y + read.height <= other.y || other.y + other.height <= read.y).toBe(true);
    await reader.getByRole('button', { name: 'Close' }).tap();
    await expect(reader).toHaveCount(0);
  }
});
