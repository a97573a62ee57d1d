// Builds the console's pages (src/console) into dist/console: scripts, of which a browser loads the words of one language, and one style sheet.
// Names have hashes. Vite turns JSX by itself, and nothing of it is in what it makes. A part of `npm run build`; .ci/precompress.mjs packs the
// files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve('src/console');
const outDir = resolve('dist/console');
/** Its parts are in the script: their licences have to go with them. */
const bundled = ['preact', '@preact/signals', '@preact/signals-core', 'uplot'];

await build({
  configFile: false,
  root,
  base: '/console/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [lessOfTheChart()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    assetsDir: 'assets',
    // The Content-Security-Policy takes no data: for scripts and styles, and no script in the page.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    license: false,
  },
});
writeFileSync(join(outDir, 'licenses.txt'), bundled.map((name) => `${name}\n\n${licenseOf(name)}`).join('\n\n'));

/** Leaves out of the chart what no page calls, which its last lines keep by naming it. */
function lessOfTheChart() {
  const names = /\nuPlot\.assign = assign;[\s\S]*(?=\nexport \{)/;
  return {
    name: 'less-of-the-chart',
    transform(code, id) {
      if (!id.includes('uPlot.esm')) return;
      if (!names.test(code)) throw new Error(`${id} ends otherwise than it did: look at what it names.`);
      return { code: code.replace(names, '\nuPlot.paths = { points, bars };'), map: null };
    },
  };
}

function licenseOf(name) {
  const folder = join('node_modules', name);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return readFileSync(join(folder, file), 'utf8').trim();
}
