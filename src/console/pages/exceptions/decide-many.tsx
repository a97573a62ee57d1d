/** Decisions about several exceptions at once: how many and what they come to is shown before, and what became of each that was refused after. */
import { useState } from 'preact/hooks';
import type { ListedException } from '../../../contract/exceptions.js';
import { api } from '../../api.js';
import { countText, dayText, sumText } from '../../format.js';
import { useKeys } from '../../keys.js';
import { useAction } from '../../parts/action.js';
import { words } from '../../words.js';
import { rowIds } from '../transactions/decide.js';
import { DecideDialog, type GivenDetails } from '../transactions/decide-dialog.js';
import { amountsText } from './columns.js';

const text = words.exceptions;
const actions = ['Approve', 'Claim', 'Skip'] as const;
type ManyAction = (typeof actions)[number];

/** An exception about a row: a sale, a settlement record, or a payout, which is decided about by its own record. */
type DecidedItem = ListedException & { id: string };

export function mayDecideAbout(item: ListedException): item is DecidedItem {
  return item.version !== null;
}

interface Outcome {
  text: string;
  /** Decisions that were done. */
  decisionIds: string[];
  refused: string[];
}

interface DecideManyProps {
  items: readonly ListedException[];
  chosen: ReadonlySet<string>;
  choose: (keys: ReadonlySet<string>) => void;
  changed: () => void;
}

export function DecideMany({ items, chosen, choose, changed }: DecideManyProps) {
  const [asked, ask] = useState<{ action: ManyAction; about: DecidedItem[] } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const action = useAction();
  const possible = items.filter(mayDecideAbout);
  const rows = possible.filter(({ id }) => chosen.has(id));
  const rowsFor = (name: ManyAction, of: DecidedItem[]) =>
    of.filter(({ reason, side }) => (name === 'Approve' ? reason === 'Proposed' : name === 'Claim' || side !== 'Payout'));
  const open = (name: ManyAction, about: DecidedItem[]) => {
    if (about.length === 0) return false;
    action.forget();
    ask({ action: name, about });
    return true;
  };
  useKeys({
    a: () => {
      const focused = possible.filter(({ id }) => id === (document.activeElement as HTMLElement | null)?.dataset.row);
      return open('Approve', rowsFor('Approve', rows.length > 0 ? rows : focused));
    },
  });
  const finish = (next: Outcome) => {
    setOutcome(next);
    ask(null);
    choose(new Set());
    changed();
  };
  const take = (name: ManyAction, about: DecidedItem[], given: GivenDetails) =>
    action.run(async () => finish(await decideAbout(name, about, given)));
  const undo = (decisionIds: string[]) => action.run(async () => finish(await takenBack(decisionIds)));
  if (possible.length === 0 && outcome === null) return null;
  return (
    <section class="many" aria-label={text.ofChosen}>
      <div class="decide">
        <button type="button" class="button" onClick={() => choose(new Set(rows.length > 0 ? [] : possible.map(({ id }) => id)))}>
          {rows.length > 0 ? text.chooseNone : text.chooseAll}
        </button>
        {actions.map((name) => {
          const about = rowsFor(name, rows);
          return (
            <button
              key={name}
              type="button"
              class={name === 'Approve' ? 'button button-main' : 'button'}
              disabled={about.length === 0}
              onClick={() => open(name, about)}
            >
              {words.decisions.actions[name]} ({countText(about.length)})
            </button>
          );
        })}
        {rows.length > 0 && <span role="status">{text.chosen(rows.length, sumsText(rows))}</span>}
      </div>
      {outcome && <Done outcome={outcome} busy={action.busy} undo={undo} />}
      {action.problem && !asked && (
        <p class="problem" role="alert">
          {action.problem}
        </p>
      )}
      {asked && (
        <DecideDialog
          asked={asked.action}
          about={text.chosen(asked.about.length, sumsText(asked.about))}
          action={action}
          close={() => ask(null)}
          take={(given) => void take(asked.action, asked.about, given)}
        />
      )}
    </section>
  );
}

/** What became of them: how many were done, a way back, and a line for each that was refused. */
function Done({ outcome, busy, undo }: { outcome: Outcome; busy: boolean; undo: (decisionIds: string[]) => void }) {
  const { decisionIds, refused } = outcome;
  return (
    <div class="note" role="status">
      <p>
        {outcome.text}{' '}
        {decisionIds.length > 0 && (
          <button type="button" class="button" disabled={busy} onClick={() => undo(decisionIds)}>
            {words.decisions.actions.Undo}
          </button>
        )}
      </p>
      {refused.length > 0 && (
        <>
          <p class="bad">{text.refused(refused.length)}</p>
          <ul>
            {refused.map((line, index) => (
              <li key={index} class="problem">
                {line}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Each row has a decision of its own, so that one refusal stops no other. One that is not as it was listed any more is refused. */
async function decideAbout(action: ManyAction, about: readonly DecidedItem[], given: GivenDetails): Promise<Outcome> {
  const decisions = about.map(({ side, id, matchId, version }) => ({
    ...(action === 'Approve' ? { action, matchId } : { action, ...rowIds(side, [id]), ...given }),
    seen: { id, version },
  }));
  const results = await api.decideAll(decisions);
  const decisionIds: string[] = [];
  const refused: string[] = [];
  for (const [at, { outcome, code, decisionId, detail }] of results.entries()) {
    const { day, amounts } = about[at] as DecidedItem;
    const row = [day && dayText(day), amountsText(amounts)].filter(Boolean).join(' · ');
    if (outcome === 'Refused') refused.push(`${row}: ${code === 'changed' ? text.changed : detail}`);
    else if (outcome === 'Done') decisionIds.push(decisionId);
  }
  return { text: text.done(about.length - refused.length), decisionIds, refused };
}

async function takenBack(decisionIds: readonly string[]): Promise<Outcome> {
  const results = await api.decideAll(decisionIds.map((undoes) => ({ action: 'Undo', undoes })));
  const refused = results.flatMap(({ outcome, detail }) => (outcome === 'Refused' ? [detail ?? ''] : []));
  return { text: text.undone(decisionIds.length - refused.length), decisionIds: [], refused };
}

/** Exact sums, one for each currency. */
function sumsText(rows: readonly ListedException[]): string {
  const amounts = rows.flatMap((row) => row.amounts);
  const currencies = [...new Set(amounts.map(({ currency }) => currency))];
  const sums = currencies.map((currency) => {
    const own = amounts.filter((one) => one.currency === currency);
    return { currency, amount: sumText(own.map(({ amount }) => amount)) };
  });
  return amountsText(sums);
}
