/** Building decks and writing cards, as a person would. */
import { expect, test, type Page } from '@playwright/test';
import { mine, problems } from './support';

async function speaking(page: Page, language: 'en' | 'ja', theme: 'light' | 'dark' = 'light'): Promise<void> {
  await page.addInitScript(
    ([language, theme]) => {
      localStorage.setItem('fuda.language', language ?? 'en');
      localStorage.setItem('fuda.theme', theme ?? 'light');
      localStorage.setItem('fuda.hints', 'seen');
    },
    [language, theme],
  );
}

test('an illegal deck says why, is mended, kept, copied, deleted and brought back', async ({ page }) => {
  await speaking(page, 'en');
  await page.goto('/#/deck/duel-masters');
  const pool = page.getByRole('region', { name: 'All cards' });
  const built = page.getByRole('region', { name: 'The deck' });
  await pool.getByRole('searchbox').fill('brawler zyler');
  const more = pool.getByRole('button', { name: 'One more Brawler Zyler' });
  for (let count = 0; count < 5; count += 1) await more.click();
  const legality = built.locator('.legality');
  await expect(legality).toContainText('5 copies of “Brawler Zyler”');
  await expect(legality).toContainText('40');
  await pool.getByRole('button', { name: 'One less Brawler Zyler' }).click();
  await expect(legality).not.toContainText('copies of');
  await expect(legality).toContainText('4 cards, but exactly 40 are wanted');

  // A card that the regulation in force bans is allowed by another one.
  await pool.getByRole('searchbox').fill('bombazar');
  await pool.getByRole('button', { name: /One more .*Bombazar/ }).click();
  await expect(legality).toContainText('is banned');
  await built.getByLabel('Regulation').selectOption('unlimited');
  await expect(legality).not.toContainText('is banned');
  await built.getByLabel('Regulation').selectOption('hall_of_fame_2025');

  // Thirty-six more cards make it legal.
  await pool.getByRole('button', { name: /One less .*Bombazar/ }).click();
  await pool.getByRole('searchbox').fill('');
  await pool.getByText('Filters').click();
  await pool.getByLabel('Civilizations').selectOption('fire');
  await pool.getByLabel('Cost, at most').fill('3');
  await expect(pool.getByRole('status')).not.toHaveText('160 cards');
  const plus = pool.locator('li:not(.in)').getByRole('button', { name: /^One more/ });
  for (let kind = 0; kind < 9; kind += 1) {
    const name = (await plus.first().getAttribute('aria-label')) ?? '';
    for (let count = 0; count < 4; count += 1) await pool.getByRole('button', { name, exact: true }).click();
  }
  await expect(legality).toContainText('This deck may be played.');

  // Two four-ofs of forty in the first five cards.
  await built.locator('.star').nth(0).click();
  await built.locator('.star').nth(1).click();
  await expect(page.locator('.odds')).toContainText('%');

  await built.getByRole('textbox', { name: 'Name of the deck' }).fill('Little red');
  await built.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(built.getByRole('button', { name: 'Kept', exact: true })).toBeVisible();
  await built.getByRole('button', { name: 'Keep a copy' }).click();
  await built.getByText('Kept decks').click();
  const copy = built.locator('.kept li', { hasText: 'Little red (copy)' }).first();
  await expect(copy).toBeVisible();
  await copy.getByRole('button', { name: 'Remove' }).click();
  await expect(built.getByText('Little red (copy) was removed.')).toBeVisible();
  await built.getByRole('button', { name: 'Undo' }).click();
  await expect(copy).toBeVisible();
  // Nothing is left for other tests.
  await copy.getByRole('button', { name: 'Remove' }).click();
  await built.locator('.kept li', { hasText: 'Little red' }).first().getByRole('button', { name: 'Remove' }).click();
});

test('a deck goes out and comes in as CGML, as a text list and as ids', async ({ page }) => {
  await speaking(page, 'en');
  await page.goto('/#/deck/duel-masters');
  const built = page.getByRole('region', { name: 'The deck' });
  await built.getByRole('button', { name: 'A random legal deck' }).click();
  await expect(built.locator('.legality')).toContainText('This deck may be played.');
  await built.getByText('As text').click();
  const before = await built.locator('.list li').allInnerTexts();
  for (const format of ['cgml', 'list', 'ids']) {
    await built.getByLabel('Write as').selectOption(format);
    await built.getByRole('button', { name: 'Write the deck' }).click();
    await page.locator('.head select').selectOption('new');
    await expect(built.locator('.list li')).toHaveCount(0);
    await built.getByRole('button', { name: 'Read the text' }).click();
    await expect(built.getByText('40 cards read')).toBeVisible();
    expect((await built.locator('.list li').allInnerTexts()).sort()).toEqual([...before].sort());
  }
});

