import { expect, test, type Browser, type Page } from '@playwright/test';
import { choiceCount, goesOn, here, mine, person, result, sitDown, takeLink } from './support';

type Pile = { zone: string; owner: number | null; cards: { face: number | null }[] };
type State = {
  type: string;
  stage: string[];
  faces: { id: number; card: string; name: string }[];
  piles: Pile[];
  decision: { choices?: { text: string }[] };
};

/** Everything that a page was sent over its WebSocket. */
function traffic(page: Page): string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(payload.toString())));
  return frames;
}

const statesOf = (frames: string[]): State[] =>
  frames.map((frame) => JSON.parse(frame) as State).filter((message) => message.type === 'state');

/** Where cards lie that their owner alone may see, or nobody. */
const HIDDEN = ['hand', 'cover', 'deck', 'collection'];

/** The names of cards that a seat holds in secret now and has never shown, as its own page knows. */
function secrets(frames: string[], seat: number): string[] {
  const states = statesOf(frames);
  const names = new Map(states.flatMap((state) => state.faces.map((face) => [face.id, face.name] as const)));
  const named = (piles: Pile[]): string[] =>
    piles.flatMap((pile) => pile.cards.flatMap(({ face }) => (face === null ? [] : [names.get(face) ?? '?'])));
  const own = (state: State): Pile[] => state.piles.filter((pile) => pile.owner === seat);
  const shown = new Set(states.flatMap((state) => named(own(state).filter((pile) => !HIDDEN.includes(pile.zone)))));
  const held = own(states.at(-1) as State).filter((pile) => pile.zone === 'hand' || pile.zone === 'cover');
  return named(held).filter((name) => !shown.has(name));
}

/** The names of a seat's own cards: both may have cards of the same goddess, and both see what they may choose from. */
function own(frames: string[], seat: number): string {
  const states = statesOf(frames);
  const names = new Map(states.flatMap((state) => state.faces.map((face) => [face.id, face.name] as const)));
  const cards = states.flatMap((state) => state.piles.filter((pile) => pile.owner === seat && pile.zone !== 'collection').flatMap((pile) => pile.cards));
  const offered = states.filter((state) => state.stage[0] === 'Preparation').flatMap((state) => state.decision.choices ?? []);
  return [...new Set([...cards.map(({ face }) => names.get(face ?? -1) ?? ''), ...offered.map(({ text }) => text)])].join('\n');
}

/** What a page was sent besides how its own cards look and where they lie. */
function ofOthers(frames: string[], seat: number): string {
  const cut = statesOf(frames).map((state) => ({ ...state, faces: [], piles: state.piles.filter((pile) => pile.owner !== seat) }));
  return JSON.stringify(cut);
}

async function two(browser: Browser): Promise<{ pages: Page[]; frames: string[][] }> {
  const pages = await Promise.all([person(browser), person(browser)]);
  const frames = pages.map(traffic);
  const [first, second] = pages as [Page, Page];
  const id = await sitDown(first, { game: 'furuyoni', seats: [here, { who: 'link' }], seed: '21' });
  const token = await takeLink(first, id);
  await first.reload();
  frames.forEach((one) => (one.length = 0));
  await second.goto(`/#/table/${id}/${token}`);
  await second.getByRole('button', { name: 'Sit down' }).click();
  await first.reload();
  await expect(first.locator('.board')).toBeVisible();
  await expect(second.locator('.board')).toBeVisible();
  return { pages, frames };
}

test('a duel of two browsers: no page is ever sent the other one’s hidden cards', async ({ browser }) => {
  test.slow();
  const { pages, frames } = await two(browser);
  let looked = 0;
  for (let turn = 0; turn < 60; turn += 1) {
    const asked = pages.map((page) => mine(page).or(result(page)).first());
    await expect.poll(async () => (await Promise.all(asked.map((one) => one.isVisible()))).includes(true)).toBe(true);
    const chooser = pages[(await mine(pages[0] as Page).isVisible()) ? 0 : 1] as Page;
    if (!(await goesOn(chooser))) break;
    const decision = await chooser.locator('.page').getAttribute('data-decision');
    // Not always the first choice, so that cards are played, covered and used.
    const count = await choiceCount(chooser);
    await chooser.keyboard.press(String(1 + ((turn * 5) % Math.min(count, 9))));
    for (const page of pages) await expect(page.locator(`.page[data-decision="${decision}"]`)).toHaveCount(0);
    for (const seat of [0, 1]) {
      const others = ofOthers(frames[1 - seat] ?? [], 1 - seat);
      for (const name of secrets(frames[seat] ?? [], seat)) {
        if (own(frames[1 - seat] ?? [], 1 - seat).includes(name)) continue;
        looked += 1;
        const found = others.indexOf(name);
        expect(found < 0 ? '' : others.slice(Math.max(0, found - 300), found + 100), `${name} of seat ${seat} is known to the other`).toBe('');
      }
      // Not even as a number: what lies hidden with the other one has no face.
      for (const state of statesOf(frames[1 - seat] ?? []).slice(-2))
        for (const pile of state.piles.filter((one) => one.owner === seat && ['hand', 'deck'].includes(one.zone)))
          expect(pile.cards.every(({ face }) => face === null), pile.zone).toBe(true);
    }
  }
  expect(looked).toBeGreaterThan(40);
});
