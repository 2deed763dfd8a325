/** Makes the pictures of the README again: FUDA_PICTURES=1 npx playwright test pictures. */
import { test, type Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { choiceCount, goesOn, here, mine, random, sitDown, type Plan } from './support';

const FOLDER = '../docs/images';
const thinker = { who: 'computer', name: 'ismcts:200' } as const;

type Picture = { name: string; plan: Plan; language: 'en' | 'ja'; theme: 'light' | 'dark'; phone?: boolean; prepare: (page: Page) => Promise<void> };

async function press(page: Page, keys: number[]): Promise<void> {
  for (const key of keys) {
    if (!(await goesOn(page))) return;
    const before = await page.locator('.page').getAttribute('data-decision');
    await page.keyboard.press(String(Math.min(key, await choiceCount(page))));
    await page.locator(`.page:not([data-decision="${before}"])`).waitFor();
  }
}

const pictures: Picture[] = [
  {
    name: 'yugioh', language: 'ja', theme: 'light',
    plan: { game: 'ygo-ftk', seats: [here], decks: ['exodia'], seed: '5', parameters: { opening_hand: '7', normal_summons: '2' } },
    prepare: async (page) => {
      await press(page, [1, 3, 1, 2, 1, 3]);
      await page.locator('[data-zone=hand] [data-card]').first().hover();
    },
  },
  {
    name: 'thinking', language: 'en', theme: 'dark',
    plan: { game: 'duel-masters', seats: [thinker, thinker], seed: '7', pace: { kind: 'step' } },
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Thinking' }).click();
      for (let step = 0; step < 30; step += 1) await page.keyboard.press('n');
      await page.waitForFunction(() => Number(document.querySelector('.page')?.getAttribute('data-decision')) >= 30);
      for (let step = 0; step < 40; step += 1) {
        await page.getByRole('button', { name: 'Next move' }).click();
        await page.waitForTimeout(1500);
        if ((await page.getByRole('tabpanel').getByRole('row').count()) > 4) break;
      }
      await page.locator('[data-zone=battle] [data-card]').first().hover();
    },
  },
  {
    name: 'crazy-eights-phone', language: 'en', theme: 'light', phone: true,
    plan: { game: 'crazy-eights', seats: [here, random, random], seed: '12' },
    prepare: (page) => press(page, [1, 2, 1]),
  },
];

for (const picture of pictures) {
  test(`the picture ${picture.name}`, async ({ browser }) => {
    test.skip(!process.env['FUDA_PICTURES'], 'only when pictures are wanted');
    mkdirSync(FOLDER, { recursive: true });
    const viewport = picture.phone ? { width: 390, height: 800 } : { width: 1280, height: 800 };
    const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage();
    await page.addInitScript((theme) => localStorage.setItem('fuda.theme', theme), picture.theme);
    await sitDown(page, picture.plan, picture.language);
    if (picture.plan.seats.some((seat) => seat.who === 'here')) await mine(page).waitFor();
    await picture.prepare(page);
    await page.waitForTimeout(500);
    const devtools = await page.context().newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
    writeFileSync(`${FOLDER}/${picture.name}.webp`, Buffer.from(data, 'base64'));
  });
}
