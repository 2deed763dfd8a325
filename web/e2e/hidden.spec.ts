import { expect, test, type Page } from '@playwright/test';
import { goesOn, here, person, sitDown, takeLink } from './support';

type State = { type: string; faces: { id: number; card: string }[]; piles: { zone: string; owner: number | null; cards: { face: number | null }[] }[] };

/** Everything that a page was sent. */
function traffic(page: Page): string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(payload.toString())));
  return frames;
}

function seen(frames: string[]): { faces: Set<string>; hand: (owner: number) => string[] } {
  const states = frames.map((frame) => JSON.parse(frame) as State).filter((message) => message.type === 'state');
  const names = new Map(states.flatMap((state) => state.faces.map((face) => [face.id, face.card] as const)));
  const last = states.at(-1);
  const hand = (owner: number): string[] => {
    const pile = last?.piles.find((one) => one.zone === 'hand' && one.owner === owner);
    return (pile?.cards ?? []).flatMap(({ face }) => (face === null ? [] : [names.get(face) ?? '?']));
  };
  return { faces: new Set(names.values()), hand };
}

test('two people on two browsers never see each other’s cards, and spectators none', async ({ browser }) => {
  const [first, second, third] = await Promise.all([person(browser), person(browser), person(browser)]);
  const frames = { first: traffic(first), second: traffic(second), third: traffic(third) };
  const id = await sitDown(first, { game: 'crazy-eights', seats: [here, { who: 'link' }] });
  const token = await takeLink(first, id);
  frames.first.length = 0;
  await first.reload();
  await second.goto(`/#/table/${id}/${token}`);
  await third.goto(`/#/table/${id}`);
  await expect(third.getByText('You look on')).toBeVisible();
  await expect(first.locator('.board')).toBeVisible();
  await expect(second.locator('.board')).toBeVisible();
  // One of the two makes a choice, the other is told of it.
  const chooser = (await first.locator('.question.mine').isVisible()) ? first : second;
  await goesOn(chooser);
  await expect.poll(() => seen(frames.second).hand(1).length).toBeGreaterThan(3);

  const one = seen(frames.first);
  const other = seen(frames.second);
  const spectator = seen(frames.third);
  const hands = { one: one.hand(0), other: other.hand(1) };
  expect(hands.one.length).toBe(7);
  expect(hands.other.length).toBe(7);
  expect(one.hand(1)).toEqual([]);
  expect(other.hand(0)).toEqual([]);
  for (const card of hands.one) {
    expect(other.faces.has(card), card).toBe(false);
    expect(spectator.faces.has(card), card).toBe(false);
  }
  for (const card of hands.other) {
    expect(one.faces.has(card), card).toBe(false);
    expect(spectator.faces.has(card), card).toBe(false);
  }
  // The seed would tell everything.
  for (const frame of [...frames.first, ...frames.second, ...frames.third]) expect(frame).not.toContain('"seed":"');
});

test('a link with a wrong token opens nothing', async ({ page }) => {
  const id = await sitDown(page, { game: 'crazy-eights', seats: [here, { who: 'link' }] });
  await page.goto(`/#/table/${id}/aaaaaaaaaaaaaaaaaaaaaaaaaa`);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('opens no seat');
});
