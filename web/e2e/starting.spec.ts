/** Sitting down: the form of a new game, one button that begins, and games of one's own that are broken, mended and changed. */
import { expect, test, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mine } from './support';

const SIZES: [number, number][] = [[390, 844], [844, 390], [1024, 768], [1366, 768], [1440, 900], [1920, 1080]];

/** What of the form does not lie in one column that fits the screen. */
function misplaced(): string[] {
  const form = document.querySelector('form') as HTMLElement;
  const outer = form.getBoundingClientRect();
  const found: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push('the page is wider than the screen');
  const fields = [...form.querySelectorAll<HTMLElement>('select, input:not([type=checkbox]), button')].filter((one) => one.offsetParent !== null);
  const boxes = fields.map((field) => ({ name: field.closest('label')?.textContent?.trim() ?? field.textContent, box: field.getBoundingClientRect() }));
  for (const { name, box } of boxes) if (box.left < outer.left || box.right > outer.right) found.push(`${name} is wider than the form`);
  boxes.forEach((one, at) => {
    for (const other of boxes.slice(at + 1)) if (one.box.top < other.box.bottom - 1 && other.box.top < one.box.bottom - 1) found.push(`${one.name} is beside ${other.name}`);
  });
  return found;
}

test('the form of a new game is one column that fits every screen, with its button in sight', async ({ page }) => {
  for (const game of ['duel-masters', 'hearts', 'harbor'])
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.goto('/#/');
      await page.goto(`/#/new/${game}`);
      const start = page.getByRole('button', { name: 'Start the game' });
      await start.waitFor();
      await expect(start).toBeInViewport({ ratio: 1 });
      await page.getByText('More settings').click();
      expect(await page.evaluate(misplaced), `${game} at ${width}×${height}`).toEqual([]);
    }
});

test('what was chosen last is chosen again, and one button of the first page plays it', async ({ page }) => {
  await page.goto('/#/new/crazy-eights');
  await page.getByLabel('How many players').selectOption('3');
  await page.getByLabel('Seat 3').selectOption('computer:random');
  const variant = page.getByLabel('Variant');
  const named = await variant.locator('option').nth(1).getAttribute('value');
  await variant.selectOption(named);
  await expect(page.getByLabel('Seat 3')).toHaveValue('computer:random');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.locator('.board').waitFor();
  await page.goto('/#/new/crazy-eights');
  await expect(page.getByLabel('How many players')).toHaveValue('3');
  await expect(page.getByLabel('Seat 3')).toHaveValue('computer:random');
  await expect(variant).toHaveValue(named ?? '');
  await page.goto('/#/');
  const game = page.locator('.games li', { has: page.getByRole('link', { name: 'Crazy Eights' }) });
  await game.getByRole('link', { name: 'Play now' }).click();
  await mine(page).waitFor();
  await expect(page.locator('.other')).toHaveCount(2);
  // Back is the form, not another game.
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Start the game' })).toBeVisible();
});

/** A studio with games of a folder. */
async function studio(games: string[]): Promise<{ process: ChildProcess; address: string; told: () => string }> {
  const program = process.env['FUDA_PROGRAM'] ?? '../target/debug/fuda';
  const data = mkdtempSync(join(tmpdir(), 'fuda-e2e-own-'));
  const started = spawn(program, ['serve', '--port', '0', '--no-browser', '--data', data, ...games.flatMap((game) => ['--game', game])]);
  let told = '';
  started.stdout.on('data', (text: Buffer) => (told += text.toString()));
  started.stderr.on('data', (text: Buffer) => (told += text.toString()));
  await expect.poll(() => told).toContain('the studio is at');
  return { process: started, address: /http:\S+/.exec(told)?.[0] ?? '', told: () => told };
}

async function titleOf(page: Page, address: string): Promise<string> {
  await page.goto(`${address}#/`);
  await page.goto(`${address}#/new/own`);
  return (await page.locator('form h1').textContent()) ?? '';
}

test('a broken game says what is broken, in the terminal and on the page, until it is mended', async ({ page }) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'fuda-e2e-own-')), 'own');
  cpSync('../games/crazy-eights', folder, { recursive: true });
  const file = join(folder, 'game.cgml');
  const right = readFileSync(file, 'utf8');
  const line = right.split('\n').findIndex((text) => text === '    effect:') + 1;
  writeFileSync(file, right.replace('\n    effect:', '\n    efect:'));
  const { process: started, address, told } = await studio([folder]);
  try {
    await expect.poll(told).toContain('a definition has no key `efect`');
    expect(told()).toContain(`game.cgml:${line}`);
    const says = new RegExp(`game\\.cgml:${line}: a definition has no key \`efect\`; did you mean \`effect\``);
    await page.goto(address);
    await expect(page.locator('.games .broken')).toContainText(says);
    await page.goto(`${address}#/new/own`);
    await expect(page.getByRole('alert')).toContainText(says);
    // Mended, it can be played without a word to the studio.
    writeFileSync(file, right);
    await expect(page.getByRole('button', { name: 'Start the game' })).toBeVisible();
    expect(await titleOf(page, address)).toBe('Crazy Eights');
    // And changed, it is another one.
    writeFileSync(file, right.replace('en: Crazy Eights', 'en: Mad Eights'));
    await expect.poll(() => titleOf(page, address)).toBe('Mad Eights');
    await page.getByRole('button', { name: 'Start the game' }).click();
    await expect(page).toHaveTitle(/Mad Eights/);
  } finally {
    started.kill();
  }
});
