/** What a run of matching made of all rows, and what one would change. */
import type { MatchDryRun, MatchRun, MatchRunState } from '../../contract/matches.js';
import type { Run } from '../flags/run.js';
import { count } from './input-view.js';
import { type ItemColumn, showTable } from './table-view.js';

export function showRun(made: MatchRun | MatchRunState, run: Run): void {
  const { output } = run;
  if (output.flags.json) {
    output.document({ schema: 'sales.run/1', run: made });
    return;
  }
  const { state } = made;
  if (state === 'None') {
    output.note('There are no settlement records to match with: sales settle FILE sends them.');
    return;
  }
  if (!('matches' in made)) {
    output.note(state === 'Pending' ? 'Matching has not caught up yet.' : 'Matching has caught up.');
    return;
  }
  const { finishedAt, late, matches, proposals, cancellations, decidedBefore = 0, open } = made;
  const ofMatches = `${grouped(matches)} match${matches === 1 ? '' : 'es'}`;
  output.text(`${ofMatches}, ${count(proposals, 'proposal')}, ${count(cancellations, 'cancellation')}`, 'bold');
  const columns: ItemColumn<(typeof open)[number]>[] = [
    { title: 'open', cell: ({ reason }) => reason },
    number('sales', ({ sales }) => sales),
    number('records', ({ records }) => records),
  ];
  showTable(columns, open, run);
  if (decidedBefore > 0) {
    const were = decidedBefore === 1 ? 'proposal was' : 'proposals were';
    output.note(
      `${grouped(decidedBefore)} ${were} decided before the file was corrected. To approve all of them:   ${output.commandLine('match', 'approve', '--rule', 'decided-before')}`,
    );
  }
  if (late > 0) {
    output.note(
      `${count(late, 'row')} came more than 45 days late: they fill gaps, and end no match. sales match run --all --dry-run shows what else they would change.`,
    );
  }
  const last = finishedAt === null ? 'No run has ended yet.' : `The last run ended at ${finishedAt}.`;
  output.note(state === 'Pending' ? `${last} Another one follows: sales match wait waits for it.` : last);
}

/** The ids of one match that are shown. */
const EXAMPLE_IDS = 2;

const grouped = (number: number) => number.toLocaleString('en');
const number = <Item>(title: string, of: (item: Item) => number): ItemColumn<Item> => ({
  ...{ title, align: 'right' },
  cell: (item) => grouped(of(item)),
});

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** In a sentence. */
export function dryRunText({ before, after, begin, end, changeRule }: MatchDryRun): string {
  if (begin + end + changeRule === 0 && isSame(before, after)) return 'A run would change no match, and no reason why a row is open.';
  return `A run would begin ${grouped(begin)}, end ${grouped(end)} and give ${grouped(changeRule)} another rule.`;
}

/** What would change alone; where that is nothing, it says so. */
export function showDryRun(dryRun: MatchDryRun, run: Run): void {
  const { before, after, begin, end, changeRule, rules, ending } = dryRun;
  const { output } = run;
  output.text(dryRunText(dryRun), 'bold');
  if (begin + end + changeRule === 0 && isSame(before, after)) return;
  const changed = rules.filter((rule) => rule.begin + rule.end + rule.changeRule > 0 || rule.before !== rule.after);
  const columns: ItemColumn<(typeof rules)[number]>[] = [
    { title: 'rule', cell: ({ rule }) => rule ?? 'by hand' },
    { title: 'kind', cell: ({ kind }) => kind },
    number('now', (rule) => rule.before),
    number('begin', (rule) => rule.begin),
    number('end', (rule) => rule.end),
    number('from other rules', (rule) => rule.changeRule),
    number('then', (rule) => rule.after),
  ];
  if (changed.length > 0) {
    showTable(columns, changed, run);
    output.text('');
  }
  showTable(stateColumns, stateRows(before, after), run);
  if (ending.length > 0) {
    output.text('');
    output.text('Matches that would end, for example:');
    for (const { rule, transactionIds, recordIds } of ending) {
      output.text(`  ${rule ?? 'by hand'}: ${[...transactionIds, ...recordIds].slice(0, EXAMPLE_IDS).join(' ')}`);
    }
  }
}

interface StateRow {
  title: string;
  counts: number[];
}

const stateColumns: readonly ItemColumn<StateRow>[] = [
  { title: 'rows', cell: ({ title }) => title },
  ...['sales now', 'then', 'records now', 'then'].map((title, at) => number(title, ({ counts }: StateRow) => counts[at] ?? 0)),
];

/** By match state; open ones by their reasons as well. */
function stateRows(before: MatchDryRun['before'], after: MatchDryRun['after']): StateRow[] {
  const none = { sales: 0, records: 0 };
  const row = (title: string, now = none, then = none) => ({ title, counts: [now.sales, then.sales, now.records, then.records] });
  const states = after.states.map((then, at) => row(then.matchState, before.states[at], then));
  const reasons = [...new Set([...before.open, ...after.open].map(({ reason }) => reason))].sort();
  const of = (open: MatchDryRun['before']['open'], wanted: string) => open.find(({ reason }) => reason === wanted);
  const all = [...states, ...reasons.map((reason) => row(`  ${reason}`, of(before.open, reason), of(after.open, reason)))];
  return all.filter(({ counts }) => counts.some((count) => count !== 0));
}
