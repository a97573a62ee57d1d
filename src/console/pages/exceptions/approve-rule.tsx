/** All suggestions of a rule at once, within days and up to an amount: how many, and what they come to, is shown before. */
import { useState } from 'preact/hooks';
import type { DecisionResult } from '../../../contract/decisions.js';
import { api } from '../../api.js';
import { useLoaded } from '../../loaded.js';
import type { Action } from '../../parts/action.js';
import { FormDialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { FilterField } from '../../parts/filter-bar.js';
import { place } from '../../router.js';
import { words } from '../../words.js';
import { amountsText } from './columns.js';

const text = words.exceptions;

interface ApproveRuleProps {
  /** Rules of the suggestions that are listed. */
  rules: readonly string[];
  action: Action;
  close: () => void;
  /** `matches` is how many suggestions were shown: where there are more or fewer by now, it is refused. */
  take: (decision: object, matches: number) => Promise<unknown>;
}

export function ApproveRule({ rules, action, close, take }: ApproveRuleProps) {
  // Days of the list's filter stand in the fields of their names.
  const [given, give] = useState<Record<string, unknown>>(Object.fromEntries(place.value.query));
  const { rule = rules[0], dayFrom, dayTo, amountTo } = given;
  const decision = {
    ...{ action: 'ApproveRule', rule, from: dayFrom || undefined, to: dayTo || undefined },
    maxAmount: amountTo ? Number(amountTo) : undefined,
  };
  const found = useLoaded(JSON.stringify(decision), async (signal) => (await api.decideAll([decision], true, signal))[0] as DecisionResult);
  const { matches, amounts, detail } = (found.isCurrent && found.value) || ({} as Partial<DecisionResult>);
  return (
    <FormDialog
      title={text.byRule}
      label={words.decisions.actions.Approve}
      action={action}
      onInput={(event) => give(Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)))}
      send={() => matches && take({ ...decision, matches }, matches).then(found.again)}
      close={close}
    >
      <p>{words.decisions.what.Approve}</p>
      <Field name="rule" label={words.settlement.rule} options={rules.map((name) => [name, name])} />
      <FilterField name="dayFrom" label={words.filters.fromDay} type="date" />
      <FilterField name="dayTo" label={words.filters.toDay} type="date" />
      <FilterField name="amountTo" label={text.atMost} type="number" min="0" step="any" />
      <p class="decide-about" role="status">
        {found.error?.message ?? detail ?? (amounts && text.chosen(matches ?? 0, amountsText(amounts)))}
      </p>
    </FormDialog>
  );
}
