/** The audit trail: who changed what, newest first. */
import { useLoaded } from '../../loaded.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { type ListColumn, Table } from '../../parts/table.js';
import { Nothing, Stored, Time } from '../../parts/texts.js';
import { go, hrefWith, place } from '../../router.js';
import { words } from '../../words.js';
import { endOfDay, startOfDay } from '../../zone.js';
import { type AuditLine, admin } from './admin-api.js';

const text = words.administration;
const limit = 200;

export function Audit() {
  const from = place.value.query.get('from');
  const to = place.value.query.get('to');
  const asked = { from: from && startOfDay(from), to: to && endOfDay(to), limit };
  const list = useLoaded(JSON.stringify(asked), (signal) => admin.audit(asked, signal));
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
      {list.value && list.value.rows.length === 0 && <Empty title={text.noAudit} />}
      {list.value && list.value.rows.length > 0 && (
        <Table<AuditLine>
          caption={text.tabs.audit}
          shown={columns}
          rows={list.value.rows}
          keyOf={({ key }) => String(key)}
          stale={!list.isCurrent}
        />
      )}
      {list.value && list.value.rows.length === limit && <p class="quiet">{text.moreAudit(limit)}</p>}
    </>
  );
}

const columns: readonly ListColumn<AuditLine>[] = [
  { key: 'at', title: text.when, cell: ({ at }) => <Time instant={at} /> },
  { key: 'actor', title: text.who, cell: ({ actor }) => <Stored text={actor} /> },
  { key: 'action', title: text.what, cell: ({ action }) => <Stored text={action} /> },
  { key: 'name', title: text.on, cell: ({ name }) => (name === null ? <Nothing /> : <Stored text={name} />) },
  { key: 'outcome', title: text.outcome, cell: ({ outcome }) => <Stored text={outcome} /> },
  { key: 'details', title: text.details, cell: ({ details }) => detailsOf(details) },
];

function detailsOf(details: Record<string, unknown>) {
  const lines = Object.entries(details);
  if (lines.length === 0) return <Nothing />;
  return <Stored text={lines.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ')} />;
}
