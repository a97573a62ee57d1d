// Removes the declarations that the types of the library (dist/programs/sales.d.ts) do not lead to: the compiler writes one for each file that it reads.
// A part of `npm run build`.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const needed = new Set();
const open = [resolve('dist/programs/sales.d.ts')];
for (let file = open.pop(); file; file = open.pop()) {
  if (needed.has(file) || !existsSync(file)) continue;
  needed.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.js['"]/g))
    open.push(resolve(dirname(file), `${path}.d.ts`));
}
for (const name of readdirSync('dist', { recursive: true })) {
  const file = resolve('dist', name);
  if (name.endsWith('.d.ts') && !needed.has(file)) rmSync(file);
}
