/**
 * The lines of a batch's rows, kept as runs of equal distance: a few numbers for most files, so that what an import says of
 * `transactions[17]` can be brought home to a line long after the rows themselves are forgotten.
 */

interface LineRun {
  first: number;
  step: number;
  count: number;
}

export type LineRuns = readonly LineRun[];

/** Packs line numbers, in the order of their rows, into runs of equal distance. */
export function lineRuns(lines: Iterable<number>): LineRuns {
  const runs: LineRun[] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run && run.count === 1) {
      run.step = line - run.first;
      run.count = 2;
    } else if (run && line === run.first + run.step * run.count) run.count += 1;
    else runs.push({ first: line, step: 0, count: 1 });
  }
  return runs;
}

/** The line of the row at `index` (from 0); null past the end. */
export function lineAt(runs: LineRuns, index: number): number | null {
  let left = index;
  for (const run of runs) {
    if (left < run.count) return run.first + run.step * left;
    left -= run.count;
  }
  return null;
}
