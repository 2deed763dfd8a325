import { expect, test } from '@playwright/test';
import { goesOn, problems, result } from './support';

const studio = process.env['FUDA_E2E_DECKS'] ?? '';

test.describe.configure({ mode: 'serial' });

test('decks are bred in the studio, watched, stopped, resumed, built and played against', async ({ page }) => {
  test.slow();
  await page.addInitScript(() => localStorage.setItem('fuda.hints', 'seen'));
  await page.goto(`${studio}/#/metagame`);
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('duelists');
  await page.getByRole('combobox', { name: 'Played by' }).fill('nobody');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('alert')).toContainText('the player cannot be used');
  await page.getByRole('combobox', { name: 'Played by' }).fill('random');
  await page.getByRole('spinbutton', { name: 'Rounds at most' }).fill('2');
  await page.getByRole('spinbutton', { name: 'Generations of a round' }).fill('60');
  expect(await problems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/#\/metagame\/duelists-\d+$/);
  const run = page.url().split('/').pop() ?? '';
  await expect(page.getByRole('heading', { name: run })).toBeVisible();
  await expect(page.locator('.uplot').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.panel.facts')).toContainText(/generation \d+.*best deck/);
  expect(await problems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.locator('.panel.facts')).toContainText('done', { timeout: 120_000 });
  const champion = page.locator('li', { has: page.locator('strong', { hasText: /^champion_1$/ }) });
  await expect(champion).toBeVisible();

  // The report opens in the language of the page.
  const [report] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Open the report' }).click()]);
  await expect(report.getByText('Adoption of cards by generation').first()).toBeVisible();
  expect(await report.locator('svg').count()).toBeGreaterThan(0);
  await report.close();

  await champion.getByRole('button', { name: 'Put it into the deck builder' }).click();
  await expect(page.getByRole('heading', { name: /Duelists/ })).toBeVisible();
  await expect(page.getByText('✓')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(`champion_1 (${run})`);
  // What each card is worth stands beside it, with the interval.
  await expect(page.locator('.list li').first()).toContainText(/[+−]\d+\.\d ± \d+\.\d/);
  await page.locator('.list .look').first().hover();
  await expect(page.locator('section.facts')).toContainText('Swap value of a copy');
  expect(await problems(page)).toEqual([]);
  await page.getByRole('link', { name: `Values of cards from ${run}` }).click();

  await champion.getByRole('link', { name: 'Play against it' }).click();
  await expect(page.getByRole('combobox', { name: /deck/i }).nth(1).locator('option:checked')).toHaveText(`★ champion_1 (${run})`);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.board')).toBeVisible();
  if (await goesOn(page)) await page.locator('.question.mine button').first().click();
  await expect(page.locator('.question.mine[aria-busy=false]').or(result(page)).first()).toBeVisible();
});

test('a field is weighed, in Japanese', async ({ page }) => {
  test.slow();
  await page.addInitScript(() => localStorage.setItem('fuda.language', 'ja'));
  await page.goto(`${studio}/#/metagame`);
  await page.getByRole('combobox', { name: 'ゲーム', exact: true }).selectOption('duelists');
  await page.getByRole('combobox', { name: '内容' }).selectOption('field');
  await page.getByRole('combobox', { name: 'プレイヤー' }).fill('random');
  await page.getByRole('spinbutton', { name: '対戦数' }).fill('400');
  await page.getByRole('button', { name: '開始' }).click();
  await expect(page).toHaveURL(/#\/metagame\/duelists-\d+$/);
  await expect(page.locator('.panel.facts')).toContainText('完了', { timeout: 120_000 });
  await expect(page.getByText(/実質的なデッキ数/)).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(4);
  expect(await problems(page)).toEqual([]);
  const [report] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'レポートを開く' }).click()]);
  await expect(report.locator('html')).toHaveAttribute('lang', 'ja');
});

test('a run that does not exist is told so', async ({ page }) => {
  await page.goto(`${studio}/#/metagame/nothing-1`);
  await expect(page.getByRole('alert')).toContainText('no such run');
});
