/** What helps to understand and to learn: arrows, reasons, outcomes, phrases, lessons, and who was ahead. */
import { expect, test, type Page } from '@playwright/test';
import { here, mine, person, random, sitDown, takeLink, type Plan } from './support';

const link = { who: 'link' } as const;

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
const duel = (given: string, other: Plan['seats'][number] = random): Plan => ({ game: 'duel-masters', seats: [here, other], decks: ['dragons', 'blockers'], seed: '4', given });

const cardIn = (page: Page, zone: string, owner: number, card: string) => page.locator(`.zone[data-zone=${zone}][data-owner="${owner}"] [data-card=${card}]`).first();

test('an arrow goes from the attacker to what the pointer is on, and stays while the other side answers', async ({ page }) => {
  await sitDown(page, duel(ATTACK, link));
  await mine(page).waitFor();
  await cardIn(page, 'battle', 0, 'bolshack_dragon').click();
  await page.getByRole('menuitem', { name: 'Attack a creature' }).first().click();
  await expect(mine(page)).toContainText('Attack which creature?');
  await expect(page.locator('.aim')).toHaveCount(0);
  await cardIn(page, 'battle', 1, 'frei').hover();
  await expect(page.locator('.aim.meant')).toHaveCount(1);
  await cardIn(page, 'battle', 1, 'frei').click();
  await expect(page.locator('.question')).toContainText('Player 2');
  await expect(page.locator('.aim.now')).toHaveCount(1);
});

test('pressing what cannot be chosen says which condition fails', async ({ page }) => {
  await sitDown(page, duel(ATTACK.replace('phase: Attack', 'phase: Main').replace('bolshack_dragon, gonta', '{ card: bolshack_dragon, tapped: true }, gonta')));
  await mine(page).waitFor();
  await cardIn(page, 'battle', 0, 'gonta').click();
  await expect(page.locator('.question .note')).toContainText('only in Attack step');
  await page.getByLabel('Language').selectOption('ja');
  await mine(page).waitFor();
  await cardIn(page, 'battle', 0, 'gonta').click();
  await expect(page.locator('.question .note')).toContainText('攻撃');
});

test('of the moves that a card is not for nothing is said', async ({ page }) => {
  const given = 'state: Duel\nphase: Main\nturn_index: 2\nresources: { distance: 8 }\nplayers: [{ hand: [zan], specials: [tsukikage], aura: 3 }, { aura: 3 }]\n';
  await sitDown(page, { game: 'furuyoni', seats: [here, random], seed: '3', given });
  await mine(page).waitFor();
  const note = page.locator('.question .note');
  await page.locator('.zone[data-zone=specials] [data-card=tsukikage]').click();
  await expect(note).toContainText('Use a card: only if it is within its range, and its cost can be paid');
  for (const other of ['Full-power', 'React', 'by an effect']) await expect(note).not.toContainText(other);
});

test('a card says nothing of moves for other kinds of cards, and names what keeps it from attacking', async ({ page }) => {
  const note = page.locator('.question .note');
  await sitDown(page, duel(ATTACK.replace('phase: Attack', 'phase: Main').replace('hand: [rikabu]', 'hand: [bolshack_dragon]')));
  await mine(page).waitFor();
  await page.locator('.zone.mine [data-card=bolshack_dragon]').click();
  await expect(note).toContainText('Summon: its cost cannot be paid now');
  for (const other of ['Evolve', 'Cast']) await expect(note).not.toContainText(other);
  const sick = '{ card: gonta, sick: true }';
  await sitDown(page, duel(ATTACK.replace('[bolshack_dragon, gonta]', `[bolshack_dragon, ${sick}]`)));
  await mine(page).waitFor();
  await cardIn(page, 'battle', 0, 'gonta').click();
  await expect(note).toContainText('Attack the player: prevented by “Summoning sickness”');
});

test('a card that does not follow suit says so, in both languages', async ({ page }) => {
  await sitDown(page, { game: 'hearts', seats: [here, random, random, random], seed: '3', parameters: { passing: 'hold' } });
  const closed = page.locator('.zone.mine button.cardbody:not(.can)');
  for (let made = 0; made < 8; made += 1) {
    await mine(page).waitFor();
    if ((await closed.count()) > 0 && (await page.locator('[data-zone=trick] [data-card]').count()) > 0) break;
    const before = await page.locator('.page').getAttribute('data-decision');
    await page.keyboard.press('1');
    await page.locator(`.page:not([data-decision="${before}"])`).waitFor();
  }
  await closed.first().click({ position: { x: 6, y: 30 } });
  await expect(page.locator('.question .note')).toContainText('The cards of the suit that was led; without any, the whole hand');
  await page.getByLabel('Language').selectOption('ja');
  await mine(page).waitFor();
  await closed.first().click({ position: { x: 6, y: 30 } });
  await expect(page.locator('.question .note')).toContainText('最初に出されたマークの札');
});

test('answers say what they change', async ({ page }) => {
  const given = 'state: Duel\nphase: Main\nturn_index: 2\nresources: { distance: 3 }\nplayers: [{ hand: [zan], aura: 3 }, { aura: 3 }]\n';
  await sitDown(page, { game: 'furuyoni', seats: [here, here], seed: '3', given });
  await mine(page).waitFor();
  await page.locator('.zone.mine [data-card=zan]').click();
  const menu = page.getByRole('menuitem').first();
  const next = page.getByRole('dialog').getByRole('button', { name: /Player 2/ });
  await menu.or(next).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await next.click();
  await expect(mine(page)).toContainText('Take the damage on aura or on life?');
  await expect(page.getByRole('button', { name: /Take it on aura/ })).toContainText('Aura (you) 3 → 0');
  await expect(page.getByRole('button', { name: /Take it on life/ })).toContainText('Life (you) 10 → 9');
});