test('a new card has the colour of the file that it is written into', async ({ page }) => {
  await speaking(page, 'en');
  await page.goto('/#/cards/duel-masters');
  const text = page.getByRole('textbox', { name: 'The card as it is written' });
  for (const colour of ['fire', 'water']) {
    await page.getByLabel('A new card').selectOption(`cards/${colour}.yaml`);
    await expect(text).toHaveValue(new RegExp(`civilizations: \\[${colour}\\]`));
  }
});

test('a card is written with a mistake, mended, tried, saved and played', async ({ page }) => {
  await speaking(page, 'en');
  await page.goto('/#/cards/ygo-ftk/pot_of_greed');
  const text = page.getByRole('textbox', { name: 'The card as it is written' });
  await expect(text).toHaveValue(/id: pot_of_greed/);
  const written = (await text.inputValue()).replaceAll('pot_of_greed', `lucky_day_${Date.now()}`);
  const file = await page.locator('.bar .quiet').innerText();
  await page.getByLabel('A new card').selectOption(file.split(' ')[0] ?? '');
  await expect(text).toHaveValue(/id: new_card/);
  await text.fill(written.replace('draw', 'drwa'));
  const mistakes = page.locator('#mistakes');
  await expect(mistakes).toContainText('drwa');
  await expect(mistakes).toContainText(/line \d+, column \d+/);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Play with it' })).toBeDisabled();
  // The place is shown in the text.
  await mistakes.locator('.place').first().click();
  const chosen = await text.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
  expect(chosen).toContain('drwa');
  // A text that is not saved survives a reload.
  await page.reload();
  await expect(text).toHaveValue(/drwa/);
  await text.fill(written);
  await expect(mistakes).toContainText('Nothing is wrong.');

  // The form changes the text, and the text the form.
  await page.getByLabel('Name (English)').fill('Lucky Day');
  await page.getByLabel('Name (English)').blur();
  await expect(text).toHaveValue(/Lucky Day/);
  await text.fill((await text.inputValue()).replace('Lucky Day', 'Very Lucky Day'));
  await expect(page.getByLabel('Name (English)')).toHaveValue('Very Lucky Day');
  await expect(page.locator('.cardbox')).toContainText('Very Lucky Day');
  await expect(page.locator('.words[lang=ja]')).toContainText('引');

  await page.getByRole('button', { name: 'Play with it' }).click();
  await expect(page.locator('.board')).toBeVisible();
  await expect(mine(page)).toBeVisible();
  await expect(page.locator('.board')).toContainText('Very Lucky Day');
  await page.goBack();
  await expect(text).toHaveValue(/Very Lucky Day/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your copy', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /Very Lucky Day/ })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Very Lucky Day was deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveValue(/Very Lucky Day/);
});

test('both pages speak Japanese', async ({ page }) => {
  await speaking(page, 'ja');
  await page.goto('/#/cards/duel-masters/artisan_picora');
  await expect(page.getByRole('heading', { name: 'カード：デュエル・マスターズ' })).toBeVisible();
  await expect(page.getByLabel('名前（日本語）')).toHaveValue('職人ピコラ');
  await expect(page.locator('.words[lang=ja]')).toContainText('墓地');
  await page.goto('/#/deck/duel-masters');
  await page.getByRole('button', { name: '職人ピコラ を1枚増やす' }).or(page.locator('.pool li').first().getByRole('button').last()).first().click();
  await expect(page.locator('.legality')).toContainText('ちょうど40枚です（今は1枚）');
});

for (const theme of ['light', 'dark'] as const) {
  test(`the pages of decks and cards have no serious problem in ${theme} colours`, async ({ page }) => {
    await speaking(page, 'en', theme);
    await page.goto('/#/cards/harbor/sloop');
    await expect(page.locator('.cardbox')).toBeVisible();
    expect(await problems(page)).toEqual([]);
    const text = page.getByRole('textbox', { name: 'The card as it is written' });
    await text.fill((await text.inputValue()).replace('cost', 'csot'));
    await expect(page.locator('#mistakes')).toContainText('csot');
    expect(await problems(page)).toEqual([]);
    await page.goto('/#/deck/duel-masters');
    await expect(page.locator('.pool li').first()).toBeVisible();
    await page.getByRole('button', { name: 'A random legal deck' }).click();
    await expect(page.locator('.list li').first()).toBeVisible();
    await page.locator('.list .look').first().click();
    await page.locator('.filters summary').click();
    expect(await problems(page)).toEqual([]);
  });
}
