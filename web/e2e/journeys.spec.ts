/**
 * Whole games as people play them: by mouse, by finger, by keyboard. One game always, seven with
 * FUDA_JOURNEYS=all npx playwright test journeys
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { goesOn, here, mine, random, result, sheet, sitDown, type Plan } from './support';

type Means = 'mouse' | 'finger' | 'keyboard';
type Journey = { plan: Plan; means: Means };

const against = (game: string, others: number, more: Partial<Plan> = {}): Plan => ({ game, seats: [here, ...Array.from({ length: others }, () => random)], ...more });

const plans: Plan[] = [
  against('dou-dizhu', 2),
  against('koi-koi', 1),
  against('hearts', 3),
  against('duel-masters', 1, { decks: ['rush', 'rush'] }),
  against('furuyoni', 1),
  against('klondike', 0),
  against('harbor', 1),
];
const MEANS: Means[] = ['mouse', 'finger', 'keyboard'];
const journeys: Journey[] = plans.flatMap((plan) => MEANS.map((means, at) => ({ plan: { ...plan, seed: String(21 + at) }, means })));
// The shortest game by every means.
const wanted = process.env['FUDA_JOURNEYS'] === 'all' ? journeys : journeys.filter(({ plan }) => plan.game === 'dou-dizhu');
/** After so many own decisions a game for one is given up, and another one would be wrong. */
const MOST = 1500;
const PATIENCE = 60;

/** Numbers that look like chance and are the same every time. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const decision = (page: Page): Promise<string | null> => page.locator('.page').getAttribute('data-decision');

async function press(what: Locator, means: Means): Promise<void> {
  // Of cards that overlap the left edge is free.
  const position = { x: 7, y: 12 };
  if (means === 'finger') await what.tap({ position, timeout: 5000 });
  else await what.click({ position, timeout: 5000 });
}

/** One decision, whatever is asked. */
async function decide(page: Page, means: Means, roll: (below: number) => number, isTired: boolean): Promise<void> {
  const before = await decision(page);
  const isOver = async (): Promise<boolean> => (await decision(page)) !== before || (await result(page).isVisible()) || (await sheet(page).isVisible());
  if (means === 'keyboard') {
    const text = (await page.locator('.question .count').textContent()) ?? '';
    const key = String(1 + roll(Math.min(9, Number(/\d+/.exec(text)?.[0] ?? 1))));
    await page.keyboard.press(key);
    // What ends the game is asked about first.
    if (await page.getByText('Really end the game?').first().isVisible()) await page.keyboard.press(key);
    await expect.poll(isOver).toBe(true);
    return;
  }
  for (let tries = 0; tries < 12 && !(await isOver()); tries += 1) {
    const menu = page.locator('.question [role=menuitem]:not(.close)');
    const pile = page.locator('.dialog:not(.result) button.can');
    const places = page.locator('.question.mine .answer, .question.mine .buttons button, .board .can, .board .pilechoice, .board .targetplayer');
    const ending = page.locator('.question.mine .ends');
    const here = (await menu.count()) > 0 ? menu : (await pile.count()) > 0 ? pile : isTired && (await ending.count()) > 0 ? ending : places;
    const count = await here.count();
    if (count === 0) {
      await page.waitForTimeout(100);
      continue;
    }
    await press(here.nth(roll(count)), means).catch(() => undefined);
    await page.waitForTimeout(40);
  }
  await expect.poll(isOver, { message: `something can be chosen after ${before}` }).toBe(true);
}

for (const { plan, means } of wanted)
  test(`a game of ${plan.game} to its end by ${means} (${plan.seed})`, async ({ browser }) => {
    test.setTimeout(1_200_000);
    const size = means === 'finger' ? { width: 390, height: 844 } : { width: 1366, height: 768 };
    const context = await browser.newContext({ viewport: size, hasTouch: means === 'finger', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await sitDown(page, plan);
    const roll = dice(Number(plan.seed));
    let made = 0;
    while (await goesOn(page)) {
      expect(made, 'the game comes to an end').toBeLessThan(MOST);
      await expect(mine(page)).toBeVisible();
      await decide(page, means, roll, made > PATIENCE);
      made += 1;
    }
    await expect(result(page)).toBeVisible();
    expect(made).toBeGreaterThan(0);
  });
