/** What somebody should look at: exceptions, uploads with rows that were refused, or that failed; and for an Admin what the server finds about itself. */
import type { UnknownPlace } from '../../../contract/administration.js';
import type { HealthFinding } from '../../../contract/findings.js';
import type { ListedUpload } from '../../../contract/upload.js';
import { api } from '../../api.js';
import { useLoaded } from '../../loaded.js';
import { Card, Line } from '../../parts/card.js';
import { Empty, Pending } from '../../parts/states.js';
import { Badge, Time } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { administersTenant, hasAdministration, mayRead, tenant } from '../../session.js';
import { words } from '../../words.js';
import { admin } from '../administration/admin-api.js';
import { Finding } from '../administration/health.js';

const uploadsLookedAt = 50;
const exceptionsCounted = 100;
const shownMax = 8;

interface ToLookAt {
  /** As they are counted; empty for none. */
  exceptions: string;
  uploads: ListedUpload[];
  findings: HealthFinding[];
  places: UnknownPlace[];
}

export function Attention() {
  const loaded = useLoaded(`${hasAdministration.value} ${mayRead.value}`, load);
  const { value } = loaded;
  const isEmpty = value && value.exceptions === '' && value.uploads.length + value.findings.length + value.places.length === 0;
  return (
    <Card title={words.money.attention}>
      <Pending loaded={loaded} lines={4} />
      {isEmpty && <Empty title={words.money.nothingToDo} />}
      {value && !isEmpty && (
        <ul class="lines">
          {value.findings.map((finding) => (
            <Line key={finding.check} href={hrefOf('administration/health')}>
              <Finding of={finding} />
            </Line>
          ))}
          {value.exceptions !== '' && (
            <Line href={hrefOf('exceptions')}>
              <span>{words.shell.exceptions}</span>
              <Badge tone="warn">{value.exceptions}</Badge>
            </Line>
          )}
          {value.places.length > 0 && (
            <Line href={hrefOf('administration/units')}>
              <span>{words.money.unknownPlaces(value.places.length)}</span>
              <Badge tone="warn">{words.money.toAssign}</Badge>
            </Line>
          )}
          {value.uploads.map(({ uploadId, kind, rejected, transactions, status, receivedAt }) => (
            <Line key={uploadId} href={hrefOf(`uploads/${uploadId}`)}>
              <span>
                {status === 'Failed' && rejected === 0
                  ? words.money.failed(words.uploads.rowsOf(transactions, kind))
                  : words.money.rejected(rejected, words.uploads.rowsOf(transactions, kind))}
                <span class="quiet">
                  {' '}
                  · <Time instant={receivedAt} />
                </span>
              </span>
              <Badge tone={status === 'Failed' ? 'bad' : 'warn'}>{words.uploads.statuses[status] ?? status}</Badge>
            </Line>
          ))}
        </ul>
      )}
    </Card>
  );
}

async function load(signal: AbortSignal): Promise<ToLookAt> {
  const none = { findings: [], places: [] };
  const [exceptions, uploads, ofServer] = await Promise.all([
    mayRead.value ? loadExceptions(signal) : '',
    mayRead.value ? loadUploads(signal) : [],
    hasAdministration.value ? loadFindings(signal) : none,
  ]);
  return { ...ofServer, exceptions, uploads };
}

async function loadExceptions(signal: AbortSignal): Promise<string> {
  const { items, hasMore } = await api.exceptions({ pageSize: exceptionsCounted }, signal);
  return items.length === 0 ? '' : `${items.length}${hasMore ? '+' : ''}`;
}

async function loadUploads(signal: AbortSignal): Promise<ListedUpload[]> {
  const { items } = await api.uploads({ pageSize: uploadsLookedAt }, signal);
  return items.filter(({ status, rejected, withdrawn }) => !withdrawn && (status === 'Failed' || rejected > 0)).slice(0, shownMax);
}

async function loadFindings(signal: AbortSignal): Promise<Omit<ToLookAt, 'exceptions' | 'uploads'>> {
  const [{ findings }, { places }] = await Promise.all([
    admin.health(signal),
    administersTenant.value ? admin.unknownPlaces(tenant.value?.tenantId ?? '', signal) : { places: [] },
  ]);
  return { findings: findings.filter(({ state }) => state !== 'ok'), places };
}
