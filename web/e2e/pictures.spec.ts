/** Makes the pictures of the README again: FUDA_PICTURES=1 npx playwright test pictures. */
import { test, type Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { begun, choiceCount, goesOn, here, mine, random, sitDown, type Plan } from './support';

const FOLDER = '../docs/images';

type Picture = { name: string; plan: Plan | ((page: Page) => Promise<Plan>); language: 'en' | 'ja'; theme: 'light' | 'dark'; phone?: boolean; prepare: (page: Page) => Promise<void> };

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
    plan: (page) => begun(page, 'ismcts:200'),
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Thinking' }).click();
      for (let step = 0; step < 40; step += 1) {
        await page.getByRole('button', { name: 'Next move' }).click();
        await page.waitForTimeout(1500);
        if ((await page.getByRole('tabpanel').getByRole('row').count()) > 4) break;
      }
      await page.locator('[data-zone=battle] [data-card]').first().hover();
    },
  },
  {
    name: 'furuyoni', language: 'en', theme: 'light',
    plan: { game: 'furuyoni', seats: [here, random], seed: '3' },
    prepare: async (page) => {
      await press(page, Array.from({ length: 26 }, () => 1));
      await page.locator('[data-zone=hand] button[data-card]').first().focus();
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
    const plan = typeof picture.plan === 'function' ? await picture.plan(page) : picture.plan;
    await sitDown(page, plan, picture.language);
    if (plan.seats.some((seat) => seat.who === 'here')) await mine(page).waitFor();
    await picture.prepare(page);
    await page.waitForTimeout(500);
    await keep(page, picture.name);
  });
}

async function keep(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  writeFileSync(`${FOLDER}/${name}.webp`, Buffer.from(data, 'base64'));
}

test('the picture deck', async ({ browser }) => {
  test.skip(!process.env['FUDA_PICTURES'], 'only when pictures are wanted');
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })).newPage();
  await page.addInitScript(() => {
    localStorage.setItem('fuda.language', 'ja');
    localStorage.setItem('fuda.theme', 'dark');
  });
  await page.goto('/#/deck/duel-masters');
  await page.getByLabel('開く').selectOption({ index: 2 });
  await page.locator('.list li').first().waitFor();
  for (const star of [0, 1]) await page.locator('.list .star').nth(star).click();
  await page.locator('.facts button').last().click();
  await page.locator('.pool .look').nth(20).click();
  await page.waitForTimeout(1500);
  await keep(page, 'deck');
});
