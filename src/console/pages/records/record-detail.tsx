/** One settlement record beside a list: its fields, its payout, what matching says of it, and what may be decided. */
import type { SettlementRecordDetail } from '../../../contract/records.js';
import { api } from '../../api.js';
import { dayText } from '../../format.js';
import { Amount, Facts, StateBadge, Stored, Time } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { words } from '../../words.js';
import { RowDrawer } from '../transactions/row-drawer.js';

export function RecordDetail({ id, changed }: { id: string; changed?: () => void }) {
  return (
    <RowDrawer
      side="Record"
      id={id}
      title={words.records.one}
      load={api.record}
      matchStateOf={({ matchState }) => matchState}
      isCompared={({ matchId, matchState }) => matchId !== null || matchState === 'Unmatched'}
      fields={(record, reason) => <Fields record={record} reason={reason} />}
      changed={changed}
    />
  );
}

const texts = ['terminalId', 'locationId', 'brandId', 'cardNumberMasked', 'transactionReference', 'orderId'] as const;
const textOf = (text: string | null) => text && <Stored text={text} />;
const dayOf = (day: string | null) => day && dayText(day);

function Fields({ record, reason }: { record: SettlementRecordDetail; reason: string | null }) {
  const { recordId, amount, currency, state, matchState, type, fee, netAmount, settlementCurrency, payoutId } = record;
  const paidIn = settlementCurrency ?? currency;
  const { records, fields, payouts } = words;
  const payout = (
    <a href={hrefOf(`payouts/${recordId}`)}>
      <Stored text={payoutId} />
    </a>
  );
  const facts = [
    [records.type, type && payouts.types[type]],
    [fields.fee, fee !== null && <Amount amount={fee} currency={paidIn} />],
    [records.netAmount, netAmount !== null && <Amount amount={netAmount} currency={paidIn} />],
    [fields.payoutId, payoutId !== null && payout],
    [fields.transactionDate, record.transactionDate && <Time instant={record.transactionDate} />],
    [records.settlementDate, dayOf(record.settlementDate)],
    [records.payoutDate, dayOf(record.payoutDate)],
    [records.respondBy, dayOf(record.respondBy)],
    [fields.businessDate, dayOf(record.businessDate)],
    [fields.acquirerId, textOf(record.acquirerId)],
    [records.merchantId, textOf(record.merchantId)],
    ...texts.map((name) => [fields[name], textOf(record[name])] as const),
    [records.description, textOf(record.description)],
  ] as const;
  return (
    <>
      <p class="detail-amount">
        <Amount amount={amount} currency={currency} />
        <StateBadge state={state} match={matchState} reason={reason} />
      </p>
      <Facts of={facts} />
      <p>
        <a href={hrefOf(`uploads/${record.uploadId}`)}>{words.detail.upload}</a>
      </p>
    </>
  );
}
