import { expect, test, type Page } from '@playwright/test';
import { answers, goesOn, here, sitDown } from './support';

/** A duel with many cards in hand, so that what the test needs is there. */
const duel = {
  game: 'ygo-ftk',
  seats: [here],
  seed: '5',
  decks: ['exodia'],
  parameters: { opening_hand: '10', normal_summons: '2' },
};

const zone = (page: Page, name: string) => page.locator(`[data-zone=${name}]`);

/** Presses a card and what is to be done with it. */
async function use(page: Page, card: string, action: string): Promise<void> {
  await zone(page, 'hand').locator(`button.can[data-card=${card}]`).first().click();
  await page.getByRole('menuitem', { name: action }).click();
  await goesOn(page);
}

test('monster, spell and trap, and field zones have five, five and one places of their own', async ({ page }) => {
  await sitDown(page, duel, 'ja');
  await expect(zone(page, 'main_monster_zone').locator('.slot')).toHaveCount(5);
  await expect(zone(page, 'spell_trap_zone').locator('.slot')).toHaveCount(5);
  await expect(zone(page, 'field_zone')).toHaveCount(1);
  await expect(zone(page, 'main_monster_zone').locator('.name')).toHaveText('メインモンスターゾーン');
  await expect(zone(page, 'spell_trap_zone').locator('.name')).toHaveText('魔法＆罠ゾーン');
  await expect(zone(page, 'field_zone').locator('.name')).toHaveText('フィールドゾーン');
  const place = async (name: string) => (await zone(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [monsters, spells, field] = [await place('main_monster_zone'), await place('spell_trap_zone'), await place('field_zone')];
  expect(monsters.y + monsters.height).toBeLessThanOrEqual(spells.y + 1);
  expect(field.x + field.width).toBeLessThanOrEqual(monsters.x + 1);
});

test('monsters offer summon and set, spells activate and set; a field spell lies in the field zone', async ({ page }) => {
  await sitDown(page, duel, 'ja');
  await goesOn(page);
  await toMainPhase(page);
  const monster = zone(page, 'hand').locator('button.can[data-card$=of_the_forbidden_one]').first();
  await monster.click();
  await expect(page.getByRole('menuitem')).toContainText(['召喚', 'セット', '閉じる']);
  await page.keyboard.press('Escape');
  await zone(page, 'hand').locator('button.can[data-card=chicken_game]').first().click();
  await expect(page.getByRole('menuitem')).toContainText(['セット', '発動', '閉じる']);
  await page.keyboard.press('Escape');
  await use(page, 'chicken_game', '発動');
  await expect(zone(page, 'field_zone').locator('[data-card=chicken_game]')).toBeVisible();
  // What was decided can be taken back.
  await page.keyboard.press('z');
  await expect(zone(page, 'field_zone').locator('[data-card=chicken_game]')).toHaveCount(0);
});

test('two monsters that are set show two backs, and nothing tells what they are', async ({ page }) => {
  await sitDown(page, duel, 'ja');
  await goesOn(page);
  await toMainPhase(page);
  for (let set = 0; set < 2; set += 1) {
    await zone(page, 'hand').locator('button.can[data-card$=of_the_forbidden_one]').first().click();
    await page.getByRole('menuitem', { name: 'セット' }).click();
    await expect(zone(page, 'main_monster_zone').locator('[data-card]')).toHaveCount(set + 1);
    await goesOn(page);
  }
  const cards = zone(page, 'main_monster_zone').locator('[data-card]');
  await expect(cards.locator('.back')).toHaveCount(2);
  for (const card of await cards.all()) {
    expect(await card.getAttribute('data-card')).toBe('back');
    expect((await card.getAttribute('aria-label')) ?? (await card.textContent())).not.toContain('封印');
  }
});

/** The phases before the main phase are passed. */
async function toMainPhase(page: Page): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    if ((await page.locator('.stage').textContent())?.includes('メインフェイズ')) return;
    await answers(page).first().click();
    await goesOn(page);
  }
}
