/** Cards that are dragged with the mouse: what they are dropped on is the answer. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { here, mine, random, sitDown, type Plan } from './support';

const ATTACK = `
phase: Attack
current: 0
turn_index: 8
players:
  - battle: [bolshack_dragon, gonta]
    hand: [rikabu]
    mana: [wind_axe, gonta]
    shields: [gonta, gonta, gonta]
  - battle: [{ card: iere, tapped: true }, { card: frei, tapped: true }, dia_nork]
    hand: [gonta]
    shields: [iere, frei, iere]
`;
const CHARGE = `
state: Duel
phase: Charge
current: 0
turn_index: 8
players:
  - battle: [gonta]
    hand: [rikabu, bolshack_dragon]
    mana: [wind_axe, rikabu, rikabu, gonta]
    shields: [gonta, gonta, gonta]
  - battle: [iere]
    hand: [gonta]
    shields: [iere, frei, iere]
`;
const duel = (given: string): Plan => ({ game: 'duel-masters', seats: [here, { who: 'link' }], decks: ['dragons', 'blockers'], seed: '4', given });
const cardIn = (page: Page, zone: string, owner: number, card: string): Locator => page.locator(`.zone[data-zone=${zone}][data-owner="${owner}"] [data-card=${card}]`).first();

/** Takes a card to a place and stops there, the button still down. */
async function carry(page: Page, card: Locator, to: Locator): Promise<void> {
  const [from, goal] = [await card.boundingBox(), await to.boundingBox()];
  if (!from || !goal) throw new Error('both are on the table');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 30, from.y + from.height / 2 - 20, { steps: 3 });
  await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 6 });
}

test('an attacker that is dragged onto a creature attacks it', async ({ page }) => {
  await sitDown(page, duel(ATTACK));
  await mine(page).waitFor();
  await carry(page, cardIn(page, 'battle', 0, 'bolshack_dragon'), cardIn(page, 'battle', 1, 'frei'));
  // What can be attacked is marked while the card is in the air, what cannot is not.
  await expect(page.locator('.zone[data-zone=battle][data-owner="1"] .card.goal')).toHaveCount(2);
  await page.mouse.up();
  await expect(page.locator('.question')).toContainText('Player 2');
  await expect(page.locator('.aim.now')).toHaveCount(1);
  await expect(page.locator('#panel-log')).toContainText(/Frei/);
});

test('an attacker that is dragged to the other side attacks the player', async ({ page }) => {
  await sitDown(page, duel(ATTACK));
  await mine(page).waitFor();
  await carry(page, cardIn(page, 'battle', 0, 'bolshack_dragon'), page.locator('.head[data-player="1"] .who-name'));
  await page.mouse.up();
  await expect(page.locator('.question')).toContainText('Player 2');
  await expect(page.locator('#panel-log')).toContainText(/attacks? the player|Attack the player/);
});

test('a card that is dragged to the mana zone is charged, and dropped nowhere it stays', async ({ page }) => {
  await sitDown(page, duel(CHARGE));
  await mine(page).waitFor();
  const hand = page.locator('.zone.mine .card');
  await carry(page, page.locator('.zone.mine [data-card=rikabu]'), page.locator('.stage'));
  await page.mouse.up();
  await expect(hand).toHaveCount(2);
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await carry(page, page.locator('.zone.mine [data-card=rikabu]'), page.locator('.zone[data-zone=mana][data-owner="0"]'));
  await expect(page.locator('.zone[data-zone=mana][data-owner="0"]')).toHaveClass(/target/);
  await page.mouse.up();
  await expect(hand).toHaveCount(1);
  await expect(page.locator('.zone[data-zone=mana][data-owner="0"] .count')).toHaveText('5');
});

test('a card of a solitaire is dragged to a column that takes it', async ({ page }) => {
  await sitDown(page, { game: 'klondike', seats: [here], seed: '21' });
  await mine(page).waitFor();
  const card = page.locator('.board .zone[data-zone^=pile] .can[data-at]').first();
  const name = await card.getAttribute('data-card');
  await carry(page, card, page.locator('.felt'));
  const goal = page.locator('.zone[data-zone^=pile].target').first();
  await expect(goal).toBeVisible();
  const pile = await goal.getAttribute('data-pile');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await carry(page, card, page.locator(`.zone[data-pile="${pile}"]`));
  await page.mouse.up();
  await expect(page.locator(`.zone[data-pile="${pile}"] [data-card=${name}]`)).toBeVisible();
});

test('a card of tricks is played by dragging it to the middle', async ({ page }) => {
  await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '2' });
  await mine(page).waitFor();
  const card = page.locator('.zone.mine .can').first();
  const before = await page.locator('.page').getAttribute('data-decision');
  await carry(page, card, page.locator('.zone[data-zone=pile]'));
  await page.mouse.up();
  await expect(page.locator('.page')).not.toHaveAttribute('data-decision', before ?? '');
});
