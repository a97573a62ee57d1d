/** One settlement record beside a list: its fields, its payout, what matching says of it, and what may be decided. */
import type { SettlementRecordDetail } from '../../../contract/records.js';
import { api } from '../../api.js';
import { dayText } from '../../format.js';
import { afterDecision, useLoaded } from '../../loaded.js';
import { Drawer } from '../../parts/drawer.js';
import { Failure, Pending } from '../../parts/states.js';
import { Amount, Fact, StateBadge, Stored, Time } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { mayDecide } from '../../session.js';
import { words } from '../../words.js';
import { Decide } from '../transactions/decide.js';
import { loadSettled, type SettledRow, Settlement } from '../transactions/settlement.js';

interface RecordDetailProps {
  id: string;
  close: () => void;
  changed?: () => void;
}

export function RecordDetail({ id, close, changed }: RecordDetailProps) {
  const detail = useLoaded(id, (signal) => api.record(id, signal));
  const { value, error, isCurrent } = detail;
  const isAsked = value !== undefined && isCurrent && (value.matchId !== null || value.matchState === 'Unmatched');
  const settlement = useLoaded(isAsked ? id : null, (signal) => loadSettled('Record', id, signal));
  const settled = isAsked && settlement.value?.explanation.id === value.recordId ? settlement.value : null;
  const again = () => {
    for (const loaded of [detail, settlement]) loaded.again();
    changed?.();
  };
  const row: SettledRow = { side: 'Record', id, matchState: value?.matchState ?? '' };
  return (
    <Drawer id={id} title={words.records.one} close={close}>
      <Pending loaded={detail} lines={12} />
      {!error && value && (
        <div class={isCurrent ? undefined : 'stale'}>
          <Fields record={value} reason={settled?.explanation.reason ?? null} />
          {settlement.error && <Failure error={settlement.error} again={settlement.again} />}
          {settled && <Settlement row={row} settled={settled} />}
          {mayDecide.value && settled && <Decide key={id} row={row} settled={settled} changed={() => afterDecision(again)} />}
        </div>
      )}
    </Drawer>
  );
}

function Fields({ record, reason }: { record: SettlementRecordDetail; reason: string | null }) {
  const { recordId, amount, currency, state, matchState, type, fee, netAmount, settlementCurrency, payoutId } = record;
  const { transactionDate, businessDate, settlementDate, payoutDate, acquirerId, merchantId, uploadId, respondBy } = record;
  const days = { settlementDate, payoutDate, respondBy, businessDate };
  const paidIn = settlementCurrency ?? currency;
  const texts = { acquirerId, merchantId, ...pick(record) };
  return (
    <>
      <p class="detail-amount">
        <Amount amount={amount} currency={currency} />
        <StateBadge state={state} match={matchState} reason={reason} />
      </p>
      <dl class="facts">
        {type !== null && <Fact name={words.records.type}>{words.payouts.types[type]}</Fact>}
        {fee !== null && (
          <Fact name={words.records.fee}>
            <Amount amount={fee} currency={paidIn} />
          </Fact>
        )}
        {netAmount !== null && (
          <Fact name={words.records.netAmount}>
            <Amount amount={netAmount} currency={paidIn} />
          </Fact>
        )}
        {payoutId !== null && (
          <Fact name={words.records.payoutId}>
            <a href={hrefOf(`payouts/${recordId}`)}>
              <Stored text={payoutId} />
            </a>
          </Fact>
        )}
        {transactionDate !== null && (
          <Fact name={words.fields.transactionDate}>
            <Time instant={transactionDate} />
          </Fact>
        )}
        {(Object.keys(days) as (keyof typeof days)[]).map((name) => {
          const day = days[name];
          return (
            day && (
              <Fact key={name} name={name === 'businessDate' ? words.fields[name] : words.records[name]}>
                {dayText(day)}
              </Fact>
            )
          );
        })}
        {(Object.keys(texts) as (keyof typeof texts)[]).map((name) => {
          const text = texts[name];
          return (
            text && (
              <Fact key={name} name={name === 'merchantId' || name === 'description' ? words.records[name] : words.fields[name]}>
                <Stored text={text} />
              </Fact>
            )
          );
        })}
      </dl>
      <p>
        <a href={hrefOf(`uploads/${uploadId}`)}>{words.detail.upload}</a>
      </p>
    </>
  );
}

function pick({ terminalId, locationId, brandId, cardNumberMasked, transactionReference, orderId, description }: SettlementRecordDetail) {
  return { terminalId, locationId, brandId, cardNumberMasked, transactionReference, orderId, description };
}
