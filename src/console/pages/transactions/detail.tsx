/** One transaction beside the list: its fields, what goes with it, why it is in its state, and what became of it. */
import type { TransactionHistory } from '../../../contract/history.js';
import type { TransactionDetail } from '../../../contract/transaction.js';
import { api } from '../../api.js';
import { dayText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { Button } from '../../parts/button.js';
import { tell } from '../../parts/notice.js';
import { Amount, Facts, StateBadge, Stored, Time } from '../../parts/texts.js';
import { hrefOf, hrefWith } from '../../router.js';
import { words } from '../../words.js';
import { RowDrawer } from './row-drawer.js';

interface DetailProps {
  id: string;
  /** Called when something was decided. */
  changed?: () => void;
}

export function Detail({ id, changed }: DetailProps) {
  const history = useLoaded(id, async (signal) => <Story history={await api.history(id, signal)} />);
  return (
    <RowDrawer
      side="Sale"
      id={id}
      title={words.detail.title}
      load={api.transaction}
      matchStateOf={({ transactionMatchState }) => transactionMatchState}
      isCompared={isCompared}
      fields={(transaction, reason) => <Fields transaction={transaction} reason={reason} />}
      below={history}
      changed={changed}
    />
  );
}

/** Whether matching has said anything of it. Of an open one it does so in its comment, and where there are no records, it has none. */
const isCompared = ({ transactionMatchState, comment }: TransactionDetail): boolean =>
  transactionMatchState === 'Match' || transactionMatchState === 'Skip' || comment !== null;

type TextField = {
  [Name in keyof TransactionDetail]: TransactionDetail[Name] extends string | null ? Name : never;
}[keyof TransactionDetail];

/** What identifies it and the place; dates, states and amount have their own lines, and `panEncrypted` is never shown. */
const textFields = [
  'brandId',
  'cardNumberMasked',
  'terminalId',
  'locationId',
  'transactionReference',
  'orderId',
  'transactionSequenceCounter',
  'authorisationCode',
  'acquirerId',
  'applicationId',
] as const satisfies readonly TextField[];

function Fields({ transaction, reason }: { transaction: TransactionDetail; reason: string | null }) {
  const { amount, currency, transactionState, transactionMatchState, comment, additionalData, transactionId } = transaction;
  const { businessDate, transactionDate, eftTransactionDate, transactionTypes } = transaction;
  const date = (
    <>
      <Time instant={transactionDate} />
      {transactionDate !== null && <span class="quiet as-given">{words.detail.asGiven(transactionDate)}</span>}
    </>
  );
  const id = (
    <>
      <code>{transactionId}</code> <Copy text={transactionId} />
    </>
  );
  const facts = [
    [words.fields.transactionDate, date],
    [words.fields.eftTransactionDate, eftTransactionDate && <Time instant={eftTransactionDate} />],
    [words.fields.businessDate, businessDate && dayText(businessDate)],
    ...textFields.map((name) => [words.fields[name], <Stored text={transaction[name]} />] as const),
    [words.fields.transactionTypes, <Stored text={transactionTypes.length === 0 ? null : transactionTypes.join(', ')} />],
    [words.fields.transactionId, id],
  ] as const;
  return (
    <>
      <p class="detail-amount">
        <Amount amount={amount} currency={currency} />
        <StateBadge state={transactionState} match={transactionMatchState} reason={firstOf(comment) ? 'Duplicate' : reason} />
      </p>
      {comment !== null && <Comment text={comment} />}
      <Facts of={facts} />
      {additionalData.length > 0 && (
        <>
          <h3>{words.fields.additionalData}</h3>
          <Facts of={additionalData.map(({ key, value, type }) => [<Stored text={key} />, additional(value, type)])} />
        </>
      )}
    </>
  );
}

const additional = (value: string, type: string | null | undefined) => (
  <>
    <Stored text={value} />
    {type && (
      <span class="quiet">
        {' '}
        (<Stored text={type} />)
      </span>
    )}
  </>
);

/** The transaction that one repeats, by its comment; null for one that is no duplicate. */
export const firstOf = (comment: string | null): string | null =>
  /^Duplicate of ([0-9a-f]{8}-[0-9a-f-]{27})$/i.exec(comment ?? '')?.[1] ?? null;

/** A duplicate leads to what it repeats. */
function Comment({ text }: { text: string }) {
  const id = firstOf(text);
  return (
    <p class="note">
      {id ? (
        <>
          {words.detail.duplicate} <a href={hrefWith({ open: id })}>{words.detail.first}</a>
        </>
      ) : (
        <Stored text={text} />
      )}
    </p>
  );
}

function Story({ history: { items, uploadId, index } }: { history: TransactionHistory }) {
  return (
    <>
      <h3>{words.detail.history}</h3>
      <ol class="story">
        {items.map(({ at, to, from, reason, by }) => (
          <li key={`${at} ${reason}`}>
            <div>
              <Stored text={words.detail.reasons[reason] ?? reason} />{' '}
              {to && (to.transactionState !== from?.transactionState || to.transactionMatchState !== from?.transactionMatchState) && (
                <StateBadge state={to.transactionState} match={to.transactionMatchState} />
              )}
            </div>
            <div class="quiet">
              <Time instant={at} /> · {by === 'import' ? words.detail.byImport : <Stored text={by} />}
            </div>
          </li>
        ))}
      </ol>
      {uploadId && (
        <p>
          <a href={hrefOf(`uploads/${uploadId}`)}>{words.detail.upload}</a>
          {index !== undefined && <span class="quiet"> {words.detail.place(index + 1)}</span>}
        </p>
      )}
    </>
  );
}

function Copy({ text }: { text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => tell(words.detail.copied),
      () => tell(words.detail.notCopied, 'bad'),
    );
  return <Button text={words.detail.copy} act={copy} class="link-button no-print" />;
}
