/** The deal of a table: promised before the game, opened after it, and a chosen seed shown before anybody sits down. */
import { expect, test } from '@playwright/test';
import { answers, goesOn, here, person, problems, random, sitDown } from './support';

test('a deal is promised before the game and checked after it', async ({ page }) => {
  await sitDown(page, { game: 'kuhn-poker', seats: [here, random] });
  const note = page.locator('details', { hasText: 'The deal can be checked after the game' });
  await note.locator('summary').click();
  const commitment = (await note.locator('code').first().textContent()) ?? '';
  expect(commitment).toMatch(/^[0-9a-f]{64}$/);
  expect(await problems(page)).toEqual([]);
  while (await goesOn(page)) await answers(page).first().click();
  await page.getByRole('button', { name: 'Close' }).click();
  const opened = page.locator('details', { hasText: 'The cards were dealt as promised' });
  await expect(opened).toBeVisible();
  await expect(opened.locator('code').first()).toHaveText(commitment);
  expect(await problems(page)).toEqual([]);
});

test('who follows a link to a table with a chosen seed is told before sitting down', async ({ page, browser }) => {
  await page.goto('/');
  const made = await page.request.post('/api/tables', {
    data: { game: 'crazy-eights', seats: [{ who: 'here' }, { who: 'link' }], seed: '7' },
    headers: { origin: new URL(page.url()).origin },
  });
  const { id, tokens } = (await made.json()) as { id: string; tokens: Record<string, string> };
  const friend = await person(browser);
  await friend.goto(`${new URL(page.url()).origin}/#/table/${id}/${tokens['1']}`);
  const dialog = friend.getByRole('dialog', { name: 'Before you sit down' });
  await expect(dialog).toContainText('7');
  const state = await page.request.get(`/api/tables/${id}/moment?at=0`);
  expect(state.ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Sit down' }).click();
  await expect(dialog).toBeHidden();
  await expect(friend.locator('.board')).toBeVisible();
  await expect(friend.getByText('You look on')).toBeHidden();
  await friend.reload();
  await expect(friend.locator('.board')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a guest removes no table and saves no card', async ({ browser }) => {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.7' } });
  const guest = await context.newPage();
  await sitDown(guest, { game: 'crazy-eights', seats: [random, random] });
  await guest.goto('/#/tables');
  await expect(guest.locator('li').first()).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await guest.goto('/#/cards/solitcg');
  await expect(guest.getByText('You are a guest')).toBeVisible();
});
