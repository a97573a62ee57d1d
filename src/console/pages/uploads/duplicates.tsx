/** The rows of an upload that repeat others, each with a link to what it repeats; the first few, and the way to all. */
import type { TransactionDetail } from '../../../contract/transaction.js';
import { api } from '../../api.js';
import { useLoaded } from '../../loaded.js';
import { Pending } from '../../parts/states.js';
import { PlainTable } from '../../parts/table-box.js';
import { Amount, Nothing, Stored, Time } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { words } from '../../words.js';
import { firstOf } from '../transactions/detail.js';

const rowsShown = 10;

export function Duplicates({ id }: { id: string }) {
  const found = useLoaded(id, async (signal) => {
    const { items, hasMore } = await api.transactions({ uploadId: id, transactionMatchState: 'Skip', pageSize: rowsShown }, signal);
    return { rows: await Promise.all(items.map(({ transactionId }) => api.transaction(transactionId, signal))), hasMore };
  });
  const { value, error } = found;
  return (
    <section>
      <h2>{words.uploads.duplicates}</h2>
      <p>{words.uploads.aboutDuplicates}</p>
      <Pending loaded={found} lines={4} />
      {!error && value && (
        <>
          <PlainTable
            label={words.uploads.duplicates}
            titles={[
              [words.fields.transactionDate],
              [words.fields.amount, 'numeric'],
              [words.fields.transactionReference],
              [words.uploads.repeats],
            ]}
            rows={value.rows.map(cellsOf)}
          />
          {value.hasMore && (
            <a href={hrefOf('transactions', { uploadId: id, transactionMatchState: 'Skip' })}>{words.uploads.allDuplicates}</a>
          )}
        </>
      )}
    </section>
  );
}

function cellsOf({ transactionId, transactionDate, amount, currency, transactionReference, comment }: TransactionDetail) {
  const first = firstOf(comment);
  return [
    <a href={hrefOf('transactions', { open: transactionId })}>
      <Time instant={transactionDate} />
    </a>,
    <Amount amount={amount} currency={currency} />,
    <Stored text={transactionReference} />,
    first ? <a href={hrefOf('transactions', { open: first })}>{words.detail.first}</a> : <Nothing />,
  ];
}
