import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The studio that pages under development speak to.
const proxy = { '/api': { target: process.env['FUDA_STUDIO'] ?? 'http://127.0.0.1:4649', ws: true } };

const BASE = /node_modules.svelte|src.lib.(api|bar|computers|people|rights|route|settings|tokens)\b|components.(Problem|Icon)\b/;
const CARDS = /components.CardFace\b|src.lib.(choices|colors|crest|drawings|figures|fit)\b/;

// The built pages are committed: names depend on contents only, so that two builds are the same.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // What every page needs is one file: many small ones compress worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: BASE }, { name: 'cards', test: CARDS }] } } },
  },
  server: { proxy },
  preview: { proxy },
  test: { include: ['src/**/*.test.ts'] },
});
