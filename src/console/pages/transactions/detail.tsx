/** One transaction beside the list: its fields, what goes with it, why it is in its state, and what became of it. */
import type { TransactionHistory } from '../../../contract/history.js';
import type { TransactionDetail } from '../../../contract/transaction.js';
import { api } from '../../api.js';
import { dayText } from '../../format.js';
import { afterDecision, useLoaded } from '../../loaded.js';
import { Button } from '../../parts/button.js';
import { Drawer } from '../../parts/drawer.js';
import { tell } from '../../parts/notice.js';
import { Failure, Pending } from '../../parts/states.js';
import { Amount, Fact, Nothing, StateBadge, Stored, Time } from '../../parts/texts.js';
import { hrefOf, hrefWith } from '../../router.js';
import { mayDecide } from '../../session.js';
import { words } from '../../words.js';
import { Decide } from './decide.js';
import { isCompared, loadSettled, type SettledRow, Settlement } from './settlement.js';

interface DetailProps {
  id: string;
  close: () => void;
  /** Called when something was decided. */
  changed?: () => void;
}

export function Detail({ id, close, changed }: DetailProps) {
  const detail = useLoaded(id, (signal) => api.transaction(id, signal));
  const history = useLoaded(id, (signal) => api.history(id, signal));
  const { value, error, isCurrent } = detail;
  const isAsked = value !== undefined && isCurrent && isCompared(value);
  const settlement = useLoaded(isAsked ? id : null, (signal) => loadSettled('Sale', id, signal));
  const settled = isAsked && settlement.value?.explanation.id === value.transactionId ? settlement.value : null;
  const again = () => {
    for (const loaded of [detail, settlement, history]) loaded.again();
    changed?.();
  };
  const row: SettledRow = { side: 'Sale', id, matchState: value?.transactionMatchState ?? '' };
  // The history waits for the settlement above it, so that nothing moves.
  const hasSettlement = !isAsked || settled !== null || settlement.error !== null;
  return (
    <Drawer id={id} title={words.detail.title} close={close}>
      <Pending loaded={detail} lines={12} />
      {!error && value && (
        <div class={isCurrent ? undefined : 'stale'}>
          <Fields transaction={value} reason={settled?.explanation.reason ?? null} />
          {hasSettlement && !settlement.error && <Settlement row={row} settled={settled} />}
          {mayDecide.value && hasSettlement && !settlement.error && (
            <Decide key={id} row={row} settled={settled} changed={() => afterDecision(again)} />
          )}
          {settlement.error && <Failure error={settlement.error} again={settlement.again} />}
          {hasSettlement && history.value && history.isCurrent && <Story history={history.value} />}
          {history.error && <Failure error={history.error} again={history.again} />}
        </div>
      )}
    </Drawer>
  );
}

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
  return (
    <>
      <p class="detail-amount">
        <Amount amount={amount} currency={currency} />
        <StateBadge
          state={transactionState}
          match={transactionMatchState}
          reason={comment !== null && DUPLICATE.test(comment) ? 'Duplicate' : reason}
        />
      </p>
      {comment !== null && <Comment text={comment} />}
      <dl class="facts">
        <Fact name={words.fields.transactionDate}>
          <Time instant={transactionDate} />
          {transactionDate !== null && <span class="quiet as-given">{words.detail.asGiven(transactionDate)}</span>}
        </Fact>
        {eftTransactionDate !== null && (
          <Fact name={words.fields.eftTransactionDate}>
            <Time instant={eftTransactionDate} />
          </Fact>
        )}
        {businessDate !== null && <Fact name={words.fields.businessDate}>{dayText(businessDate)}</Fact>}
        {textFields.map((name) => {
          const value = transaction[name];
          return (
            <Fact key={name} name={words.fields[name]}>
              {value === null ? <Nothing /> : <Stored text={value} />}
            </Fact>
          );
        })}
        <Fact name={words.fields.transactionTypes}>
          {transactionTypes.length === 0 ? <Nothing /> : <Stored text={transactionTypes.join(', ')} />}
        </Fact>
        <Fact name={words.fields.transactionId}>
          <code>{transactionId}</code> <Copy text={transactionId} />
        </Fact>
      </dl>
      {additionalData.length > 0 && (
        <>
          <h3>{words.detail.additional}</h3>
          <dl class="facts">
            {additionalData.map(({ key, value, type }, index) => (
              <Fact key={index} name={<Stored text={key} />}>
                <Stored text={value} />
                {type && (
                  <span class="quiet">
                    {' '}
                    (<Stored text={type} />)
                  </span>
                )}
              </Fact>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

const DUPLICATE = /^Duplicate of ([0-9a-f]{8}-[0-9a-f-]{27})$/i;

/** A duplicate leads to what it repeats. */
function Comment({ text }: { text: string }) {
  const [, id] = DUPLICATE.exec(text) ?? [];
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
