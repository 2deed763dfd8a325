import { expect, test } from '@playwright/test';
import { goesOn, here, problems, random, result, sitDown } from './support';

for (const theme of ['light', 'dark'] as const) {
  test(`no page has a serious problem in ${theme} colours`, async ({ page }) => {
    test.slow();
    await page.addInitScript((chosen) => localStorage.setItem('fuda.theme', chosen), theme);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Crazy Eights' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Got it' })).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await page.goto('/#/new/crazy-eights');
    await expect(page.getByRole('button', { name: 'Start the game' })).toBeVisible();
    expect(await problems(page)).toEqual([]);
    const id = await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '4' });
    await goesOn(page);
    expect(await problems(page)).toEqual([]);
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Which rule did this?' }).first().click();
    await expect(page.locator('.trace pre')).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await page.goto('/#/tables');
    await expect(page.getByRole('link', { name: 'Replay' }).first()).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await page.goto(`/#/replay/${id}`);
    await expect(page.locator('.board')).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Thinking' }).click();
    expect(await problems(page)).toEqual([]);
    const pages: [string, string][] = [
      ['deck/duel-masters', '.pool li'], ['cards/duel-masters', 'li'], ['cards/duel-masters/bronze_arm_tribe', '.form'],
      ['rules/duel-masters', 'figure svg'], ['tutorial/crazy-eights/1', '.board'], ['learning', 'h1'], ['metagame', 'h1'], ['nowhere', '[role=alert]'],
    ];
    for (const [hash, wanted] of pages) {
      await page.goto(`/#/${hash}`);
      await expect(page.locator(wanted).first()).toBeVisible();
      expect(await problems(page), hash).toEqual([]);
    }
    // The settings of a table, and what is asked before giving up.
    await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '4' });
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    expect(await problems(page)).toEqual([]);
  });

  test(`nor has a duel, its piles, or its end in ${theme} colours`, async ({ page }) => {
    test.slow();
    await page.addInitScript((chosen) => localStorage.setItem('fuda.theme', chosen), theme);
    await sitDown(page, { game: 'furuyoni', seats: [here, random], seed: '4' }, 'ja');
    await goesOn(page);
    expect(await problems(page)).toEqual([]);
    await sitDown(page, { game: 'harbor', seats: [here, random], seed: '4' }, 'ja');
    await page.getByRole('button', { name: /を見る$/ }).last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await sitDown(page, { game: 'kuhn-poker', seats: [random, random], seed: '4' });
    await expect(result(page)).toBeVisible();
    expect(await problems(page)).toEqual([]);
  });
}
