/** One row of either side beside a list: its fields, what matching says of it, what may be decided, and what comes below. */
import type { ComponentChildren } from 'preact';
import { afterDecision, type Loaded, useLoaded } from '../../loaded.js';
import { Drawer } from '../../parts/drawer.js';
import { Failure, Pending } from '../../parts/states.js';
import { mayDecide } from '../../session.js';
import { Decide } from './decide.js';
import { loadSettled, type SettledRow, Settlement } from './settlement.js';

interface RowDrawerProps<Row> {
  side: SettledRow['side'];
  id: string;
  title: string;
  load: (id: string, signal: AbortSignal) => Promise<Row>;
  matchStateOf: (row: Row) => string;
  /** Whether matching has said anything of it. */
  isCompared: (row: Row) => boolean;
  /** `reason`: why it is in no match, as far as that is known. */
  fields: (row: Row, reason: string | null) => ComponentChildren;
  /** Waits for what stands above it, so that nothing moves. */
  below?: Loaded<ComponentChildren>;
  /** Called when something was decided. */
  changed?: (() => void) | undefined;
}

export function RowDrawer<Row>({ side, id, title, load, matchStateOf, isCompared, fields, below, changed }: RowDrawerProps<Row>) {
  const detail = useLoaded(id, (signal) => load(id, signal));
  const { value, error, isCurrent } = detail;
  const isAsked = value !== undefined && isCurrent && isCompared(value);
  const settlement = useLoaded(isAsked ? id : null, (signal) => loadSettled(side, id, signal));
  const settled = (isAsked && settlement.isCurrent && settlement.value) || null;
  const isSettled = !isAsked || settled !== null;
  const again = () => {
    for (const loaded of [detail, settlement, below]) loaded?.again();
    changed?.();
  };
  const row: SettledRow = { side, id, matchState: value === undefined ? '' : matchStateOf(value) };
  return (
    <Drawer id={id} title={title}>
      <Pending loaded={detail} lines={12} />
      {!error && value && (
        <div class={isCurrent ? undefined : 'stale'}>
          {fields(value, settled?.explanation.reason ?? null)}
          {isSettled && !settlement.error && <Settlement row={row} settled={settled} />}
          {isSettled && !settlement.error && mayDecide.value && (
            <Decide key={id} row={row} settled={settled} changed={() => afterDecision(again)} />
          )}
          {settlement.error && <Failure error={settlement.error} again={settlement.again} />}
          {(isSettled || settlement.error) && below?.isCurrent && below.value}
          {below?.error && <Failure error={below.error} again={below.again} />}
        </div>
      )}
    </Drawer>
  );
}
