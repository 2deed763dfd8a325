import { expect, test } from '@playwright/test';
import { goesOn, problems, result } from './support';

test('a network learns in the studio, is watched, and plays against a person', async ({ page }) => {
  test.slow();
  await page.addInitScript(() => localStorage.setItem('fuda.hints', 'seen'));
  await page.goto('/#/learning');
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('kuhn-poker');
  await page.getByRole('spinbutton', { name: 'Minutes' }).fill('5');
  await page.getByRole('combobox', { name: 'How', exact: true }).selectOption('gradient');
  await page.getByRole('button', { name: 'Let it learn' }).click();
  await expect(page.getByRole('heading', { name: 'kuhn-poker-1' })).toBeVisible();
  // The first figures draw the first curves.
  await expect(page.locator('.uplot').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('What is learned')).toBeVisible();
  await expect(page.locator('.u-legend').first()).toContainText('games');
  expect(await problems(page)).toEqual([]);

  // A second run would take the processor from the first.
  const again = await page.request.post('/api/learning', {
    data: { game: 'leduc-poker', minutes: 1 },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(again.status()).toBe(400);
  expect(await again.text()).toContain('kuhn-poker-1');

  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('.facts').getByText('stopped')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: 'Play against it' })).toBeVisible();
  await page.goto('/#/learning');
  await expect(page.getByText('stopped', { exact: false }).first()).toBeVisible();
  expect(await problems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Look at it' }).first().click();
  await page.getByRole('link', { name: 'Play against it' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.board')).toBeVisible();
  if (await goesOn(page)) await page.locator('.question.mine button').first().click();
  await expect(page.locator('.question.mine[aria-busy=false]').or(result(page)).first()).toBeVisible();

  // A sample game is a replay.
  await page.goto('/#/learning/kuhn-poker-1');
  await page.getByRole('button', { name: /^after .* games$/ }).first().click();
  await expect(page).toHaveURL(/#\/replay\//);
  await expect(page.locator('.board')).toBeVisible();
});

test('a run that does not exist is told so, and no path leads out of the runs', async ({ page }) => {
  await page.goto('/#/learning/nothing-1');
  await expect(page.getByRole('alert')).toContainText('no such run');
  for (const name of ['..', '%2e%2e%2fx', 'a%2fb']) {
    const answer = await page.request.get(`/api/learning/${name}`);
    expect([200, 404]).toContain(answer.status());
    if (answer.status() === 200) expect(await answer.text()).toContain('"runs"');
  }
});
