/** Decisions about several exceptions at once: how many and what they come to is shown before, and what became of each that was refused after. */
import { useState } from 'preact/hooks';
import type { ListedException } from '../../../contract/exceptions.js';
import { api, CallError, refusalText } from '../../api.js';
import { countText, dayText, sumText } from '../../format.js';
import { useKeys } from '../../keys.js';
import { useAction } from '../../parts/action.js';
import { Button } from '../../parts/button.js';
import { Outcome } from '../../parts/outcome.js';
import { Problem } from '../../parts/states.js';
import { place } from '../../router.js';
import { words } from '../../words.js';
import { rowIds } from '../transactions/decide.js';
import { DecideDialog, type GivenDetails } from '../transactions/decide-dialog.js';
import { ApproveRule } from './approve-rule.js';
import { amountsText } from './columns.js';

const text = words.exceptions;
const actions = ['Approve', 'Claim', 'Skip'] as const;
type ManyAction = (typeof actions)[number];

/** An exception about a row: a sale, a settlement record, or a payout, which is decided about by its own record. */
type DecidedItem = ListedException & { id: string };

export function mayDecideAbout(item: ListedException): item is DecidedItem {
  return item.version !== null;
}

interface Done {
  text: string;
  /** Decisions that were done. */
  decisionIds: string[];
  /** How many rows they are about. */
  rows: number;
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
  const [outcome, setOutcome] = useState<Done | null>(null);
  const [isByRule, setByRule] = useState(false);
  const action = useAction();
  const possible = items.filter(mayDecideAbout);
  const rows = possible.filter(({ id }) => chosen.has(id));
  const rowsFor = (name: ManyAction, of: DecidedItem[]) =>
    of.filter(({ reason, side }) => (name === 'Approve' ? reason === 'Proposed' : name === 'Claim' || side !== 'Payout'));
  const rules = rulesOf(rowsFor('Approve', possible));
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
  const finish = (next: Done) => {
    setOutcome(next);
    ask(null);
    setByRule(false);
    choose(new Set());
    changed();
  };
  const take = (name: ManyAction, about: DecidedItem[], given: GivenDetails) =>
    action.run(async () => finish(await decideAbout(name, about, given)));
  const takeRule = (decision: object, rows: number) =>
    action.run(async () => {
      const { decisionId } = await api.decide(decision);
      finish({ text: text.done(rows), decisionIds: [decisionId], rows, refused: [] });
    });
  const undo = (done: Done) => action.run(async () => finish(await takenBack(done)));
  if (possible.length === 0 && outcome === null) return null;
  return (
    <section class="many" aria-label={text.ofChosen}>
      <div class="decide">
        <Button
          text={rows.length > 0 ? text.chooseNone : text.chooseAll}
          act={() => choose(new Set(rows.length > 0 ? [] : possible.map(({ id }) => id)))}
        />
        {actions.map((name) => {
          const about = rowsFor(name, rows);
          return (
            <Button
              key={name}
              look={name === 'Approve' ? 'main' : 'plain'}
              text={`${words.decisions.actions[name]} (${countText(about.length)})`}
              disabled={about.length === 0}
              act={() => open(name, about)}
            />
          );
        })}
        {rules.length > 0 && (
          <Button
            text={text.byRule}
            act={() => {
              action.forget();
              setByRule(true);
            }}
          />
        )}
        {rows.length > 0 && <span role="status">{text.chosen(rows.length, sumsText(rows))}</span>}
      </div>
      {outcome && (
        <Outcome
          of={outcome}
          text={outcome.text}
          busy={action.busy}
          undo={outcome.decisionIds.length > 0 ? () => void undo(outcome) : null}
        >
          <Refused lines={outcome.refused} />
        </Outcome>
      )}
      {!asked && !isByRule && <Problem text={action.problem} />}
      {asked && (
        <DecideDialog
          asked={asked.action}
          about={text.chosen(asked.about.length, sumsText(asked.about))}
          action={action}
          close={() => ask(null)}
          take={(given) => void take(asked.action, asked.about, given)}
        />
      )}
      {isByRule && <ApproveRule rules={rules} action={action} close={() => setByRule(false)} take={takeRule} />}
    </section>
  );
}

/** Rules to approve by; none where the list is narrowed by what a rule cannot be narrowed by. */
function rulesOf(suggestions: readonly ListedException[]): string[] {
  if (['terminalId', 'currency'].some((name) => place.value.query.has(name))) return [];
  return [...new Set(suggestions.flatMap(({ parameters }) => (parameters ? [String(parameters.rule)] : [])))];
}

/** A line for each row that was refused. */
function Refused({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <p class="bad">{text.refused(lines.length)}</p>
      <ul>
        {lines.map((line, index) => (
          <li key={index} class="problem">
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Each row has a decision of its own, so that one refusal stops no other. One that is not as it was listed any more is refused. */
async function decideAbout(action: ManyAction, about: readonly DecidedItem[], given: GivenDetails): Promise<Done> {
  const decisions = about.map(({ side, id, matchId, version }) => ({
    ...(action === 'Approve' ? { action, matchId } : { action, ...rowIds(side, [id]), ...given }),
    seen: { id, version },
  }));
  const results = await api.decideAll(decisions);
  const decisionIds: string[] = [];
  const refused: string[] = [];
  for (const [at, result] of results.entries()) {
    const { outcome, decisionId } = result;
    const { day, amounts } = about[at] as DecidedItem;
    const row = [day && dayText(day), amountsText(amounts)].filter(Boolean).join(' · ');
    if (outcome === 'Refused') refused.push(`${row}: ${refusalText(result)}`);
    else if (outcome === 'Done') decisionIds.push(decisionId);
  }
  // What was said with them was refused, and stays in its dialog.
  if (results.every(({ code }) => code === 'past')) throw new CallError(409, words.decisions.past);
  return { text: text.done(about.length - refused.length), decisionIds, rows: decisionIds.length, refused };
}

async function takenBack({ decisionIds, rows }: Done): Promise<Done> {
  const results = await api.decideAll(decisionIds.map((undoes) => ({ action: 'Undo', undoes })));
  const refused = results.flatMap(({ outcome, detail }) => (outcome === 'Refused' ? [detail ?? ''] : []));
  // A decision by a rule is about many rows, and is taken back as a whole.
  const left = refused.length === decisionIds.length ? rows : refused.length;
  return { text: text.undone(rows - left), decisionIds: [], rows: 0, refused };
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
