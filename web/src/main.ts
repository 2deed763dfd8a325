import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { pageOf } from './lib/pages';
import { router } from './lib/route.svelte';
import { wordsFor } from './lib/settings.svelte';

// The first page is fetched together with its words.
const target = document.getElementById('app');
await Promise.allSettled([wordsFor('table'), pageOf(router.route)]);
if (target) mount(App, { target });
