/** Reading cards: pictures of one's own, the large card under the pointer and under a finger that stays, and notes about moments. */
import { devices, expect, test, type Page } from '@playwright/test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goesOn, here, mine, random, sitDown } from './support';

/** A picture of one red point. */
const RED = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC', 'base64');

const artOf = (game: string): string => join(process.env['FUDA_E2E_DATA'] ?? '', 'art', game);

/** Gives a card a picture, as its owner would: a file in the folder of the studio. */
function paint(game: string, card: string): void {
  mkdirSync(artOf(game), { recursive: true });
  writeFileSync(join(artOf(game), `${card}.png`), RED);
}

for (const [kind, game, seats] of [['of a standard deck', 'old-maid', 2], ['of a game of its own', 'solitcg', 1]] as const)
  test(`a picture of a folder takes the place of the emblem on a card ${kind}`, async ({ page }) => {
    test.skip(process.env['FUDA_E2E_DATA'] === '', 'the folder of that studio is not known');
    rmSync(artOf(game), { recursive: true, force: true });
    const types: string[] = [];
    page.on('response', (response) => {
      if (/\/art\/./.test(response.url()) && response.ok()) types.push(response.headers()['content-type'] ?? '');
    });
    await sitDown(page, { game, seats: [here, random].slice(0, seats), seed: '2' });
    await mine(page).waitFor();
    const name = (await page.locator('.zone.mine button[data-card]').first().getAttribute('data-card')) ?? '';
    await expect(page.locator('.board image')).toHaveCount(0);
    paint(game, name);
    await page.reload();
    const card = page.locator(`.zone.mine [data-card=${name}]`).first();
    await expect(card.locator('image')).toHaveCount(1);
    await expect.poll(() => types).toContain('image/png');
    await card.hover();
    await expect(page.locator('.detail image')).toHaveCount(1);
  });

/** A finger that stays on something for so long. */
async function longPress(page: Page, selector: string, milliseconds: number): Promise<void> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is on the screen`);
  const devtools = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 10, y: box.y + 30 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(milliseconds);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('a finger that stays reads the card, and chooses nothing', async ({ browser }) => {
  const page = await (await browser.newContext({ ...devices['Pixel 7'], reducedMotion: 'reduce' })).newPage();
  await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '11' });
  await goesOn(page);
  const decision = await page.locator('.page').getAttribute('data-decision');
  await longPress(page, '.zone.mine button.can', 700);
  await expect(page.locator('.reader')).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.waitForTimeout(200);
  await expect(page.locator('.reader')).toBeVisible();
  await expect(page.locator('.page')).toHaveAttribute('data-decision', decision ?? '');
  await page.getByRole('button', { name: 'Close' }).tap();
  await expect(page.locator('.reader')).toHaveCount(0);
  // A short one is a tap.
  await longPress(page, '.zone.mine button.can', 80);
  await expect(page.getByRole('menu')).toBeVisible();
});

test('cards of a replay are read on a phone', async ({ browser }) => {
  const page = await (await browser.newContext({ ...devices['Pixel 7'], reducedMotion: 'reduce' })).newPage();
  const id = await sitDown(page, { game: 'crazy-eights', seats: [random, random], seed: '3' });
  await expect(page.locator('.dialog.result')).toBeVisible();
  await page.goto(`/#/replay/${id}`);
  await page.getByLabel('Seen by').selectOption('everyone: open cards');
  const card = page.locator('.board button.cardbody').first();
  await card.scrollIntoViewIfNeeded();
  await card.tap({ position: { x: 8, y: 20 } });
  await expect(page.locator('.reader')).toBeVisible();
});

test('a note stays with its moment while another one is loaded', async ({ page }) => {
  const id = await sitDown(page, { game: 'kuhn-poker', seats: [random, random], seed: '5' });
  await expect(page.locator('.dialog.result')).toBeVisible();
  await page.goto(`/#/replay/${id}`);
  await expect(page.getByText('After decision 0 of')).toBeVisible();
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  await page.route(/\/moment\?at=1&/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'One forward' }).click();
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.pressSequentially('before ');
  release();
  await expect(page.getByText('After decision 1 of')).toBeVisible();
  await note.pressSequentially('it all');
  await expect(note).toHaveValue('before it all');
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await expect(note).toHaveValue('before it all');
  await page.getByRole('button', { name: 'One forward' }).click();
  await expect(note).toHaveValue('');
  await page.reload();
  await page.getByRole('button', { name: '✎ 0' }).click();
  await expect(note).toHaveValue('before it all');
});
