/**
 * Every page in both languages, light and dark, on a desk and on a phone, to be looked at:
 * FUDA_SCREENS=FOLDER npx playwright test screens
 */
import { expect, test, type Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { begun, choiceCount, goesOn, here, mine, random, sitDown, type Plan } from './support';

const folder = process.env['FUDA_SCREENS'] ?? '';

type Language = 'en' | 'ja';
type Screen = { name: string; open: (page: Page, language: Language) => Promise<void> };

/** Plays so many decisions, always the first choice. */
async function playFirst(page: Page, decisions: number): Promise<void> {
  for (let made = 0; made < decisions; made += 1) {
    if (!(await goesOn(page)) || (await choiceCount(page)) < 1) return;
    const before = await page.locator('.page').getAttribute('data-decision');
    await page.keyboard.press('1');
    await page.locator(`.page:not([data-decision="${before}"])`).waitFor();
  }
}

function table(name: string, plan: Plan, decisions: number): Screen {
  return {
    name: `table-${name}`,
    open: async (page, language) => {
      await sitDown(page, plan, language);
      await mine(page).waitFor();
      await playFirst(page, decisions);
      await page.locator('[data-zone=hand] button[data-card], .own button[data-card]').first().focus();
    },
  };
}

/** Two computers that have played for a while. */
async function watched(page: Page, language: Language): Promise<string> {
  const plan = await begun(page, 'ismcts:200');
  const id = await sitDown(page, plan, language);
  await page.getByRole('tab').nth(2).click();
  await page.keyboard.press('n');
  await page.locator(`.page[data-decision="${plan.choices.length + 1}"]`).waitFor();
  return id;
}

const at = (name: string, hash: string, wanted: string, then?: (page: Page) => Promise<void>): Screen => ({
  name,
  open: async (page) => {
    await page.goto(`/#/${hash}`);
    await page.locator(wanted).first().waitFor();
    await then?.(page);
  },
});

const screens: Screen[] = [
  at('home', '', 'a[href*="#/new/"]'),
  at('new-crazy-eights', 'new/crazy-eights', 'button.primary'),
  at('new-ygo-ftk', 'new/ygo-ftk', 'button.primary'),
  table('crazy-eights', { game: 'crazy-eights', seats: [here, random, random], seed: '12' }, 3),
  table('furuyoni', { game: 'furuyoni', seats: [here, random], seed: '3' }, 12),
  table('duel-masters', { game: 'duel-masters', seats: [here, random], seed: '7' }, 14),
  table('ygo-ftk', { game: 'ygo-ftk', seats: [here], decks: ['exodia'], seed: '5', parameters: { opening_hand: '7', normal_summons: '2' } }, 3),
  table('solitcg', { game: 'solitcg', seats: [here], seed: '5' }, 4),
  table('klondike', { game: 'klondike', seats: [here], seed: '5' }, 4),
  {
    name: 'watching',
    open: async (page, language) => {
      await watched(page, language);
    },
  },
  {
    name: 'replay',
    open: async (page, language) => {
      const id = await watched(page, language);
      await page.goto(`/#/replay/${id}`);
      await page.locator('.controls').waitFor();
      await page.locator('input[type=range]').fill('2');
    },
  },
  at('learning', 'learning', 'form'),
  at('metagame', 'metagame', 'form'),
  at('rules', 'rules/furuyoni', '.rules'),
  at('tables', 'tables', '.tables li'),
  at('deck', 'deck/duel-masters', '.pool li', async (page) => {
    await page.locator('.built > .naming button').last().click();
    await page.locator('.list li').first().waitFor();
    await page.locator('.list .star').first().click();
  }),
  at('deck-illegal', 'deck/ygo-ftk', '.pool li', async (page) => {
    for (let copies = 0; copies < 5; copies += 1) await page.locator('.pool li button').last().click();
    await page.locator('.illegal li').first().waitFor();
  }),
  at('cards', 'cards/duel-masters', '.cards li, li'),
  at('card', 'cards/duel-masters/bronze_arm_tribe', '.form'),
  at('card-mistake', 'cards/duel-masters/bronze_arm_tribe', 'textarea', async (page) => {
    const text = page.locator('textarea').first();
    await text.fill((await text.inputValue()).replace(/kind: creature/, 'kind: creatur'));
    await page.locator('#mistakes li').first().waitFor();
    await page.locator('#mistakes').scrollIntoViewIfNeeded();
  }),
];

const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

for (const [size, viewport] of Object.entries(sizes))
  for (const language of ['en', 'ja'] as const)
    for (const screen of screens)
      test(`${screen.name} ${language} ${size}`, async ({ browser }) => {
        test.skip(folder === '', 'only when screens are wanted');
        test.setTimeout(90_000);
        mkdirSync(folder, { recursive: true });
        const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage();
        await page.addInitScript((language) => {
          localStorage.setItem('fuda.language', language);
          localStorage.setItem('fuda.theme', 'light');
          localStorage.setItem('fuda.hints', location.hash === '' || location.hash === '#/' ? '' : 'seen');
        }, language);
        await screen.open(page, language);
        await page.waitForTimeout(400);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        for (const theme of ['light', 'dark']) {
          await page.locator('header select').last().selectOption(theme);
          await page.waitForTimeout(200);
          await page.screenshot({ path: `${folder}/${screen.name}-${language}-${size}-${theme}.png` });
        }
        expect(width, 'nothing is wider than the screen').toBeLessThanOrEqual(viewport.width);
      });
