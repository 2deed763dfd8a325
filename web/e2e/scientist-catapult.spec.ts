import { expect, test, type Locator, type Page } from '@playwright/test';
import { answers, goesOn, here, mine, result, sitDown } from './support';

/** What `fuda solve ygo-ftk --deck scientist_catapult --seed 2 --budget 200000` finds. */
const LINE = `
Set Pot of Greed
Set Reasoning
Activate Reasoning
Activate Pot of Greed
Activate Fiend's Sanctuary
Activate Magical Mallet
Dark Magician of Chaos
done
Set Monster Gate
Activate Monster Gate
Metal Fiend Token
yes
recovered Reasoning
Set Reasoning
Activate Reasoning
Activate Graceful Charity
Dimension Fusion
Monster Gate
Summon Magical Scientist
Set Hand Destruction
Use an effect Magical Scientist
Aqua Dragon
Use an effect Catapult Turtle
Dark Magician of Chaos
Use an effect Magical Scientist
Crimson Sunbird
Use an effect Catapult Turtle
Aqua Dragon
Use an effect Magical Scientist
Crimson Sunbird
Use an effect Magical Scientist
Crimson Sunbird
Use an effect Catapult Turtle
Crimson Sunbird
Use an effect Magical Scientist
Aqua Dragon
Use an effect Catapult Turtle
Crimson Sunbird
Use an effect Magical Scientist
Great Mammoth of Goldfine
Use an effect Catapult Turtle
Crimson Sunbird
Use an effect Catapult Turtle
Aqua Dragon
Use an effect Magical Scientist
Great Mammoth of Goldfine
Use an effect Catapult Turtle
Great Mammoth of Goldfine`
  .trim()
  .split('\n');

type Choice = { number: number; id: string; name: string; text: string; cards: { pile: number; card: number }[] };

const plain = (text: string): string => text.toLowerCase().replaceAll(':', '').trim();

/** What may be chosen, as the page was told last. */
function choicesOf(page: Page): () => Choice[] {
  let latest: Choice[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(payload.toString()) as { type: string; decision?: { choices?: Choice[] } };
      if (message.type === 'state') latest = message.decision?.choices ?? [];
    }),
  );
  return () => latest;
}

async function choose(page: Page, choice: Choice): Promise<void> {
  const at = choice.cards[0];
  const card = page.locator(`button.can[data-at="${at?.pile}:${at?.card}"]`);
  if ((await card.count()) === 0) {
    // What lies deep in a pile or nowhere is in the list of choices.
    if ((await answer(page, choice).count()) === 0) await mine(page).getByRole('button', { name: 'All choices' }).click();
    await answer(page, choice).click();
    return;
  }
  const before = await page.locator('.page').getAttribute('data-decision');
  // Of cards that lie on each other the left edge is seen.
  await card.click({ position: { x: 6, y: 24 } });
  const menu = page.getByRole('menuitem', { name: choice.name, exact: false });
  const hasGoneOn = page.locator(`.page:not([data-decision="${before}"])`);
  await expect(menu.first().or(hasGoneOn)).toBeVisible();
  if (await menu.first().isVisible()) await menu.first().click();
}

function answer(page: Page, choice: Choice): Locator {
  const text = choice.text;
  return answers(page).filter({ hasText: text }).first();
}

test('the win with Magical Scientist and Catapult Turtle, click by click', async ({ page }) => {
  test.slow();
  const choices = choicesOf(page);
  await sitDown(page, { game: 'ygo-ftk', seats: [here], decks: ['scientist_catapult'], seed: '2' });
  const decision = async (): Promise<number> => Number(await page.locator('.page').getAttribute('data-decision'));
  const steps = [...LINE];
  for (let click = 0; click < 120 && (await goesOn(page)); click += 1) {
    const before = await decision();
    const wanted = steps[0] === undefined ? undefined : choices().find((one) => [one.text, `${one.id} ${one.text}`].some((text) => plain(text) === plain(steps[0] ?? '')));
    if (wanted) steps.shift();
    else expect(choices(), `nothing else but “${steps[0]}” is to be chosen`).toHaveLength(1);
    const next = wanted ?? choices()[0];
    if (!next) throw new Error('there is nothing to choose');
    await choose(page, next);
    await expect.poll(decision).toBeGreaterThan(before);
  }
  expect(steps).toEqual([]);
  await expect(result(page)).toContainText('You win!');
});
