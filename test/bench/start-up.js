/** How long small commands take as whole processes, beside a Node that does nothing, in turns. */
import { spawnSync } from 'node:child_process';
import { figure, median, table } from './numbers.js';
import { sales } from './sales-server.js';

const TURNS = 30;
const bounds = { 'sales --version': 2, 'sales list': 4 };
const commands = { 'node -e 0': ['-e', '0'], 'sales --version': [sales, '--version'], 'sales list': [sales, 'list'] };

/** Medians in milliseconds by command. The log-in of `sales list` is cached by then. */
export function measureStart({ ours }) {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let turn = -1; turn < TURNS; turn++) {
    for (const [name, args] of Object.entries(commands)) {
      const startedMs = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { env: ours.env });
      const ms = performance.now() - startedMs;
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
      if (turn >= 0) times[name].push(ms);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

export function startReport(medians) {
  const ratio = (name) => medians[name] / medians['node -e 0'];
  return {
    text: [
      `Commands as whole processes, medians of ${TURNS}`,
      '',
      table(
        ['', 'ms', 'to node -e 0'],
        Object.keys(medians).map((name) => [name, figure(medians[name]), figure(ratio(name))]),
      ),
    ].join('\n'),
    verdicts: Object.entries(bounds).map(([name, bound]) => ({
      line: 6,
      text: `${name}: at most ${bound} times node -e 0`,
      passed: ratio(name) <= bound,
      measured: figure(ratio(name)),
    })),
  };
}
