#!/usr/bin/env node
// Checks the version of Node, and that there is something to run, before anything newer than old versions understand is loaded.
import { existsSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 14) || major >= 24;
const program = new URL('../dist/cli/main.js', import.meta.url);
const refusal = !fits
  ? `sales needs Node 20 (from 20.19), 22 (from 22.14), 24 or newer; this is Node ${process.versions.node}.`
  : existsSync(program)
    ? null
    : 'sales is not built yet: npm ci && npm run build';

if (refusal) {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 2;
} else {
  const { main } = await import(program.href);
  process.exitCode = await main(process.argv.slice(2));
}
