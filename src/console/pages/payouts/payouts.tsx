/** The payouts of the tenant, the latest first, and whether each adds up. */
import type { Payout } from '../../../contract/payouts.js';
import { api } from '../../api.js';
import { countText, dayText, moneyText } from '../../format.js';
import { choiceChip, daysChip, filtersIn, textChips } from '../../parts/chips.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { Page } from '../../parts/page.js';
import { PagedList, usePage } from '../../parts/paged-list.js';
import { Empty } from '../../parts/states.js';
import type { ListColumn } from '../../parts/table-rows.js';
import type { TonedWord } from '../../parts/texts.js';
import { hrefOf, place } from '../../router.js';
import { tenant } from '../../session.js';
import { words } from '../../words.js';

const pageRows = 50;
const text = words.payouts;

export function Payouts() {
  const { query } = place.value;
  // What a whole payout is, a user of some units is not told.
  const isWhole = tenant.value?.extent === 'tenant';
  const filters = filtersIn(query, ['status', 'dateFrom', 'dateTo', 'currency', 'acquirerId', 'payoutId']);
  const list = usePage(api.payouts, filters, pageRows);
  const chips = [
    ...(isWhole ? [choiceChip(query, 'status', text.status, text.statuses)] : []),
    daysChip(query, ['dateFrom', 'dateTo'], words.day),
    ...textChips(query, ['currency', 'acquirerId', 'payoutId']),
  ];
  return (
    <Page title={words.shell.payouts} wide>
      <FilterBar chips={chips} search={null} />
      <PagedList<Payout>
        list={list}
        none={<Empty title={text.none} />}
        caption={words.shell.payouts}
        shown={isWhole ? columns : ownColumns}
        keyOf={({ id }) => id}
        hrefBefore={hrefOf('payouts/')}
      />
    </Page>
  );
}

const tones: Record<string, TonedWord['tone']> = { Balanced: 'good', Differs: 'bad' };

/** Whether it adds up; null where that may not be told. */
export function payoutWord({ status }: Payout): TonedWord | null {
  return status && { text: text.statuses[status], tone: tones[status] ?? 'warn' };
}

export const accountOf = ({ acquirerId, merchantId }: Pick<Payout, 'acquirerId' | 'merchantId'>): string =>
  [acquirerId, merchantId].filter(Boolean).join(' ');

const ownColumns: readonly ListColumn<Payout>[] = [
  { key: 'date', title: words.day, rem: 7, cell: ({ date }) => date && dayText(date) },
  { key: 'net', title: text.net, rem: 7, numeric: true, cell: ({ net, currency }) => moneyText(net, currency) },
  { key: 'currency', title: words.fields.currency, rem: 5, isPlain: true, cell: ({ currency }) => currency },
  { key: 'payoutId', title: words.fields.payoutId, rem: 9, cell: ({ payoutId }) => payoutId },
  { key: 'account', title: text.account, rem: 9, cell: accountOf },
  { key: 'records', title: text.lines, rem: 5, numeric: true, cell: ({ records }) => countText(records) },
  { key: 'fees', title: words.money.fees, rem: 6, numeric: true, cell: ({ fees, currency }) => moneyText(fees, currency) },
];

const columns: readonly ListColumn<Payout>[] = [
  ...ownColumns.slice(0, 3),
  { key: 'status', title: text.status, rem: 8, isPlain: true, cell: payoutWord },
  { key: 'paid', title: text.paid, rem: 7, numeric: true, cell: ({ paid, currency }) => paid && moneyText(paid, currency) },
  ...ownColumns.slice(3),
];
