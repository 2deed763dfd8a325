import { expect, test, type Page } from '@playwright/test';
import { begun, sitDown } from './support';

const thinker = { who: 'computer', name: 'ismcts:200' } as const;

test('two computers play step by step: what they think, what waits, back and forth', async ({ page }) => {
  test.slow();
  const pending = pendingOf(page);
  await sitDown(page, { game: 'duel-masters', seats: [thinker, thinker], seed: '7', pace: { kind: 'step' } });
  const question = page.locator('.question');
  const next = page.getByRole('button', { name: 'Next move' });
  const decision = async (): Promise<number> => Number(await page.locator('.page').getAttribute('data-decision'));

  // One decision for each press, and what the computer thought of it.
  await page.getByRole('tab', { name: 'Thinking' }).click();
  const thoughts = page.getByRole('tabpanel').getByRole('row');
  let withThoughts = 0;
  for (let step = 0; step < 60 && withThoughts < 3; step += 1) {
    const before = await decision();
    await next.click();
    await expect.poll(decision).toBe(before + 1);
    if ((await thoughts.count()) > 2) {
      withThoughts += 1;
      await expect(thoughts.first()).toContainText('Visits');
      await expect(thoughts.first()).toContainText('Win rate');
      await expect(thoughts.first()).toContainText('Prior');
      const visits = await thoughts.locator('td:nth-child(2)').allTextContents();
      expect(visits.reduce((sum, one) => sum + Number(one), 0)).toBeGreaterThan(100);
      await expect(page.locator('tr.chosen')).toHaveCount(1);
    }
  }
  expect(withThoughts).toBe(3);

  // The effects that wait are listed in the order in which they will be carried out, or it says that none waits.
  await page.getByRole('tab', { name: /Pending/ }).click();
  const waiting = page.getByRole('tabpanel').getByRole('listitem');
  for (let step = 0; step < 6; step += 1) {
    const before = await decision();
    await next.click();
    await expect.poll(decision).toBe(before + 1);
    await expect
      .poll(async () => (await waiting.allTextContents()).map((text) => text.trim()).join('\n') === pending().join('\n'))
      .toBe(true);
    const count = await waiting.count();
    if (count === 0) await expect(page.getByRole('tabpanel')).toContainText('No effect is waiting');
  }

  // Backwards, and forwards again to now.
  const now = await decision();
  await page.getByRole('button', { name: 'One step back' }).click();
  await expect(page.getByText(`You look at decision ${now - 1} of ${now}.`)).toBeVisible();
  await page.getByRole('button', { name: 'One step back' }).click();
  await expect(page.getByText(`You look at decision ${now - 2} of ${now}.`)).toBeVisible();
  await page.getByRole('button', { name: 'One step forward' }).click();
  await page.getByRole('button', { name: 'One step forward' }).click();
  await expect(page.getByText('You look at decision')).toHaveCount(0);

  // One event for each press.
  await page.getByLabel('Step', { exact: true }).selectOption('one event');
  await next.click();
  await expect(page.getByText(/Event 1 of \d+/)).toBeVisible();
  await expect(question).toContainText('being carried out');
  await page.keyboard.press('n');
  await expect(page.getByText(/Event 2 of \d+/).or(question.filter({ hasText: 'is to choose' })).first()).toBeVisible();
});

test('effects that wait are listed in the order in which they will be carried out', async ({ page }) => {
  const plan = await begun(page, thinker.name);
  const now = plan.choices.length;
  const id = await sitDown(page, plan);
  await page.getByRole('tab', { name: 'Pending (2)' }).click();
  const waiting = page.getByRole('tabpanel').getByRole('listitem');
  // Who looks on does not see which cards of the hand they are of.
  const hidden = ["a card in Player 1's hand", "a card in Player 1's hand"];
  await expect(waiting).toHaveText(hidden);
  // The next decision carries one of them out.
  await page.getByRole('button', { name: 'Next move' }).click();
  await expect(page.locator('.page')).toHaveAttribute('data-decision', String(now + 1));
  await expect(waiting).not.toHaveText(hidden);

  // With all cards open they are named, and lead to the card.
  await page.goto(`/#/replay/${id}`);
  await page.getByLabel('Seen by').selectOption('all');
  await page.locator('input[type=range]').fill(String(now));
  await page.getByRole('tab', { name: 'Pending (2)' }).click();
  await expect(waiting).toHaveText(["Player 1's Bolshack Cyberex", "Player 1's Dogiragon Buster, Blue Leader"]);
  await waiting.first().getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'Bolshack Cyberex' })).toBeVisible();
});

test('what a computer thinks is seen while it thinks, and the page does not wait for it', async ({ page }) => {
  const plan = await begun(page, 'ismcts:6s');
  const now = plan.choices.length;
  await sitDown(page, plan);
  const panel = page.getByRole('tabpanel');
  await page.getByRole('tab', { name: 'Thinking' }).click();
  await page.getByRole('button', { name: 'Next move' }).click();
  await expect(panel).toContainText('is thinking');
  const visits = async (): Promise<number> =>
    (await panel.locator('td:nth-child(2)').allTextContents()).reduce((sum, one) => sum + Number(one), 0);
  const first = await visits();
  expect(first).toBeGreaterThan(0);
  await expect.poll(visits).toBeGreaterThan(first);
  // Another page of the panel opens at once.
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect(panel).toContainText('Bolshack Dragon');
  await page.getByRole('tab', { name: 'Thinking' }).click();
  await expect(page.locator('.page')).toHaveAttribute('data-decision', String(now));
  await expect(panel).toContainText('is thinking');
  await expect(page.locator('.page')).toHaveAttribute('data-decision', String(now + 1));
  await expect(panel).not.toContainText('is thinking');
  await expect(panel.locator('tr.chosen')).toHaveCount(1);
});

/** The effects that wait, as the page was told last. */
function pendingOf(page: Page): () => string[] {
  let latest: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(payload.toString()) as { type: string; pending?: { text: string }[] };
      if (message.type === 'state') latest = (message.pending ?? []).map(({ text }) => text);
    }),
  );
  return () => latest;
}
