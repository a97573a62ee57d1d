/** One upload: its counts and sums, why rows were refused, what repeats others, and what can be done with all of it. */
import { useState } from 'preact/hooks';
import type { Totals, TotalsItem } from '../../../contract/totals.js';
import type { ListedUpload, UploadState } from '../../../contract/upload.js';
import { api, CallError } from '../../api.js';
import { countText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { useAction } from '../../parts/action.js';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { tell } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { Pending } from '../../parts/states.js';
import { PlainTable } from '../../parts/table-box.js';
import { Currency, Facts, Money, Stored, Time, UploadBadge } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { mayChangeAny, mayUpload, session } from '../../session.js';
import { words } from '../../words.js';
import { Duplicates } from './duplicates.js';
import { Reasons } from './reasons.js';
import { Sums } from './uploads.js';

interface WholeUpload {
  state: UploadState;
  totals: Totals;
  listed: ListedUpload;
}

export function UploadDetail({ id }: { id: string }) {
  const whole = useLoaded(id, (signal) => load(id, signal));
  const { value, error } = whole;
  const back = <a href={hrefOf('uploads')}>{words.shell.uploads}</a>;
  return (
    <Page title={words.fields.uploadId} above={back} actions={value && <Changes id={id} whole={value} again={whole.again} />}>
      <Pending loaded={whole} />
      {!error && value && <Content id={id} whole={value} />}
    </Page>
  );
}

async function load(id: string, signal: AbortSignal): Promise<WholeUpload> {
  const listed = await listedOf(id, signal);
  const [state, totals] = await Promise.all([
    api.uploadState(id, listed.kind, signal),
    // They are of sales alone.
    isOfRecords(listed) ? { items: [] } : api.totals({ uploadId: id, by: 'currency' }, signal),
  ]);
  return { state, totals, listed };
}

const isOfRecords = ({ kind }: ListedUpload): boolean => kind === 'Settlement';

async function listedOf(id: string, signal: AbortSignal): Promise<ListedUpload> {
  const { items } = await api.uploads({ uploadId: id }, signal);
  const [listed] = items;
  if (!listed) throw new CallError(404, words.uploads.unknown);
  return listed;
}

function Content({ id, whole: { state, totals, listed } }: { id: string; whole: WholeUpload }) {
  const { rejected, duplicates } = listed;
  const isIn = state.withdrawn === undefined;
  const hasPage = !isOfRecords(listed);
  const link = (text: string, filters: Record<string, string> = {}) =>
    isIn && hasPage ? <a href={hrefOf('transactions', { uploadId: id, ...filters })}>{text}</a> : text;
  const file = listed.fileSha256 && (
    <>
      {listed.fileName && <Stored text={listed.fileName} />}{' '}
      <span class="quiet" title={listed.fileSha256}>
        SHA-256 {listed.fileSha256.slice(0, 12)}…
      </span>
    </>
  );
  const facts = [
    [words.fields.transactionState, <UploadBadge status={state.status} withdrawn={!isIn} />],
    [words.uploads.receivedAt, <Time instant={listed.receivedAt} />],
    [words.uploads.user, <Stored text={listed.user} />],
    [words.uploads.file, file],
    [words.uploads.brought[listed.kind ?? 'Sales'], link(countText(listed.transactions))],
    [words.uploads.duplicates, duplicates > 0 ? link(countText(duplicates), { transactionMatchState: 'Skip' }) : countText(0)],
    [words.uploads.rejected, rejected > 0 ? link(countText(rejected), { transactionState: 'Unprocessed' }) : countText(0)],
    [words.uploads.sumsOfPayments, !hasPage && listed.amounts.length > 0 && <Sums upload={listed} />],
    [words.uploads.id, <code>{id}</code>],
  ] as const;
  return (
    <>
      <Facts of={facts} wide />
      {state.withdrawn && (
        <p class="note">
          {words.uploads.withdrawnBy} <Stored text={state.withdrawn.by} />, <Time instant={state.withdrawn.at} />.
        </p>
      )}
      <SumsTable id={id} totals={totals} />
      {state.errors.length > 0 && (
        <Reasons
          errors={state.errors}
          rejected={rejected}
          href={hasPage ? hrefOf('transactions', { uploadId: id, transactionState: 'Unprocessed' }) : null}
        />
      )}
      {isIn && hasPage && duplicates > 0 && <Duplicates id={id} />}
    </>
  );
}

function SumsTable({ id, totals: { items } }: { id: string; totals: Totals }) {
  if (items.length === 0) return null;
  const { imported, duplicates, rejected } = words.uploads;
  const kinds = [
    { kind: 'imported', title: imported, filter: {} },
    { kind: 'duplicates', title: duplicates, filter: { transactionMatchState: 'Skip' } },
    { kind: 'notImported', title: rejected, filter: { transactionState: 'Unprocessed' } },
  ] as const;
  const sumOf = (item: TotalsItem, { kind, filter }: (typeof kinds)[number]) => {
    const { transactions, net } = item[kind];
    if (transactions === 0) return <span class="quiet">–</span>;
    return (
      <>
        <Money decimal={net} currency={item.currency} bare />{' '}
        <a class="count" href={hrefOf('transactions', { uploadId: id, currency: item.currency, ...filter })}>
          {words.uploads.counted(transactions)}
        </a>
      </>
    );
  };
  return (
    <section>
      <h2>{words.uploads.sums}</h2>
      <PlainTable
        label={words.uploads.sums}
        titles={[[words.fields.currency], ...kinds.map(({ title }) => [title, 'numeric'] as const)]}
        rows={items.map((item) => [<Currency code={item.currency} />, ...kinds.map((one) => sumOf(item, one))])}
        hasHeads
      />
    </section>
  );
}

function notImportedOf({ totals: { items }, listed }: WholeUpload): number {
  return isOfRecords(listed) ? listed.rejected : items.reduce((sum, { notImported }) => sum + notImported.transactions, 0);
}

type OfferedChange = 'undo' | 'redo' | 'reprocess';

/** What may be done with it, by whom: own uploads by who may upload, all by an Admin of the whole tenant. */
function Changes({ id, whole, again }: { id: string; whole: WholeUpload; again: () => void }) {
  const { state, listed } = whole;
  const notImported = notImportedOf(whole);
  const [asked, setAsked] = useState<OfferedChange | null>(null);
  const action = useAction();
  const isOwn = listed.user === session.value?.user;
  if (state.status === 'Processing') return null;
  const offered: OfferedChange[] = [];
  if (mayChangeAny.value && !state.withdrawn && notImported > 0) offered.push('reprocess');
  if (mayChangeAny.value || (isOwn && mayUpload.value)) offered.push(state.withdrawn ? 'redo' : 'undo');
  const make = (change: OfferedChange) =>
    action.run(async () => {
      const { summary } = await api.changeUpload(id, change);
      tell(summary);
      setAsked(null);
      again();
    });
  const sentence = {
    undo: words.uploads.undoText(listed.transactions, listed.kind),
    redo: words.uploads.redoText(listed.kind),
    reprocess: words.uploads.reprocessText(notImported, listed.kind),
  };
  return (
    <>
      {offered.map((change) => (
        <Button
          key={change}
          look={change === 'undo' ? 'careful' : 'plain'}
          text={words.uploads.changes[change]}
          act={() => setAsked(change)}
        />
      ))}
      {asked && (
        <Confirm
          title={words.uploads.changes[asked]}
          text={sentence[asked]}
          danger={asked === 'undo'}
          action={action}
          confirm={() => make(asked)}
          close={() => {
            setAsked(null);
            action.forget();
          }}
        />
      )}
    </>
  );
}
