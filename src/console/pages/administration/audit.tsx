/** The audit trail: who changed what, newest first. */
import { Days } from '../../parts/days.js';
import { PagedList, usePage } from '../../parts/paged-list.js';
import { Empty } from '../../parts/states.js';
import type { ListColumn } from '../../parts/table-rows.js';
import { go, hrefWith, type Parameters, place } from '../../router.js';
import { words } from '../../words.js';
import { endOfDay, startOfDay, timeText } from '../../zone.js';
import { admin, type TrailRow, type TrailUpload } from './admin-api.js';

const text = words.administration;
const pageRows = 100;

export function Audit() {
  const { query } = place.value;
  const from = query.get('from');
  const to = query.get('to');
  const list = usePage(linesIn, { from: from && startOfDay(from), to: to && endOfDay(to) }, pageRows);
  return (
    <>
      <form class="period" onSubmit={(event) => event.preventDefault()} aria-label={words.periods.other}>
        <Days from={from} to={to} change={(name, day) => go(hrefWith({ [name]: day, pageNumber: null }))} />
      </form>
      <PagedList<TrailLine>
        list={list}
        none={<Empty title={text.noAudit} />}
        caption={text.tabs.audit}
        shown={columns}
        keyOf={({ key }) => key}
      />
    </>
  );
}

async function linesIn(query: Parameters, signal: AbortSignal) {
  const { items, hasMore } = await admin.audit(query, signal);
  return { items: items.map(lineOf), hasMore };
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
