/** What a person has chosen for this browser: language, colours, hints seen. */
import type { Key } from '../i18n/en';

export type Language = 'en' | 'ja';
export type Theme = 'system' | 'light' | 'dark';
export const MOTIONS = ['slow', 'normal', 'fast', 'instant'] as const;
export type Motion = (typeof MOTIONS)[number];

/** The words of the pages: each language, and in it those of some pages, are fetched when they are first needed. */
const texts: Record<Language, Partial<Record<Key, string>>> = { en: {}, ja: {} };
export type Part = 'table' | 'entry' | 'workshop';
const FETCH: Record<Language, Record<Part, () => Promise<Partial<Record<Key, string>>>>> = {
  en: { table: async () => (await import('../i18n/en')).en, entry: async () => (await import('../i18n/entry.en')).entry, workshop: async () => (await import('../i18n/workshop.en')).workshop },
  ja: { table: async () => (await import('../i18n/ja')).ja, entry: async () => (await import('../i18n/entry.ja')).entry, workshop: async () => (await import('../i18n/workshop.ja')).workshop },
};
const wanted = new Set<Part>(['table']);
const known = new Set<string>();

async function fetched(language: Language): Promise<void> {
  const missing = [...wanted].filter((part) => !known.has(`${language} ${part}`));
  await Promise.all(
    missing.map(async (part) => {
      Object.assign(texts[language], await FETCH[language][part]());
      known.add(`${language} ${part}`);
    }),
  );
}

function kept<T extends string>(key: string, known: readonly T[], otherwise: T): T {
  const value = localStorage.getItem(key);
  return known.find((one) => one === value) ?? otherwise;
}

function number(key: string): number | null {
  const value = localStorage.getItem(key) ?? '';
  return /^\d$/.test(value) ? Number(value) : null;
}

function preferred(): Language {
  return navigator.language.startsWith('ja') ? 'ja' : 'en';
}

class Settings {
  language = $state<Language>(kept('fuda.language', ['en', 'ja'] as const, preferred()));
  theme = $state<Theme>(kept('fuda.theme', ['system', 'light', 'dark'] as const, 'system'));
  hintsSeen = $state(localStorage.getItem('fuda.hints') === 'seen');
  /** Whether questions with only one answer are answered by hand, too. */
  answersAll = $state(localStorage.getItem('fuda.answers') === 'all');

  /** Whether each suit has a colour of its own. */
  fourColours = $state(localStorage.getItem('fuda.colours') === 'four');
  /** How fast cards move. */
  motion = $state<Motion>(kept('fuda.motion', MOTIONS, 'normal'));
  /** Whether a question with only one answer that nobody must be asked is answered by itself. */
  playsForced = $state(localStorage.getItem('fuda.forced') !== 'ask');
  /** Whether the own hand is sorted in the game's order. */
  sortsHand = $state(localStorage.getItem('fuda.sort') !== 'off');
  /** Whether it is heard when something happens. */
  sounds = $state(localStorage.getItem('fuda.sounds') === 'on');
  /** How long passing on lasts: to the end of the turn, or until the own turn. */
  passesUntil = $state(kept('fuda.passes', ['turn', 'own'] as const, 'turn'));

  setPassesUntil(until: 'turn' | 'own'): void {
    this.passesUntil = until;
    localStorage.setItem('fuda.passes', until);
  }

  /** What others call this person, and the number of the colour. */
  name = $state(localStorage.getItem('fuda.name') ?? '');
  colour = $state<number | null>(number('fuda.colour'));

  setName(name: string): void {
    this.name = name;
    localStorage.setItem('fuda.name', name);
  }

  setColour(colour: number | null): void {
    this.colour = colour;
    localStorage.setItem('fuda.colour', colour === null ? '' : String(colour));
  }

  setFourColours(on: boolean): void {
    this.fourColours = on;
    localStorage.setItem('fuda.colours', on ? 'four' : 'two');
  }

  setMotion(motion: Motion): void {
    this.motion = motion;
    localStorage.setItem('fuda.motion', motion);
  }

  setPlaysForced(on: boolean): void {
    this.playsForced = on;
    localStorage.setItem('fuda.forced', on ? 'play' : 'ask');
  }

  setSortsHand(on: boolean): void {
    this.sortsHand = on;
    localStorage.setItem('fuda.sort', on ? 'on' : 'off');
  }

  setSounds(on: boolean): void {
    this.sounds = on;
    localStorage.setItem('fuda.sounds', on ? 'on' : 'off');
  }

  async setLanguage(language: Language): Promise<void> {
    await fetched(language);
    this.language = language;
    localStorage.setItem('fuda.language', language);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem('fuda.theme', theme);
  }

  setAnswersAll(on: boolean): void {
    this.answersAll = on;
    localStorage.setItem('fuda.answers', on ? 'all' : 'some');
  }

  closeHints(): void {
    this.hintsSeen = true;
    localStorage.setItem('fuda.hints', 'seen');
  }
}

export const settings = new Settings();

/** Done when a page that needs these words can speak. */
export function wordsFor(...parts: Part[]): Promise<void> {
  for (const part of parts) wanted.add(part);
  return fetched(settings.language);
}

/** A text of the pages, with values put in for `{names}`. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return (texts[settings.language][key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : String(value);
  });
}

/** A refusal of the server in the language of the page; nothing if its own words are the only ones. */
export function refusal(code: string): string {
  const known: Record<string, string | undefined> = texts[settings.language];
  return known[`refused.${code}`] ?? '';
}

/** A text of a game's author: in the language, in English, or in any. */
export function say(prose: Record<string, string>): string {
  const known: Record<string, string | undefined> = prose;
  return known[settings.language] ?? known['en'] ?? Object.values(known)[0] ?? '';
}
