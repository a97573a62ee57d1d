/** The uploads of the tenant, newest first: what each brought, and what became of it. */
import type { ListedUpload } from '../../../contract/upload.js';
import { api } from '../../api.js';
import { countText } from '../../format.js';
import { Page } from '../../parts/page.js';
import { PagedList, usePage } from '../../parts/paged-list.js';
import { Empty } from '../../parts/states.js';
import type { ListColumn } from '../../parts/table-rows.js';
import { Money, uploadWord } from '../../parts/texts.js';
import { UploadLink } from '../../parts/upload-link.js';
import { hrefOf } from '../../router.js';
import { mayDrop } from '../../session.js';
import { words } from '../../words.js';
import { timeText } from '../../zone.js';

const pageRows = 50;
const sumsMax = 2;

export function Uploads() {
  return (
    <Page title={words.shell.uploads} actions={mayDrop.value && <UploadLink />} wide>
      <PagedList<ListedUpload>
        list={usePage(api.uploads, {}, pageRows)}
        none={<Empty title={words.uploads.none}>{<UploadLink />}</Empty>}
        caption={words.shell.uploads}
        shown={columns}
        keyOf={({ uploadId }) => uploadId}
        hrefBefore={hrefOf('uploads/')}
      />
    </Page>
  );
}

const columns: readonly ListColumn<ListedUpload>[] = [
  {
    key: 'receivedAt',
    title: words.uploads.receivedAt,
    rem: 12.5,
    cell: ({ receivedAt }) => timeText(receivedAt),
    hint: ({ receivedAt }) => receivedAt,
  },
  {
    key: 'status',
    rem: 9.5,
    title: words.fields.transactionState,
    isPlain: true,
    cell: ({ status, withdrawn }) => uploadWord(status, withdrawn !== undefined),
  },
  { key: 'transactions', title: words.uploads.rows, rem: 7, numeric: true, cell: (upload) => <Rows upload={upload} /> },
  {
    key: 'imported',
    title: words.uploads.imported,
    rem: 5.5,
    numeric: true,
    cell: ({ processed, duplicates }) => countOrNone(processed - duplicates),
  },
  { key: 'duplicates', title: words.uploads.duplicates, rem: 6.5, numeric: true, cell: ({ duplicates }) => countOrNone(duplicates) },
  {
    key: 'rejected',
    title: words.uploads.rejected,
    rem: 7.5,
    numeric: true,
    cell: ({ rejected }) => rejected > 0 && <strong class="bad">{countText(rejected)}</strong>,
  },
  {
    key: 'amounts',
    title: words.uploads.sums,
    rem: 9.5,
    numeric: true,
    cell: (upload) => upload.amounts.length > 0 && <Sums upload={upload} />,
  },
  { key: 'user', title: words.uploads.user, rem: 5.5, cell: ({ user }) => user },
  { key: 'fileName', title: words.uploads.file, rem: 8, cell: ({ fileName }) => fileName, hint: ({ fileName }) => fileName ?? null },
];

/** What they are is said where they are no sales. */
function Rows({ upload: { transactions, kind } }: { upload: ListedUpload }) {
  return kind === 'Settlement' ? words.uploads.rowsOf(transactions, kind) : countText(transactions);
}

function countOrNone(count: number) {
  return count > 0 && countText(count);
}

export function Sums({ upload: { amounts } }: { upload: ListedUpload }) {
  return (
    <>
      {amounts.slice(0, sumsMax).map(({ currency, amount }) => (
        <div key={currency ?? ''}>
          <Money decimal={amount} currency={currency} />
        </div>
      ))}
      {amounts.length > sumsMax && <div class="quiet">{words.transactions.moreCurrencies(amounts.length - sumsMax)}</div>}
    </>
  );
}
