/** The rows of an upload that repeat others, each with a link to what it repeats; the first few, and the way to all. */
import type { TransactionDetail } from '../../../contract/transaction.js';
import { api } from '../../api.js';
import { useLoaded } from '../../loaded.js';
import { Pending } from '../../parts/states.js';
import { Head, TableBox } from '../../parts/table-box.js';
import { Amount, Nothing, Stored, Time } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { words } from '../../words.js';

const rowsShown = 10;
const OF = /([0-9a-f]{8}-[0-9a-f-]{27})$/i;

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
          <TableBox label={words.uploads.duplicates}>
            <table>
              <Head
                titles={[
                  [words.fields.transactionDate],
                  [words.fields.amount, 'numeric'],
                  [words.fields.transactionReference],
                  [words.uploads.repeats],
                ]}
              />
              <tbody>
                {value.rows.map((row) => (
                  <Repeat key={row.transactionId} row={row} />
                ))}
              </tbody>
            </table>
          </TableBox>
          {value.hasMore && (
            <a href={hrefOf('transactions', { uploadId: id, transactionMatchState: 'Skip' })}>{words.uploads.allDuplicates}</a>
          )}
        </>
      )}
    </section>
  );
}

function Repeat({ row }: { row: TransactionDetail }) {
  const [, first] = OF.exec(row.comment ?? '') ?? [];
  return (
    <tr>
      <td>
        <a href={hrefOf('transactions', { open: row.transactionId })}>
          <Time instant={row.transactionDate} />
        </a>
      </td>
      <td class="numeric">
        <Amount amount={row.amount} currency={row.currency} />
      </td>
      <td>{row.transactionReference === null ? <Nothing /> : <Stored text={row.transactionReference} />}</td>
      <td>{first ? <a href={hrefOf('transactions', { open: first })}>{words.detail.first}</a> : <Nothing />}</td>
    </tr>
  );
}
