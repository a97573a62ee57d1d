#!/usr/bin/env node
// Checks the version of Node before anything newer than it is loaded.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`sales needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(2);
}
const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
