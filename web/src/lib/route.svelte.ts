/** Which page is shown: the part of the address after `#`, so that tokens never leave the browser. */
import { keepHost } from './rights.svelte';

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string; computer: string | null; run: string | null; deck: string | null }
  | { page: 'play'; game: string }
  | { page: 'learning'; run: string | null }
  | { page: 'metagame'; run: string | null }
  | { page: 'table'; table: string; token: string | null }
  | { page: 'tables' }
  | { page: 'deck'; game: string }
  | { page: 'cards'; game: string; card: string | null }
  | { page: 'replay'; table: string; at: number | null }
  | { page: 'invite'; invitation: string }
  | { page: 'rules'; game: string }
  | { page: 'tutorial'; game: string; number: number }
  | { page: 'unknown' };

/** A part of an address; nothing if it is not written as one. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

export function parse(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('/').map(decoded);
  if (parts.includes(null)) return { page: 'unknown' };
  const [page, one, two, three, four] = parts as string[];
  if (page === 'host' && one) {
    keepHost(one);
    // The token stands in the address no longer than it must.
    history.replaceState(null, '', '#/');
    return { page: 'home' };
  }
  if (page === 'cards' && one) return { page, game: one, card: two ?? null };
  if (page === 'deck' && one) return { page, game: one };
  if (page === 'rules' && one) return { page, game: one };
  if (page === 'invite' && one) return { page, invitation: one };
  if (page === 'tutorial' && one) return { page, game: one, number: /^\d{1,3}$/.test(two ?? '') ? Number(two) : 1 };
  if (page === 'new' && one) return { page, game: one, computer: two || null, run: three ?? null, deck: four ?? null };
  if (page === 'play' && one) return { page, game: one };
  if (page === 'learning' || page === 'metagame') return { page, run: one || null };
  if (page === 'table' && one) return { page, table: one, token: two ?? null };
  if (page === 'replay' && one) return { page, table: one, at: /^\d{1,9}$/.test(two ?? '') ? Number(two) : null };
  if (page === 'tables') return { page };
  return page ? { page: 'unknown' } : { page: 'home' };
}

class Router {
  route = $state<Route>(parse(location.hash));

  constructor() {
    addEventListener('hashchange', () => {
      this.route = parse(location.hash);
      scrollTo(0, 0);
    });
  }
}

export const router = new Router();

export function go(...parts: string[]): void {
  location.hash = '#/' + parts.map(encodeURIComponent).join('/');
}

export function link(...parts: string[]): string {
  return '#/' + parts.map(encodeURIComponent).join('/');
}
