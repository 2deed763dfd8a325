import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { goesOn, here, mine, random, sitDown } from './support';

const at = /After decision (\d+) of (\d+)/;

test('a game is looked at again, asked about, branched off, downloaded and uploaded', async ({ page }) => {
  const id = await sitDown(page, { game: 'crazy-eights', seats: [random, random], seed: '3' });
  await expect(page.locator('.dialog.result')).toBeVisible();
  await page.getByRole('link', { name: 'Look at it again' }).click();
  const where = page.locator('.where');
  await expect(where).toContainText(at);
  const count = Number(at.exec((await where.textContent()) ?? '')?.[2]);
  expect(count).toBeGreaterThan(5);
  const shown = async (): Promise<number> => Number(at.exec((await where.textContent()) ?? '')?.[1]);

  // Step by step, to the end, and to a decision in the log.
  await page.getByRole('button', { name: 'One forward' }).click();
  await expect.poll(shown).toBe(1);
  await page.keyboard.press('ArrowRight');
  await expect.poll(shown).toBe(2);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(shown).toBe(1);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect.poll(shown).toBe(count);
  await page.getByRole('button', { name: 'Jump to decision 4', exact: true }).click();
  await expect.poll(shown).toBe(4);

  // One event at a time, forwards and backwards.
  await page.getByLabel('Step', { exact: true }).selectOption('one event');
  await page.getByRole('button', { name: 'One forward' }).click();
  await expect(where).toContainText(/Event 1 \S+ \d+/);
  await page.getByRole('button', { name: 'One back' }).click();
  await expect(where).not.toContainText('Event');
  await page.getByRole('button', { name: 'One back' }).click();
  await expect(where).toContainText('After decision 3');
  await expect(where).toContainText('Event');
  await page.getByLabel('Step', { exact: true }).selectOption('one decision');

  // Whose eyes: a spectator sees backs, open cards show everything.
  const faces = page.locator('[data-zone=hand] [data-card]:not([data-card=back])');
  await page.getByLabel('Seen by').selectOption('a spectator');
  await expect(faces).toHaveCount(0);
  await page.getByLabel('Seen by').selectOption('everyone: open cards');
  await expect(faces.first()).toBeVisible();

  // Every change of a value and every failed step, on request.
  const lines = page.locator('.log li');
  const few = await lines.count();
  const steps = page.getByLabel('Failed steps and all changes');
  await steps.check();
  await expect.poll(() => lines.count()).toBeGreaterThan(few);
  await steps.uncheck();
  await expect.poll(() => lines.count()).toBe(few);

  // Which rule did it, and where it is written.
  await page.getByRole('button', { name: 'Which rule did this?' }).last().click();
  await expect(page.locator('.trace .where')).toContainText(/crazy-eights\/\S+:\d+/);
  await expect(page.locator('.trace pre .here')).toHaveCount(1);

  // What a computer would think there.
  await page.getByRole('tab', { name: 'Thinking' }).click();
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await expect.poll(shown).toBe(0);
  const panel = page.getByRole('tabpanel');
  // The strongest that is offered, made to think for as long as the studio allows.
  await page.route(/\/thinking\?.*5000/, (route) => route.continue({ url: route.request().url().replace('5000', '100000') }));
  await page.getByLabel('Player', { exact: true }).selectOption('ismcts:5000');
  await page.getByRole('button', { name: 'What would it think here?' }).click();
  await expect(panel).toContainText('is thinking');
  // Whoever goes on does not wait for it.
  await page.getByRole('button', { name: 'One forward' }).click();
  await expect.poll(shown).toBe(1);
  await expect(panel).not.toContainText('is thinking');
  await page.getByLabel('Player', { exact: true }).selectOption('ismcts:200');
  await page.getByRole('button', { name: 'What would it think here?' }).click();
  await expect(page.locator('tr.chosen')).toHaveCount(1);
  await expect(panel).toContainText(', decision 2');

  // The record is downloaded, uploaded, and shows the same game.
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the record' }).click();
  const file = await (await download).path();
  expect((JSON.parse(readFileSync(file, 'utf8')) as { choices: number[] }).choices).toHaveLength(count);
  await page.goto('/#/tables');
  await page.locator('input[type=file]').setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: readFileSync(file) });
  await expect(page).toHaveURL(/#\/replay\//);
  expect(page.url()).not.toContain(id);
  await expect(where).toContainText(`of ${count}`);

  // From the middle of the record a person plays on.
  await page.getByRole('slider').fill('4');
  await expect.poll(shown).toBe(4);
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await expect(page.locator('.board')).toBeVisible();
  await expect(page).toHaveURL(/#\/table\//);
  await goesOn(page);
  expect(Number(await page.locator('.page').getAttribute('data-decision'))).toBeGreaterThanOrEqual(4);
});

test('a running game can be looked at again with the own eyes only', async ({ page }) => {
  const id = await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '5' });
  await goesOn(page);
  await page.goto(`/#/replay/${id}`);
  await expect(page.locator('.where')).toContainText(at);
  await page.getByLabel('Seen by').selectOption('everyone: open cards');
  await expect(page.getByRole('alert')).toContainText('only the own seat');
});

test('a computer takes a seat over, and gives it back', async ({ page }) => {
  await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '6', pace: { kind: 'step' } });
  await expect(mine(page).or(page.getByRole('button', { name: 'Next move' })).first()).toBeVisible();
  await page.getByLabel('Let a computer play for me').selectOption('random');
  const decision = async (): Promise<number> => Number(await page.locator('.page').getAttribute('data-decision'));
  for (let step = 0; step < 4; step += 1) {
    const before = await decision();
    await page.getByRole('button', { name: 'Next move' }).click();
    await expect.poll(decision).toBe(before + 1);
  }
  await page.getByRole('button', { name: 'Play myself again' }).click();
  await expect(page.getByLabel('Let a computer play for me')).toBeVisible();
});
