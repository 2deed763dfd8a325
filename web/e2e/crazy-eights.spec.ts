import { expect, test } from '@playwright/test';
import { answers, goesOn, here, random, result, sitDown } from './support';

test('a person finds the game, sits down and plays it to the end with the mouse', async ({ page }) => {
  test.slow();
  // Every choice is made by hand here.
  await page.addInitScript(() => localStorage.setItem('fuda.forced', 'ask'));
  await page.goto('/');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByRole('searchbox').fill('eights');
  await page.getByRole('link', { name: 'Crazy Eights' }).click();
  // Always the same game: some are long.
  await page.getByText('More settings').click();
  await page.getByLabel('Seed').fill('12');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.board')).toContainText('Casual');
  await page.getByLabel('Computer', { exact: true }).selectOption('At once');
  for (let step = 0; step < 300 && (await goesOn(page)); step += 1) {
    const card = page.locator('.zone.hand button.can').first();
    // Cards light up a moment after the question.
    await expect(card.or(answers(page).first()).first()).toBeVisible();
    // Of cards that lie on each other the left edge is seen.
    if (await card.isVisible()) await card.click({ position: { x: 6, y: 24 } });
    else await answers(page).first().click();
  }
  await expect(result(page)).toBeVisible();
  await expect(result(page).getByRole('row')).toHaveCount(2);
});

test('the same with the keyboard alone', async ({ page }) => {
  test.slow();
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const tabTo = async (name: string | RegExp): Promise<void> => {
    for (let step = 0; step < 80; step += 1) {
      await press('Tab');
      const label = await page.evaluate(() => {
        const focused = document.activeElement;
        return focused === null || focused === document.body ? '' : (focused.getAttribute('aria-label') ?? focused.textContent);
      });
      if (typeof name === 'string' ? label.includes(name) : name.test(label)) return;
    }
    throw new Error(`the keyboard does not reach ${String(name)}`);
  };
  await page.addInitScript(() => localStorage.setItem('fuda.forced', 'ask'));
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Crazy Eights' })).toBeVisible();
  await tabTo('Crazy Eights');
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Start the game' })).toBeVisible();
  await tabTo('Start the game');
  await press('Enter');
  await expect(page.locator('.board')).toBeVisible();
  for (let step = 0; step < 300 && (await goesOn(page)); step += 1) {
    if (step % 4 === 0 && (await page.locator('button.can').count()) > 0) {
      await tabTo('can be chosen');
      await press('Enter');
    } else await press('1');
  }
  await expect(result(page)).toBeVisible();
});

test('a reload in the middle goes on where it was', async ({ page }) => {
  await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '11' });
  await goesOn(page);
  const hand = (): Promise<string[]> =>
    page.locator('[data-zone=hand][data-owner="0"] [data-card]').evaluateAll((cards) =>
      cards.map((card) => card.getAttribute('data-card') ?? ''),
    );
  const before = await hand();
  expect(before.length).toBeGreaterThan(3);
  await page.reload();
  await goesOn(page);
  expect(await hand()).toEqual(before);
});

test('everything is in Japanese when that is chosen', async ({ page }) => {
  await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '11' }, 'ja');
  await goesOn(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('クレイジーエイト');
  await expect(page.locator('[data-zone=deck] .name')).toHaveText('山札');
  await expect(page.getByRole('tab', { name: '記録' })).toBeVisible();
  await page.getByLabel('言語').selectOption('English');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crazy Eights');
  await expect(page.locator('[data-zone=deck] .name')).toHaveText('Stock');
});

test('any computer can be named, and one that thinks for too long is refused with the limit', async ({ page }) => {
  await page.goto('/#/new/crazy-eights');
  await page.getByRole('combobox', { name: 'Seat 2' }).selectOption('Another computer …');
  const name = page.getByLabel('Name of the computer of seat 2');
  await name.fill('ismcts:1000000000');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.getByRole('alert')).toContainText('a computer here may simulate 100000 games');
  await name.fill('flat:50');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.other .who')).toHaveText('flat:50');
});
