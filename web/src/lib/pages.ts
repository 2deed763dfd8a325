/** The pages, each fetched when it is first opened: whoever sits down at a table does not wait for the deck builder. */
import type { Component } from 'svelte';
import type { Route } from './route.svelte';
import { wordsFor, type Part } from './settings.svelte';

/** A page to be shown; another key makes it anew. */
export type Shown = { component: Component<Record<string, unknown>>; props: Record<string, unknown>; key: string };

type Loaded = { default: unknown };
type Wanted = { load: () => Promise<Loaded>; props: Record<string, unknown>; key: string };

function wanted(route: Route): Wanted | null {
  switch (route.page) {
    case 'home':
      return { load: () => import('../pages/Home.svelte'), props: {}, key: 'home' };
    case 'new':
      return { load: () => import('../pages/NewTable.svelte'), props: { game: route.game, computer: route.computer, run: route.run, deck: route.deck }, key: `new ${route.game}` };
    case 'play':
      return { load: () => import('../pages/NewTable.svelte'), props: { game: route.game, isNow: true }, key: `play ${route.game}` };
    case 'table':
      return { load: () => import('../pages/TablePage.svelte'), props: { table: route.table, token: route.token }, key: `table ${route.table}` };
    case 'tables':
      return { load: () => import('../pages/Tables.svelte'), props: {}, key: 'tables' };
    case 'deck':
      return { load: () => import('../pages/DeckPage.svelte'), props: { game: route.game }, key: `deck ${route.game}` };
    case 'cards':
      return { load: () => import('../pages/CardsPage.svelte'), props: { game: route.game, card: route.card }, key: `cards ${route.game}` };
    case 'learning':
      if (route.run) return { load: () => import('../pages/RunPage.svelte'), props: { name: route.run }, key: `run ${route.run}` };
      return { load: () => import('../pages/Learning.svelte'), props: {}, key: 'learning' };
    case 'metagame':
      if (route.run) return { load: () => import('../pages/MetaRunPage.svelte'), props: { name: route.run }, key: `metagame ${route.run}` };
      return { load: () => import('../pages/Metagame.svelte'), props: {}, key: 'metagame' };
    case 'invite':
      return { load: () => import('../pages/InvitePage.svelte'), props: { invitation: route.invitation }, key: `invite ${route.invitation}` };
    case 'rules':
      return { load: () => import('../pages/RulesPage.svelte'), props: { game: route.game }, key: `rules ${route.game}` };
    case 'tutorial':
      return { load: () => import('../pages/TutorialPage.svelte'), props: { game: route.game, number: route.number }, key: `tutorial ${route.game}` };
    case 'replay':
      return { load: () => import('../pages/ReplayPage.svelte'), props: { table: route.table, from: route.at }, key: `replay ${route.table}` };
    case 'unknown':
      return null;
  }
}

/** The words that a page needs: whoever sits down at a table does not wait for those of the deck builder. */
function wordsOf(page: Route['page']): Part[] {
  switch (page) {
    case 'table':
    case 'tutorial':
    case 'rules':
    case 'unknown':
      return ['table'];
    case 'home':
    case 'new':
    case 'play':
    case 'tables':
    case 'invite':
    case 'replay':
      return ['table', 'entry'];
    case 'deck':
    case 'cards':
    case 'learning':
    case 'metagame':
      return ['table', 'entry', 'workshop'];
  }
}

/** The page of an address; nothing if there is none. */
export async function pageOf(route: Route): Promise<Shown | null> {
  const page = wanted(route);
  if (!page) return null;
  const [{ default: component }] = await Promise.all([page.load(), wordsFor(...wordsOf(route.page))]);
  return { component: component as Shown['component'], props: page.props, key: page.key };
}
