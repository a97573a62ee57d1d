/** Shows decisions: what became of those that were sent, and the list of all. */
import type { DecisionResult, ListedDecision } from '../../contract/decisions.js';
import { own } from '../../contract/own-names.js';
import type { Run } from '../flags/run.js';
import { csvCellsOf, type Pages } from './pages-view.js';

/** `405.00 EUR, 12.00 CHF`. */
export function amountsText({ amounts }: { amounts: readonly { currency: string | null; amount: string }[] | null }): string {
  return (amounts ?? []).map(({ currency, amount }) => `${amount} ${currency ?? ''}`.trim()).join(', ');
}

const doneWords: Record<string, string> = {
  Link: 'Linked',
  Approve: 'Approved',
  ApproveRule: 'Approved',
  Unlink: 'Unlinked',
  Skip: 'Set aside',
  Unskip: 'Open again',
  Note: 'Noted',
  Claim: 'Claimed',
  Undo: 'Taken back',
};

/** Those that name a match, where people may give the id of a row. */
const matchActions = ['Approve', 'Unlink'];

/** A line each, with the id that takes it back. `actions` are those of the decisions, in the same order. */
export function showResults(results: readonly DecisionResult[], actions: readonly string[], { output }: Run): void {
  for (const [index, result] of results.entries()) {
    const { outcome, code, detail, decisionId, matches } = result;
    if (outcome === 'Refused') {
      output.text(`Refused: ${detail}`);
      if (code === 'notFound' && matchActions.includes(actions[index] ?? ''))
        output.note(`Matches and suggestions have ids of their own:   ${output.commandLine('match', 'list')}`);
      continue;
    }
    const word = own(doneWords, actions[index] ?? '') ?? 'Done';
    const what = matches === null ? word : `${word} ${matches}${amountsText(result) === '' ? '' : `, ${amountsText(result)}`}`;
    output.text(outcome === 'AlreadyDone' ? `${what}: there was nothing to do` : `${what}, by decision ${decisionId}`);
  }
  const done = results.find(({ outcome }, index) => outcome === 'Done' && actions[index] !== 'Undo');
  if (done) output.note(`To take it back:   ${output.commandLine('match', 'undo-decision', done.decisionId)}`);
}

const csvColumns = [
  ...['decisionId', 'at', 'by', 'action', 'rule', 'cause', 'text', 'reference', 'remindOn', 'salesCount', 'recordsCount'],
  ...['transactionIds', 'recordIds', 'waiting', 'undoes', 'undone'],
];

function stateText({ action, undone, waiting }: ListedDecision): string {
  if (undone !== null) return `${action}, undone`;
  return waiting === 0 ? action : `${action}, ${waiting} waiting`;
}

const ROWS_SHOWN = 2;

/** The ends of the first ids, by which commands know them. */
function rowsText({ transactionIds, recordIds, salesCount, recordsCount }: ListedDecision): string {
  const shown = [...transactionIds, ...recordIds].slice(0, ROWS_SHOWN).map((id) => id.slice(-8));
  const more = salesCount + recordsCount - shown.length;
  return [...shown, ...(more > 0 ? [`+${more}`] : [])].join(' ');
}

export const decisionPages = ({ output }: Run): Pages<ListedDecision> => ({
  document: { schema: 'sales.decisions/1' },
  columns: [
    { title: 'at', cell: ({ at }) => at.slice(0, 16).replace('T', ' ') },
    { title: 'by', dropped: 2, cell: ({ by }) => by },
    { title: 'decision', cell: stateText },
    { title: 'sales', align: 'right', cell: ({ salesCount }) => String(salesCount) },
    { title: 'records', align: 'right', cell: ({ recordsCount }) => String(recordsCount) },
    { title: 'rows', dropped: 3, cell: rowsText },
    { title: 'why', dropped: 1, cell: whyText },
    { title: 'id', id: true, cell: ({ decisionId }) => decisionId },
  ],
  csvColumns,
  csvCells: ({ undone, ...item }) => csvCellsOf({ ...item, undone: undone?.decisionId }, csvColumns),
  texts: { ...output.words.pages, none: 'Nothing was decided yet.' },
});

function whyText({ rule, cause, text, reference, remindOn }: ListedDecision): string {
  return [rule, cause, text, reference, remindOn && `until ${remindOn}`].filter((part) => part !== null).join(': ');
}
