/**
 * How long a press takes until it is seen, at a full board on a slow phone (a processor four times slower):
 * FUDA_LATENCY=1 npx playwright test latency
 */
import { expect, test } from '@playwright/test';
import { here, mine, random, sitDown } from './support';

const FULL = `
phase: Main
current: 0
turn_index: 20
players:
  - battle: [bolshack_dragon, { card: bolzard_dragon, tapped: true }, gonta, iere, { card: frei, tapped: true }]
    hand: [bolshack_cyberex, gonta, dolmarks, rikabu, fear_fang]
    mana: [wind_axe, dolmarks, gonta, fear_fang, rikabu, rikabu, iere, frei]
    shields: [iere, frei, rikabu, gonta, gonta]
  - battle: [iere, { card: frei, tapped: true }, dia_nork, lena, miele]
    hand: [gonta, dolmarks, rikabu, gonta, rikabu]
    mana: [wind_axe, dolmarks, gonta, fear_fang, rikabu, gonta, rikabu, frei]
    shields: [iere, frei, dia_nork, lena, miele]
`;
const TIMES = 40;
const MOST = 100;

test('a press is seen within a tenth of a second on a slow phone', async ({ browser }) => {
  test.skip(process.env['FUDA_LATENCY'] === undefined, 'only when it is measured');
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await sitDown(page, { game: 'duel-masters', seats: [here, random], decks: ['dragons', 'blockers'], seed: '4', given: FULL });
  await mine(page).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // From the press until the frame after the page changed has been drawn.
  const times = await page.evaluate(async (count) => {
    const drawn = (): Promise<number> => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0)));
    const found: number[] = [];
    for (let time = 0; time < count; time += 1) {
      const cards = [...document.querySelectorAll<HTMLElement>('.zone.mine .can')];
      const card = cards[time % cards.length];
      if (!card) break;
      const begun = performance.now();
      card.click();
      found.push((await drawn()) - begun);
      document.querySelector<HTMLElement>('.question .close')?.click();
      await drawn();
      await new Promise((done) => setTimeout(done, 60));
    }
    return found.sort((one, other) => one - other);
  }, TIMES);
  const [median, late] = [times[Math.floor(times.length / 2)] ?? 0, times[Math.floor(times.length * 0.95)] ?? 0];
  console.log(`press to picture: median ${median.toFixed(0)} ms, 95 of 100 within ${late.toFixed(0)} ms`);
  // A choice that is made: until the next question is seen.
  const begun = Date.now();
  const before = await page.locator('.page').getAttribute('data-decision');
  await page.keyboard.press('1');
  await page.locator(`.page:not([data-decision="${before}"])`).waitFor();
  console.log(`choice to the next state: ${Date.now() - begun} ms`);
  expect(late).toBeLessThanOrEqual(MOST);
});
