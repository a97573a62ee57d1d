/** The audit trail: who changed what, newest first. */
import { useLoaded } from '../../loaded.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import type { ListColumn } from '../../parts/table-rows.js';
import { go, hrefWith, place } from '../../router.js';
import { words } from '../../words.js';
import { endOfDay, startOfDay, timeText } from '../../zone.js';
import { admin, type TrailRow, type TrailUpload } from './admin-api.js';

const text = words.administration;
const limit = 200;

export function Audit() {
  const from = place.value.query.get('from');
  const to = place.value.query.get('to');
  const asked = { from: from && startOfDay(from), to: to && endOfDay(to), limit };
  const list = useLoaded(JSON.stringify(asked), (signal) => admin.audit(asked, signal));
  const lines = list.value && linesOf(list.value);
  return (
    <>
      <form class="period" onSubmit={(event) => event.preventDefault()} aria-label={words.overview.period}>
        <input
          type="date"
          aria-label={words.filters.fromDay}
          value={from ?? ''}
          onChange={(event) => go(hrefWith({ from: event.currentTarget.value }))}
        />
        <span aria-hidden="true">–</span>
        <input
          type="date"
          aria-label={words.filters.toDay}
          value={to ?? ''}
          onChange={(event) => go(hrefWith({ to: event.currentTarget.value }))}
        />
      </form>
      {list.error && <Failure error={list.error} again={list.again} />}
      {!list.error && !list.value && <Waiting />}
      {lines?.length === 0 && <Empty title={text.noAudit} />}
      {lines && lines.length > 0 && (
        <Table<TrailLine>
          caption={text.tabs.audit}
          shown={columns}
          rows={lines.slice(0, limit)}
          keyOf={({ key }) => key}
          stale={!list.isCurrent}
        />
      )}
      {lines && lines.length >= limit && <p class="quiet">{text.moreAudit(limit)}</p>}
    </>
  );
}

interface TrailLine extends Omit<TrailRow, 'key' | 'details'> {
  key: string;
  details: string;
}

/** What was done and what was uploaded, newest first; of one moment, the later row first. */
function linesOf({ rows, uploads }: { rows: readonly TrailRow[]; uploads: readonly TrailUpload[] }): TrailLine[] {
  const lines = [
    ...rows.map(({ key, details, ...row }) => ({ ...row, key: String(key), details: detailsOf(details) })),
    ...uploads.map(({ at, actor, uploadId, tenant, kind, transactions }) => ({
      key: uploadId,
      at,
      actor,
      origin: null,
      action: text.uploadAction,
      name: uploadId,
      outcome: 'done',
      details: words.uploads.inAudit(transactions, kind, tenant),
    })),
  ];
  return lines.reverse().sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
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
