/** CPU a row, by process and thread: the figure of a load that other work on the machine disturbs least. */
import { figure, median, table } from './numbers.js';

const US_PER_S = 1_000_000;
/** What a server still does with rows after they are in, it has done within this time. */
export const SETTLING_MS = 1_500;

/**
 * Microseconds a row: `main` is the thread that a process begins with, `working` the busiest of the others, `engine` all the rest. `before`
 * is what a process had used until then.
 */
export function cpuOf({ child, threads }, rows, before = new Map()) {
  const used = [...threads].map(([thread, seconds]) => [thread, ((seconds - (before.get(thread) ?? 0)) * US_PER_S) / rows]);
  const main = used.find(([thread]) => thread === child.pid)?.[1] ?? 0;
  const others = used.filter(([thread]) => thread !== child.pid).map(([, us]) => us);
  const all = others.reduce((sum, us) => sum + us, main);
  const working = Math.max(0, ...others);
  return { all, main, working, engine: all - main - working };
}

/** Runs of a load in a table: `{client, server}` each, as `cpuOf` gives them, by the name of the load. */
export function cpuTable(runsOf) {
  const head = ['CPU a row, us', 'both', 'client', 'its main', 'it reads', 'engine', 'server', 'its main', 'it writes', 'engine'];
  const lines = Object.entries(runsOf).map(([name, runs]) => {
    const middle = (side, part) => median(runs.map((run) => run[side][part]));
    const cells = ['client', 'server'].flatMap((side) => ['all', 'main', 'working', 'engine'].map((part) => figure(middle(side, part))));
    return [name, figure(bothOf(runs)), ...cells];
  });
  return table(head, lines);
}

/** The median of what both processes took. */
export function bothOf(runs) {
  return median(runs.map(({ client, server }) => client.all + server.all));
}
