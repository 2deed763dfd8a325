/** Soft sounds: a card that moves, a shuffle, the own turn, the end. Off unless somebody wants them, and fetched then. */
import { settings } from './settings.svelte';

export type Sound = 'move' | 'shuffle' | 'turn' | 'end';

export function sound(which: Sound): void {
  if (settings.sounds) void import('./tones').then(({ make }) => make(which));
}
