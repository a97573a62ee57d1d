/** The priority of an upload, in processes of their own: it cannot be taken back. Needs `npm run build`. */
import { execFileSync } from 'node:child_process';
import { constants } from 'node:os';
import { expect, it } from 'vitest';

const module = new URL('../../dist/cli/terminal/process-priority.js', import.meta.url).href;
const script = `import { getPriority, setPriority } from 'node:os';
  import { lowerPriority } from '${module}';
  setPriority(Number(process.argv[1]));
  lowerPriority();
  console.log(getPriority());`;

it.each([
  [0, constants.priority.PRIORITY_BELOW_NORMAL],
  [15, 15],
])('a priority of %i becomes %i', (given, taken) => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script, String(given)], { encoding: 'utf8' });
  expect(Number(output)).toBe(taken);
});
