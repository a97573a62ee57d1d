// Writes the manual pages of what was built to dist/man, from the commands themselves. A part of `npm run build`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { manPages } from '../dist/cli/commands/help/man-pages.js';
import { openRun } from '../dist/cli/flags/run.js';
import { wholeProgram } from '../dist/cli/program.js';
import { processHost } from '../dist/cli/terminal/host.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
mkdirSync('dist/man', { recursive: true });
for (const [name, text] of manPages(await wholeProgram(openRun(processHost())), version)) writeFileSync(`dist/man/${name}`, `${text}\n`);
