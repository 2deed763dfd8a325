/** People at one table, each with a browser of their own: names, taking back, giving up, playing again, the lobby. */
import { devices, expect, test, type Page } from '@playwright/test';
import { choiceCount, goesOn, here, mine, person, problems, random, result, sheet, sitDown, takeLink } from './support';

async function called(page: Page, name: string): Promise<Page> {
  await page.addInitScript((given) => {
    localStorage.setItem('fuda.name', given);
    localStorage.setItem('fuda.colour', String(given.length));
    localStorage.setItem('fuda.forced', 'ask');
    localStorage.setItem('fuda.hints', 'seen');
  }, name);
  return page;
}

/** Two people at a table of Crazy Eights. */
async function two(browser: Parameters<typeof person>[0]): Promise<[Page, Page]> {
  const ann = await called(await person(browser), 'Ann');
  const bob = await called(await person(browser), 'Bobby');
  const id = await sitDown(ann, { game: 'crazy-eights', seats: [here, { who: 'link' }], seed: '5' });
  const token = await takeLink(ann, id);
  await ann.reload();
  await bob.goto(`/#/table/${id}/${token}`);
  const sit = bob.getByRole('button', { name: 'Sit down' });
  await sit.click();
  await expect(bob.locator('.board')).toBeVisible();
  await expect(ann.locator('.who-name', { hasText: 'Bobby' })).toBeVisible();
  return [ann, bob];
}

test('two people see each other by name, take back by agreement, give up and play again', async ({ browser }) => {
  test.slow();
  const [ann, bob] = await two(browser);
  await expect(bob.locator('.who-name', { hasText: 'Ann' })).toBeVisible();
  await expect(bob.locator('.other .colour')).toBeVisible();
  // Whoever is asked plays until Ann has chosen.
  const first = (await mine(ann).isVisible()) ? ann : bob;
  const other = first === ann ? bob : ann;
  await mine(first).waitFor();
  const before = await first.locator('.page').getAttribute('data-decision');
  await first.keyboard.press('1');
  await first.locator(`.page:not([data-decision="${before}"])`).waitFor();
  await first.getByRole('button', { name: 'Ask to take back' }).click();
  await expect(first.getByText(/waiting for/)).toBeVisible();
  expect(await problems(other)).toEqual([]);
  await other.getByRole('button', { name: 'Allow it' }).click();
  await first.locator(`.page[data-decision="${before}"]`).waitFor();
  await other.locator(`.page[data-decision="${before}"]`).waitFor();
  await bob.getByRole('button', { name: 'Resign' }).click();
  await bob.getByRole('button', { name: 'Play on' }).click();
  await bob.getByRole('button', { name: 'Resign' }).click();
  await bob.getByRole('button', { name: 'Yes, resign' }).click();
  await expect(result(ann)).toContainText('You win!');
  await expect(result(ann)).toContainText('Bobby resigned');
  await expect(result(bob)).toContainText('Ann wins');
  expect(await problems(ann)).toEqual([]);
  const address = ann.url();
  await ann.getByRole('button', { name: 'Play again' }).click();
  await expect(ann.getByRole('button', { name: /Waiting for the others/ })).toBeVisible();
  await bob.getByRole('button', { name: 'Play again, too' }).click();
  for (const page of [ann, bob]) {
    await expect(page.locator('.board')).toBeVisible();
    await expect.poll(() => page.url()).not.toBe(address);
    await expect(result(page)).toHaveCount(0);
  }
  await ann.goto('/#/tables');
  await expect(ann.getByText('Ann won (Bobby resigned)').first()).toBeVisible();
  await ann.getByRole('searchbox').fill('bobby');
  await expect(ann.locator('.tables li').first()).toContainText('Bobby');
});

test('a table in the lobby begins when somebody comes with a deck', async ({ browser }) => {
  test.slow();
  const ann = await called(await person(browser), 'Ann');
  const bob = await called(await person(browser), 'Bobby');
  await ann.goto('/#/new/duel-masters');
  await ann.locator('.seat').nth(1).locator('select').first().selectOption('open');
  expect(await problems(ann)).toEqual([]);
  await ann.getByRole('button', { name: 'Start the game' }).click();
  await expect(ann.getByText(/Seats that are still free: 1/)).toBeVisible();
  expect(await problems(ann)).toEqual([]);
  await bob.goto('/');
  await bob.getByRole('link', { name: /Duel Masters Ann/ }).click();
  await bob.getByLabel('Your deck').selectOption('blockers');
  expect(await problems(bob)).toEqual([]);
  await bob.getByRole('button', { name: 'Sit down' }).click();
  for (const page of [ann, bob]) await expect(page.locator('.board')).toBeVisible();
  await expect(ann.locator('.who-name', { hasText: 'Bobby' })).toBeVisible();
});

