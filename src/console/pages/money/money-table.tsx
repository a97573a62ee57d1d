/** The table of money of one currency: the parts add up to what was sold. Lines that most months lack stand where they are not 0. */
import type { MoneyItem } from '../../../contract/money.js';
import type { SoldPart } from '../../../contract/money-parts.js';
import { isZero, negated } from '../../format.js';
import { Money, Stored } from '../../parts/texts.js';
import { hrefOf, type Parameters } from '../../router.js';
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
  kind?: 'part' | 'sum' | 'bad';
}

interface MoneyTableProps {
  item: MoneyItem;
  from: string;
  to: string;
}

export function MoneyTable({ item, from, to }: MoneyTableProps) {
  const { currency, withoutAmount } = item;
  const name = currency === null ? words.noCurrency : <Stored text={currency} />;
  return (
    <section class="card money-card">
      <table class="money-table">
        <caption>{name}</caption>
        <tbody>
          {linesOf(item, from, to).map(({ title, amount, count, more, href, kind }) => (
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
                {count} {more}
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

/** Reasons of sales that some settlement record may be, without proof. */
const reasonsToCheck = 'AmountDiffers,CurrencyDiffers,FieldDiffers,Unbalanced,PostedTwice,Ambiguous,Nearby,AmountAlone,Incomplete';

function linesOf(item: MoneyItem, from: string, to: string): TableLine[] {
  const { money } = words;
  const period = { ...periodOf(from, to), currency: item.currency, transactionState: 'Processed' };
  const sales = (title: string, { transactions, amount }: MoneyItem['sold'], filters: Parameters): TableLine => ({
    ...{ title, amount, count: words.transactions.counted(transactions) },
    href: transactions > 0 ? listHref({ ...period, ...filters }) : null,
  });
  const part = (name: SoldPart, filters: Parameters): TableLine => ({ kind: 'part', ...sales(money.parts[name], item[name], filters) });
  const ifAny = (name: SoldPart, filters: Parameters) => (item[name].transactions > 0 ? [part(name, filters)] : []);
  const plain = (title: string, amount: string): TableLine[] => (isZero(amount) ? [] : [{ title, amount, href: payouts }]);
  const records = (title: string, sum: MoneyItem['takenBack']): TableLine[] =>
    sum.records > 0 ? [{ title, amount: sum.amount, count: words.uploads.rowsOf(sum.records, 'Settlement'), href: payouts }] : [];
  // Files are told to users of the whole tenant alone.
  const isWhole = tenant.value?.extent === 'tenant';
  const payouts = hrefOf('payouts', { dateFrom: from, currency: item.currency });
  const open = (name: SoldPart, reason: string): TableLine => ({
    ...part(name, {}),
    ...(item[name].transactions > 0 && {
      href: hrefOf('exceptions', { reason, side: name === 'toCheck' ? 'Sale' : null, dayFrom: from, dayTo: to, currency: item.currency }),
    }),
  });
  const openIfAny = (name: SoldPart, reason: string) => (item[name].transactions > 0 ? [open(name, reason)] : []);
  return [
    { ...sales(money.sold, item.sold, {}), kind: 'sum' },
    { ...part('paid', { transactionMatchState: 'Match' }), more: item.payouts ? money.inPayouts(item.payouts) : null },
    part('notDue', { openReason: 'Waiting' }),
    { ...open('overdue', 'NotSettled'), ...(item.overdue.transactions > 0 && { kind: 'bad' }) },
    ...openIfAny('toDecide', 'Proposed'),
    ...openIfAny('toCheck', reasonsToCheck),
    ...ifAny('missingFile', { openReason: 'Waiting' }).map((line) => ({
      ...line,
      ...(isWhole && { href: hrefOf('exceptions', { reason: 'NoFile' }) }),
    })),
    ...ifAny('notCovered', { openReason: 'NotCovered' }),
    ...ifAny('setAside', { transactionMatchState: 'Skip' }),
    ...ifAny('notMatched', { transactionMatchState: 'Unmatched' }),
    { title: money.fees, amount: negated(item.fees), href: isZero(item.fees) ? null : payouts },
    ...plain(money.difference, item.difference),
    ...records(money.takenBack, item.takenBack),
    ...plain(money.corrections, item.corrections),
    ...(item.withoutRecords.transactions > 0 ? [sales(money.withoutRecords, item.withoutRecords, { transactionMatchState: 'Match' })] : []),
    ...records(money.withoutNet, item.withoutNet),
    { title: money.paidOut, amount: item.paidOut.amount, kind: 'sum', href: item.paidOut.records > 0 ? payouts : null },
    ...(item.cash.transactions > 0 ? [sales(money.cash, item.cash, { transactionMatchState: 'NotApplicable' })] : []),
  ];
}
