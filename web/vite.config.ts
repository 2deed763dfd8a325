import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The studio that pages under development speak to.
const proxy = { '/api': { target: process.env['FUDA_STUDIO'] ?? 'http://127.0.0.1:4649', ws: true } };

// The built pages are committed: names depend on contents only, so that two builds are the same.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', sourcemap: false },
  server: { proxy },
  preview: { proxy },
  test: { include: ['src/**/*.test.ts'] },
});
