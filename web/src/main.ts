/** The start of the page: words first, so that nothing is shown that cannot be read. */
import { mount } from 'svelte';
import App from './App.svelte';
import { startRoute } from './lib/route.svelte';
import { applyTheme } from './lib/settings.svelte';
import { startWords } from './lib/words.svelte';
import './page.css';

applyTheme();
startRoute();
// After an update the old page asks for files that are gone: it starts anew, but not over and over.
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('basra.reloaded'));
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem('basra.reloaded', String(Date.now()));
  location.reload();
});

async function start(): Promise<void> {
  while (!(await startWords())) await new Promise((later) => setTimeout(later, 1_000));
  const target = document.getElementById('page');
  if (target) mount(App, { target });
}

void start();
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/worker.js').catch(() => undefined));
}
