import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { goesOn, here, random, result, sitDown } from './support';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Found = { id: string; impact: string; help: string; nodes: { html: string }[] };

async function problems(page: Page): Promise<string[]> {
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

for (const theme of ['light', 'dark'] as const) {
  test(`no page has a serious problem in ${theme} colours`, async ({ page }) => {
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
  });

  test(`nor has a duel, its piles, or its end in ${theme} colours`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem('fuda.theme', chosen), theme);
    await sitDown(page, { game: 'furuyoni', seats: [here, random], seed: '4' }, 'ja');
    await goesOn(page);
    expect(await problems(page)).toEqual([]);
    await page.getByRole('button', { name: /使わない札/ }).last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await sitDown(page, { game: 'war', seats: [random, random], seed: '4' });
    await expect(result(page)).toBeVisible();
    expect(await problems(page)).toEqual([]);
  });
}
