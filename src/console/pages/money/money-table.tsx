/** The table of money of one currency: the parts add up to what was sold. Lines that most months lack stand where they are not 0. */
import type { MoneyItem } from '../../../contract/money.js';
import type { MoneyPart, SoldPart } from '../../../contract/money-parts.js';
import { isZero, negated } from '../../format.js';
import { Currency, Money } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { tenant } from '../../session.js';
import { words } from '../../words.js';
import { listHref, periodOf } from '../transactions/filters.js';

interface TableLine {
  title: string;
  amount: string;
  count?: string | null;
  more?: string | null;
  /** Where its rows are; absent where there are none. */
  href?: string | null;
  /** Where somebody sees more, or decides about them. */
  open?: { href: string; title: string };
  kind?: 'part' | 'sum' | 'bad';
}

interface MoneyTableProps {
  item: MoneyItem;
  from: string;
  to: string;
}

export function MoneyTable({ item, from, to }: MoneyTableProps) {
  const { currency, withoutAmount } = item;
  return (
    <section class="card money-card">
      <table class="money-table">
        <caption>
          <Currency code={currency} />
        </caption>
        <tbody>
          {linesOf(item, from, to).map(({ title, amount, count, more, href, open, kind }) => (
            <tr key={title} class={kind && `money-${kind}`}>
              <th scope="row">
                {href ? (
                  <a class="row-link" href={href}>
                    {title}
                  </a>
                ) : (
                  title
                )}
              </th>
              <td class="quiet">
                {count} {more} {open && <a href={open.href}>{open.title}</a>}
              </td>
              <td class="numeric">
                <Money decimal={amount} currency={currency} bare />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {withoutAmount > 0 && <p class="quiet">{words.money.withoutAmount(words.transactions.counted(withoutAmount))}</p>}
    </section>
  );
}

/** Where somebody decides about sales of a part. */
const reasonsOf: Partial<Record<MoneyPart, string>> = {
  overdue: 'NotSettled',
  toDecide: 'Proposed',
  toCheck: 'VoidPaid,AmountDiffers,CurrencyDiffers,FieldDiffers,Unbalanced,PostedTwice,Ambiguous,Nearby,AmountAlone,Incomplete',
  missingFile: 'NoFile',
};

function linesOf(item: MoneyItem, from: string, to: string): TableLine[] {
  const { money, shell } = words;
  const { currency } = item;
  // Files are told to users of the whole tenant alone.
  const isWhole = tenant.value?.extent === 'tenant';
  // Payouts may have more than these sales: their sums are others.
  const payouts = { open: { href: hrefOf('payouts', { dateFrom: from, currency }), title: shell.payouts } };
  const openHref = (name: MoneyPart) => {
    const reason = reasonsOf[name];
    if (reason === undefined || (reason === 'NoFile' && !isWhole)) return null;
    const rows = { side: name === 'toCheck' ? 'Sale' : null, dayFrom: from, dayTo: to, currency };
    return hrefOf('exceptions', reason === 'NoFile' ? { reason } : { reason, ...rows });
  };
  const part = (name: MoneyPart): TableLine => {
    const { transactions, amount } = item[name];
    const line = { title: money.parts[name], amount, count: words.transactions.counted(transactions) };
    if (transactions === 0) return line;
    const open = openHref(name);
    const href = listHref({ ...periodOf(from, to), currency, moneyPart: name });
    return { ...line, href, ...(open !== null && { open: { href: open, title: shell.exceptions } }) };
  };
  const ofSold = (name: SoldPart): TableLine => ({ kind: 'part', ...part(name) });
  const ifAny = (name: SoldPart) => (item[name].transactions > 0 ? [ofSold(name)] : []);
  const plain = (title: string, amount: string): TableLine[] => (isZero(amount) ? [] : [{ title, amount }]);
  const records = (title: string, sum: MoneyItem['takenBack']): TableLine[] =>
    sum.records > 0 ? [{ title, amount: sum.amount, count: words.uploads.rowsOf(sum.records, 'Settlement'), ...payouts }] : [];
  const { withoutRecords } = item;
  return [
    { ...part('sold'), kind: 'sum' },
    { ...ofSold('paid'), more: item.payouts ? money.inPayouts(item.payouts) : null },
    ofSold('notDue'),
    { ...ofSold('overdue'), ...(item.overdue.transactions > 0 && { kind: 'bad' }) },
    ...(['toDecide', 'toCheck', 'missingFile', 'notCovered', 'setAside', 'notMatched'] as const).flatMap(ifAny),
    { title: money.fees, amount: negated(item.fees), ...(!isZero(item.fees) && payouts) },
    ...plain(money.difference, item.difference),
    ...records(money.takenBack, item.takenBack),
    ...plain(money.corrections, item.corrections),
    ...(withoutRecords.transactions > 0
      ? [
          {
            ...part('paid'),
            title: money.withoutRecords,
            amount: withoutRecords.amount,
            count: words.transactions.counted(withoutRecords.transactions),
          },
        ]
      : []),
    ...records(money.withoutNet, item.withoutNet),
    { title: money.paidOut, amount: item.paidOut.amount, kind: 'sum', ...(item.paidOut.records > 0 && payouts) },
    ...(item.cash.transactions > 0 ? [part('cash')] : []),
  ];
}
