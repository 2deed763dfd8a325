import { defineConfig, devices } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Of this run alone, so that another studio on this machine is in nobody's way. Workers read this file again.
const port = Number((process.env['FUDA_E2E_PORT'] ??= String(20_000 + (process.pid % 20_000))));
// A studio that runs already, for work on the pages; its folder is known only if it is said.
const running = process.env['FUDA_STUDIO_AT'];
const data = process.env['FUDA_E2E_DATA'] ?? (running ? '' : mkdtempSync(join(tmpdir(), 'fuda-e2e-')));
// Workers read this file again: they must find the same folder.
process.env['FUDA_E2E_DATA'] = data;
const program = process.env['FUDA_PROGRAM'] ?? '../target/debug/fuda';

// A small trading-card game, whose decks are bred in a moment, in a studio of its own.
const decks = '../crates/fuda/tests/duelists';
process.env['FUDA_E2E_DECKS'] = running ?? `http://127.0.0.1:${port + 1}`;

const studio = (at: number, folder: string, more = '') => ({
  command: `${program} serve --port ${at} --no-browser --data ${folder}${more}`,
  url: `http://127.0.0.1:${at}/api/health`,
  timeout: 60_000,
  stdout: 'ignore' as const,
});

export default defineConfig({
  testDir: 'e2e',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 1,
  workers: 2,
  fullyParallel: true,
  reporter: [['list']],
  use: {
    baseURL: running ?? `http://127.0.0.1:${port}`,
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'], channel: '' } }],
  ...(running ? {} : { webServer: [studio(port, data), studio(port + 1, join(data, 'decks'), ` --game ${decks}`)] }),
});
