/** No name of a type is declared twice below src/: who reads one must not have to ask which. Prints each that is, and fails. */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const declared = new Map();
for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!file.endsWith('.ts')) continue;
  const names = [...readFileSync(file, 'utf8').matchAll(/^(?:export )?(?:interface|type|class) (\w+)/gm)].map(([, name]) => name);
  for (const name of new Set(names)) declared.set(name, [...(declared.get(name) ?? []), file]);
}
const twice = [...declared].filter(([, files]) => files.length > 1);
for (const [name, files] of twice) process.stderr.write(`The type ${name} is declared in ${files.join(' and ')}.\n`);
process.exitCode = twice.length > 0 ? 1 : 0;