test('a round ends with a score sheet that waits to be read', async ({ page }) => {
  test.slow();
  await sitDown(page, { game: 'hearts', seats: [here, random, random, random], seed: '3', parameters: { passing: 'hold' } });
  for (let made = 0; made < 13; made += 1) {
    await expect(mine(page).or(sheet(page)).first()).toBeVisible();
    if (await sheet(page).isVisible()) break;
    const before = await page.locator('.page').getAttribute('data-decision');
    await page.keyboard.press('1');
    await expect.poll(async () => (await page.locator('.page').getAttribute('data-decision')) !== before || (await sheet(page).isVisible())).toBe(true);
  }
  await expect(sheet(page)).toBeVisible();
  await expect(sheet(page).locator('tbody tr')).toHaveCount(1);
  const cells = await sheet(page).locator('tbody td').allTextContents();
  expect(cells.map((cell) => parseInt(cell, 10)).reduce((sum, one) => sum + one, 0) % 26).toBe(0);
  expect(await problems(page)).toEqual([]);
  expect(await goesOn(page)).toBe(true);
  await expect(sheet(page)).toHaveCount(0);
});

test('two people duel, one on a phone, and both know at every moment what happened and what is asked', async ({ browser }) => {
  test.slow();
  const ann = await called(await person(browser), 'Ann');
  const bob = await called(await (await browser.newContext({ ...devices['Pixel 7'], reducedMotion: 'reduce' })).newPage(), 'Bobby');
  const id = await sitDown(ann, { game: 'furuyoni', seats: [here, { who: 'link' }], seed: '21' });
  const token = await takeLink(ann, id);
  await ann.reload();
  await bob.goto(`/#/table/${id}/${token}`);
  await bob.getByRole('button', { name: 'Sit down' }).tap();
  const pages = [ann, bob];
  for (const page of pages) await expect(page.locator('.board')).toBeVisible();
  let lines = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    await expect.poll(async () => (await Promise.all(pages.map((page) => mine(page).or(result(page)).first().isVisible()))).includes(true)).toBe(true);
    if (await result(ann).isVisible()) break;
    const [chooser, other] = (await mine(ann).isVisible()) ? [ann, bob] : [bob, ann];
    const name = chooser === ann ? 'Ann' : 'Bobby';
    // Who is asked reads a task, and who waits reads for whom, unless both are asked.
    await expect(mine(chooser).locator('.asked strong')).not.toHaveText('');
    if (!(await mine(other).isVisible())) await expect(other.locator('.question .asked')).toContainText(name);
    const before = await chooser.locator('.page').getAttribute('data-decision');
    const told = await other.locator('.log li').count();
    await chooser.keyboard.press(String(1 + ((turn * 5) % Math.min(await choiceCount(chooser), 9))));
    for (const page of pages) await expect(page.locator(`.page[data-decision="${before}"]`)).toHaveCount(0);
    lines += Number((await other.locator('.log li').count()) > told);
    const box = await bob.locator('.question').boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 413 && box.y + box.height <= 840, 'the question is on the phone’s screen').toBe(true);
  }
  // Nearly every choice of one is a line in the other's log.
  expect(lines).toBeGreaterThan(30);
});

test('the clocks of two people run and are seen', async ({ browser }) => {
  const ann = await called(await person(browser), 'Ann');
  await sitDown(ann, { game: 'crazy-eights', seats: [here, here], seed: '5', clock: { seconds: 600, increment: 5 } });
  await expect(ann.getByRole('timer').first()).toBeVisible();
  await expect(ann.getByRole('timer')).toHaveCount(2);
  await expect.poll(async () => (await ann.getByRole('timer').allTextContents()).join()).toContain('9:5');
});

test('the rules have a picture of the table and are told in Japanese', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('fuda.language', 'ja'));
  for (const game of ['duel-masters', 'hearts', 'koi-koi', 'furuyoni']) {
    await page.goto(`/#/rules/${game}`);
    await page.reload();
    await expect(page.locator('figure svg[role=img]')).toBeVisible();
    await expect(page.locator('div[lang=ja]').getByRole('heading', { name: 'ルール' })).toBeVisible();
    expect(await problems(page)).toEqual([]);
  }
});

test('rules fit a phone', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  for (const game of ['furuyoni', 'duel-masters', 'ygo-ftk', 'hearts']) {
    await page.goto(`/#/rules/${game}`);
    await expect(page.locator('.rules h2, .rules h3').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), game).toBeLessThanOrEqual(390);
  }
});
