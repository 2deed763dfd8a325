/** Which page is shown: the part of the address after `#`, so that tokens never leave the browser. */
import { keepHost } from './rights.svelte';

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; table: string; token: string | null }
  | { page: 'tables' }
  | { page: 'deck'; game: string }
  | { page: 'cards'; game: string; card: string | null }
  | { page: 'replay'; table: string };

export function parse(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  const [page, one, two] = parts;
  if (page === 'host' && one) {
    keepHost(one);
    // The token stands in the address no longer than it must.
    history.replaceState(null, '', '#/');
    return { page: 'home' };
  }
  if (page === 'cards' && one) return { page, game: one, card: two ?? null };
  if (page === 'deck' && one) return { page, game: one };
  if (page === 'new' && one) return { page, game: one };
  if (page === 'table' && one) return { page, table: one, token: two ?? null };
  if (page === 'replay' && one) return { page, table: one };
  if (page === 'tables') return { page };
  return { page: 'home' };
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