test('players say something to each other, and spectators are counted', async ({ browser, page }) => {
  const id = await sitDown(page, { game: 'crazy-eights', seats: [here, link], seed: '2' });
  const secret = await takeLink(page, id);
  await page.reload();
  const guest = await person(browser);
  await guest.goto(`/#/table/${id}/${secret}`);
  const sit = guest.getByRole('button', { name: 'Sit down' });
  await sit.or(guest.locator('.board')).first().waitFor();
  if (await sit.isVisible()) await sit.click();
  await page.getByRole('button', { name: 'Say something to the others' }).click();
  await page.getByRole('button', { name: 'Hello!' }).click();
  await expect(guest.locator('.says')).toHaveText('Hello!');
  const spectator = await person(browser);
  await spectator.goto(`/#/table/${id}`);
  await expect(page.getByRole('img', { name: 'Looking on: 1' })).toBeVisible();
});

test('a lesson waits for the right choice, says why another is wrong, and leads to the next', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('fuda.language', 'en'));
  await page.goto('/#/rules/crazy-eights');
  await page.getByRole('link', { name: 'Learn to play' }).click();
  await mine(page).waitFor();
  await expect(page.locator('.lesson')).toContainText('Play a heart or a nine.');
  await page.getByRole('button', { name: 'Draw a card' }).first().click();
  await expect(page.locator('.lesson .wrong')).toContainText('Drawing is allowed too');
  await page.locator('.zone.mine [data-card=standard_52_hearts_J]').click();
  await expect(page.locator('.lesson .done')).toBeVisible();
  await page.getByRole('link', { name: 'Next lesson' }).click();
  await expect(page.locator('.lesson')).toContainText('Draw a card from the stock.');
});

type Offered = { state: { decision: { choices?: { id: string; face: number | null }[] }; faces: { id: number; card: string }[] } };
type Lessons = { summary: { min_players: number }; lessons: { title: Record<string, string>; given: string; decks: string[]; wanted: { choice: string; card: string | null }[] }[] };

for (const game of ['crazy-eights', 'duel-masters', 'furuyoni', 'ygo-ftk'])
  test(`every lesson of ${game} offers what it waits for, in both languages`, async ({ page }) => {
    await page.goto('/');
    const { summary, lessons } = (await (await page.request.get(`/api/games/${game}`)).json()) as Lessons;
    expect(lessons.length).toBeGreaterThanOrEqual(3);
    for (const lesson of lessons) {
      expect(Object.keys(lesson.title).sort()).toEqual(['en', 'ja']);
      const seats = Array.from({ length: summary.min_players }, () => random);
      const made = await page.request.post('/api/tables', { data: { game, seats, decks: lesson.decks, given: lesson.given, pace: { kind: 'step' } }, headers: { origin: new URL(page.url()).origin } });
      expect(made.status(), await made.text()).toBe(200);
      const { id } = (await made.json()) as { id: string };
      const { state } = (await (await page.request.get(`/api/tables/${id}/moment?at=0&eyes=0&language=en`)).json()) as Offered;
      const offered = (state.decision.choices ?? []).map((choice) => ({ choice: choice.id, card: state.faces.find((face) => face.id === choice.face)?.card ?? null }));
      const isOffered = lesson.wanted.some((wish) => offered.some((one) => one.choice === wish.choice && (wish.card === null || wish.card === one.card)));
      expect(isOffered, `${lesson.title['en']}: ${JSON.stringify(lesson.wanted)} of ${JSON.stringify(offered)}`).toBe(true);
    }
  });

test('a hand is sorted by hand', async ({ page }) => {
  await sitDown(page, { game: 'crazy-eights', seats: [here, random], seed: '12' });
  await mine(page).waitFor();
  const cards = page.locator('.zone.mine .card button');
  const order = async (): Promise<string[]> =>
    (await page.locator('.zone.mine .card').evaluateAll((all) => all.map((one) => ({ x: parseFloat((one as HTMLElement).style.left), card: one.querySelector('button')?.dataset['card'] ?? '' })))).sort((a, b) => a.x - b.x).map((one) => one.card);
  const before = await order();
  const boxes = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x: x + width / 3, y: y + height / 2, right: x + width })));
  const byX = boxes.sort((a, b) => a.x - b.x);
  const [first, last] = [byX[0], byX.at(-1)];
  if (!first || !last) throw new Error('a hand has cards');
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  await page.mouse.move(last.right - 4, last.y, { steps: 6 });
  await page.mouse.up();
  expect(await order()).toEqual([...before.slice(1), before[0]]);
});

test('a turn is passed to its end with one press', async ({ page }) => {
  await sitDown(page, duel(ATTACK.replace('phase: Attack', 'phase: Main')));
  await mine(page).waitFor();
  await page.getByRole('button', { name: 'Pass this turn' }).click();
  await expect(page.locator('.log')).toContainText('Player 2 draws a card');
});

test('the replay says who was ahead, and keeps notes', async ({ page }) => {
  const id = await sitDown(page, { game: 'kuhn-poker', seats: [random, random], seed: '5' });
  await expect(page.locator('.dialog.result')).toBeVisible();
  await page.goto(`/#/replay/${id}`);
  await page.getByRole('button', { name: 'Who was ahead?' }).click();
  await expect(page.locator('.graph polyline')).toBeVisible();
  await page.locator('.graph svg').click({ position: { x: 4, y: 20 } });
  await expect(page.locator('input[type=range]')).toHaveValue('0');
  await page.getByLabel('Note').fill('a bluff');
  await page.getByLabel('Note').press('Enter');
  await page.reload();
  await expect(page.getByLabel('Note')).toHaveValue('a bluff');
});
