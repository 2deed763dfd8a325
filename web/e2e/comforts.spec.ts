/** What makes a table pleasant: the tab that calls, colours, quiet, names of computers, lists that are searched, links to moments, drafts. */
import { expect, test, type Page } from '@playwright/test';
import { goesOn, here, mine, random, result, sitDown } from './support';

const finished = async (page: Page): Promise<string> => {
  const id = await sitDown(page, { game: 'kuhn-poker', seats: [here, random], seed: '4' });
  while (await goesOn(page)) await mine(page).locator('button.answer').first().click();
  await expect(result(page)).toBeVisible();
  return id;
};

test('the tab says whose turn it is, sounds are off, and suits have four colours on request', async ({ page }) => {
  await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '2' });
  await mine(page).waitFor();
  await expect(page).toHaveTitle(/^● Your turn/);
  await page.getByRole('button', { name: 'Keys' }).click();
  await expect(page.getByLabel('Sounds')).not.toBeChecked();
  const colours = (): Promise<number> => page.locator('.zone.mine .figure').evaluateAll((cards) => new Set(cards.map((card) => getComputedStyle(card).color)).size);
  const before = await colours();
  expect(before).toBeLessThanOrEqual(2);
  await page.getByLabel('Four suit colours').check();
  await expect.poll(colours).toBeGreaterThan(before);
});

test('computers have names that say what they do', async ({ page }) => {
  await page.goto('/#/new/crazy-eights');
  const offered = page.getByLabel('Seat 2').locator('option');
  for (const name of ['Beginner – plays anything', 'Casual – looks a little ahead', 'Expert – takes its time']) await expect(offered.filter({ hasText: name })).toHaveCount(1);
});

test('finished games are listed with their results, and found by words, kind and game', async ({ page }) => {
  const id = await finished(page);
  await page.goto('/#/tables');
  const own = page.locator('.tables li', { has: page.locator(`a[href*="${id}"]`) });
  await expect(own.locator('.outcome')).not.toBeEmpty();
  await page.getByLabel('Which tables').selectOption('running');
  await expect(own).toHaveCount(0);
  await page.getByLabel('Which tables').selectOption('over');
  await page.locator('.find select').last().selectOption('kuhn-poker');
  await expect(own).toHaveCount(1);
  await page.locator('.find input').fill('no such words');
  await expect(own).toHaveCount(0);
});

test('a link to a moment of a replay leads to that moment', async ({ page, browser }) => {
  const id = await finished(page);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`/#/replay/${id}/1`);
  await expect(guest.getByText('After decision 1 of')).toBeVisible();
});

test('a deck that is being built is still there after a reload, and is played with one press', async ({ page }) => {
  await page.goto('/#/deck/duel-masters');
  await page.locator('.pool li button').first().waitFor();
  // A fresh deck does not greet with an error.
  await expect(page.locator('.illegal li')).toHaveCount(0);
  await page.locator('.built > .naming button').last().click();
  await page.locator('.list li').first().waitFor();
  const cards = await page.locator('.list li').count();
  await page.reload();
  await expect(page.locator('.list li')).toHaveCount(cards);
  await page.getByRole('button', { name: 'Play this deck' }).click();
  await expect(page.locator('.board')).toBeVisible();
});
