/** How the page is built: into the server's folder, with its service worker and the classic cards. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = (path: string) => new URL(path, import.meta.url);

const read = (path: string) => readFileSync(here(path), 'utf8');

/** Write the service worker with the names of the files that it keeps. */
function worker(): Plugin {
  return {
    name: 'basra-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        const kept = ['/', ...[...files, ...readdirSync(here('./public'))].map((name) => `/${name}`)].sort();
        // Names of built files change with their content; the page itself is named by nothing.
        const version = createHash('sha256').update(kept.join('\n')).update(read('./index.html'));
        const source = read('./src/worker.js')
          .replace('__VERSION__', version.digest('hex').slice(0, 12))
          .replace('__FILES__', JSON.stringify(kept));
        this.emitFile({ type: 'asset', fileName: 'worker.js', source });
      },
    },
  };
}

/** Put the classic cards beside the page, with their licence and where they come from. */
function classic(): Plugin {
  const folder = './node_modules/svg-cards';
  return {
    name: 'basra-classic',
    configureServer(server) {
      server.middlewares.use('/classic/svg-cards.svg', (_, response) => {
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(read(`${folder}/svg-cards.svg`));
      });
    },
    generateBundle() {
      for (const name of ['svg-cards.svg', 'LICENSE', 'AUTHORS', 'README.md']) {
        this.emitFile({ type: 'asset', fileName: `classic/${name}`, source: read(`${folder}/${name}`) });
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), worker(), classic()],
  build: {
    outDir: '../src/basra/server/static',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false } }, // a slow machine is no fault
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom', include: ['test/**/*.test.ts', 'src/**/*.test.ts'] },
});
