/** Settlement records that match some filters, one of them beside the list. Page and open record stand in the address. */
import type { SettlementRecord } from '../../../contract/records.js';
import { api } from '../../api.js';
import { dayText, decimalOfAmount, moneyText } from '../../format.js';
import { Beside } from '../../parts/drawer.js';
import { PagedList, usePage } from '../../parts/paged-list.js';
import { Empty } from '../../parts/states.js';
import type { ListColumn } from '../../parts/table-rows.js';
import { stateWord } from '../../parts/texts.js';
import { hrefBefore, type Parameters, place } from '../../router.js';
import { words } from '../../words.js';
import { RecordDetail } from './record-detail.js';

const pageRows = 100;
const text = words.records;

export function RecordList({ filters }: { filters: Parameters }) {
  const open = place.value.query.get('open');
  const list = usePage(api.records, filters, pageRows);
  return (
    <Beside drawer={open && <RecordDetail id={open} changed={list.again} />}>
      <PagedList<SettlementRecord>
        list={list}
        none={<Empty title={text.none} />}
        caption={words.shell.records}
        shown={columns}
        keyOf={({ recordId }) => recordId}
        hrefBefore={hrefBefore('open')}
        open={open}
      />
    </Beside>
  );
}

const amountText = (amount: number | null, currency: string | null) => amount !== null && moneyText(decimalOfAmount(amount), currency);

/** The day on which it counts. */
const dayOfRecord = ({ settlementDate, payoutDate, businessDate, transactionDate }: SettlementRecord) =>
  settlementDate ?? payoutDate ?? businessDate ?? transactionDate?.slice(0, 10);

const columns: readonly ListColumn<SettlementRecord>[] = [
  {
    ...{ key: 'day', title: text.settlementDate, rem: 7 },
    cell: (record) => {
      const day = dayOfRecord(record);
      return day && dayText(day);
    },
  },
  { key: 'amount', title: words.fields.amount, rem: 7, numeric: true, cell: ({ amount, currency }) => amountText(amount, currency) },
  { key: 'currency', title: words.fields.currency, rem: 5, isPlain: true, cell: ({ currency }) => currency },
  {
    key: 'state',
    title: words.fields.transactionState,
    rem: 7,
    isPlain: true,
    cell: ({ state, matchState }) => stateWord(state, matchState),
  },
  { key: 'type', title: text.type, rem: 7, cell: ({ type }) => type && words.payouts.types[type] },
  {
    ...{ key: 'fee', title: words.fields.fee, rem: 5, numeric: true },
    cell: ({ fee, currency, settlementCurrency }) => amountText(fee, settlementCurrency ?? currency),
  },
  { key: 'payoutId', title: words.fields.payoutId, rem: 7, cell: ({ payoutId }) => payoutId },
  { key: 'acquirerId', title: words.fields.acquirerId, rem: 7, cell: ({ acquirerId }) => acquirerId },
  { key: 'reference', title: words.fields.transactionReference, rem: 8, cell: ({ transactionReference }) => transactionReference },
];
