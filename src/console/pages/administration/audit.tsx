/** The audit trail: who changed what, newest first. */
import { useLoaded } from '../../loaded.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { Paging, Table } from '../../parts/table.js';
import type { ListColumn } from '../../parts/table-rows.js';
import { go, hrefWith, type Parameters, place } from '../../router.js';
import { words } from '../../words.js';
import { endOfDay, startOfDay, timeText } from '../../zone.js';
import { admin, type TrailRow, type TrailUpload } from './admin-api.js';

const text = words.administration;
export const pageRows = 100;

export function Audit() {
  const { query } = place.value;
  const from = query.get('from');
  const to = query.get('to');
  const pageNumber = Number(query.get('pageNumber') ?? 1);
  const asked = { from: from && startOfDay(from), to: to && endOfDay(to), pageSize: Number(query.get('pageSize') ?? pageRows), pageNumber };
  const list = useLoaded(JSON.stringify(asked), async (signal) => {
    const { items, hasMore } = await admin.audit(asked, signal);
    return { lines: items.map(lineOf), hasMore };
  });
  const choose = (change: Parameters) => go(hrefWith({ ...change, pageNumber: null }));
  return (
    <>
      <form class="period" onSubmit={(event) => event.preventDefault()} aria-label={words.money.period}>
        <input
          type="date"
          aria-label={words.filters.fromDay}
          value={from ?? ''}
          onChange={(event) => choose({ from: event.currentTarget.value })}
        />
        <span aria-hidden="true">–</span>
        <input
          type="date"
          aria-label={words.filters.toDay}
          value={to ?? ''}
          onChange={(event) => choose({ to: event.currentTarget.value })}
        />
      </form>
      {list.error && <Failure error={list.error} again={list.again} />}
      {!list.error && !list.value && <Waiting />}
      {!list.error && list.value && list.value.lines.length === 0 && <Empty title={text.noAudit} />}
      {!list.error && list.value && list.value.lines.length > 0 && (
        <Table<TrailLine>
          caption={text.tabs.audit}
          shown={columns}
          rows={list.value.lines}
          keyOf={({ key }) => key}
          stale={!list.isCurrent}
        />
      )}
      {list.value && (
        <Paging page={pageNumber} hasMore={list.value.hasMore} hrefOf={(page) => hrefWith({ pageNumber: page === 1 ? null : page })} />
      )}
    </>
  );
}

interface TrailLine extends Omit<TrailRow, 'key' | 'object' | 'details'> {
  key: string;
  details: string;
}

function lineOf(line: TrailRow | TrailUpload): TrailLine {
  if (!('uploadId' in line)) {
    const { object, name, details } = line;
    return { ...line, key: String(line.key), name: name ?? object.slice(object.indexOf(':') + 1), details: detailsOf(details) };
  }
  const { at, actor, uploadId, tenant, kind, transactions } = line;
  return {
    key: uploadId,
    at,
    actor,
    origin: null,
    action: text.uploadAction,
    name: uploadId,
    outcome: 'done',
    details: words.uploads.inAudit(transactions, kind, tenant),
  };
}

const columns: readonly ListColumn<TrailLine>[] = [
  { key: 'at', title: text.when, rem: 12.5, cell: ({ at }) => timeText(at), hint: ({ at }) => at },
  { key: 'actor', title: text.who, rem: 7, cell: ({ actor }) => actor },
  { key: 'origin', title: text.from, rem: 6.5, cell: ({ origin }) => origin },
  { key: 'action', title: text.what, rem: 9, cell: ({ action }) => action },
  { key: 'name', title: text.on, rem: 8.5, cell: ({ name }) => name, hint: ({ name }) => name },
  { key: 'outcome', title: text.outcome, rem: 5, cell: ({ outcome }) => outcome },
  { key: 'details', title: text.details, rem: 15, cell: ({ details }) => details, hint: ({ details }) => details },
];

function detailsOf(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
