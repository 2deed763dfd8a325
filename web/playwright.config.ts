import { defineConfig, devices } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Of this run alone, so that another studio on this machine is in nobody's way. Workers read this file again.
const port = Number((process.env['FUDA_E2E_PORT'] ??= String(20_000 + (process.pid % 20_000))));
const data = process.env['FUDA_E2E_DATA'] ?? mkdtempSync(join(tmpdir(), 'fuda-e2e-'));
// Workers read this file again: they must find the same folder.
process.env['FUDA_E2E_DATA'] = data;
// A studio that runs already, for work on the pages.
const running = process.env['FUDA_STUDIO_AT'];
const program = process.env['FUDA_PROGRAM'] ?? '../target/debug/fuda';

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
  ...(running ? {} : { webServer: {
    command: `${program} serve --port ${port} --no-browser --data ${data}`,
    url: `http://127.0.0.1:${port}/api/health`,
    timeout: 60_000,
    stdout: 'ignore',
  } }),
});
