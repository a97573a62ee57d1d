/** The day at a glance: what was sold in a period, in one currency; the last uploads; and what somebody should look at. All of it leads into lists. */
import { useMemo } from 'preact/hooks';
import type { TotalsItem } from '../../../contract/totals.js';
import { api } from '../../api.js';
import { dayText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { Page } from '../../parts/page.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { Money, Stored } from '../../parts/texts.js';
import { hrefOf, hrefWith, place } from '../../router.js';
import { mayDrop, mayRead, tenant } from '../../session.js';
import { words } from '../../words.js';
import { dayAfter, dayOf, today } from '../../zone.js';
import { listHref, periodOf } from '../transactions/filters.js';
import { Attention } from './attention.js';
import { DayChart } from './day-chart.js';
import { LastUploads } from './last-uploads.js';
import { PeriodForm } from './period-form.js';

const daysShown = 30;

export function Overview() {
  const { query } = place.value;
  const to = query.get('to') ?? today();
  const from = query.get('from') ?? dayAfter(to, 1 - daysShown);
  const key = mayRead.value ? `${tenant.value?.tenantId} ${from} ${to}` : null;
  const period = periodOf(from, to);
  const byCurrency = useLoaded(key, (signal) => api.totals({ ...period, by: 'currency' }, signal));
  const items = useMemo(() => [...(byCurrency.value?.items ?? [])].sort((one, other) => rowsOf(other) - rowsOf(one)), [byCurrency.value]);
  const asked = query.get('currency');
  const item = items.find(({ currency }) => (currency ?? noCode) === asked) ?? items[0];
  return (
    <Page title={words.overview.title} actions={<PeriodForm from={from} to={to} />}>
      {byCurrency.error && <Failure error={byCurrency.error} again={byCurrency.again} />}
      {!mayRead.value && <Empty title={words.overview.notReading} />}
      {mayRead.value && !byCurrency.error && (
        <section class={byCurrency.isCurrent ? 'day' : 'day stale'} aria-label={words.overview.sales}>
          {items.length > 1 && <Currencies items={items} chosen={item?.currency ?? null} />}
          {!byCurrency.value && <Waiting lines={10} />}
          {byCurrency.value && !item && <NothingSold />}
          {item && (
            <>
              <Tiles item={item} period={{ from, to }} />
              <DayChart from={from} to={to} currency={item.currency} />
            </>
          )}
        </section>
      )}
      <div class="pair">
        {mayRead.value && <LastUploads />}
        <Attention />
      </div>
    </Page>
  );
}

/** In the address, for transactions without a currency. */
const noCode = '-';

function rowsOf({ imported, notImported }: TotalsItem): number {
  return imported.transactions + notImported.transactions;
}

function Currencies({ items, chosen }: { items: readonly TotalsItem[]; chosen: string | null }) {
  return (
    <nav class="tabs" aria-label={words.fields.currency}>
      {items.map(({ currency }) => (
        <a
          key={currency ?? noCode}
          href={hrefWith({ currency: currency ?? noCode })}
          {...(currency === chosen && { 'aria-current': 'true' })}
        >
          {currency === null ? words.noCurrency : <Stored text={currency} />}
        </a>
      ))}
    </nav>
  );
}

function Tiles({
  item: { currency, imported, notImported },
  period: { from, to },
}: {
  item: TotalsItem;
  period: { from: string; to: string };
}) {
  const filters = { ...periodOf(from, to), currency };
  const isIn = { ...filters, transactionState: 'Processed' };
  // The API has no filter "below zero": nothing is finer than the finest amount it takes.
  const tiles = [
    {
      name: words.overview.salesTile,
      decimal: imported.sales.amount,
      rows: imported.sales.transactions,
      href: listHref({ ...isIn, amountFrom: '0' }),
    },
    {
      name: words.overview.refunds,
      decimal: imported.refunds.amount,
      rows: imported.refunds.transactions,
      href: listHref({ ...isIn, amountTo: '-0.0001' }),
    },
    { name: words.overview.net, decimal: imported.net, rows: imported.transactions, href: listHref(isIn), isMain: true },
    {
      name: words.overview.notImported,
      decimal: notImported.net,
      rows: notImported.transactions,
      href: listHref({ ...filters, transactionState: 'Unprocessed' }),
      isBad: notImported.transactions > 0,
    },
  ];
  return (
    <ul class="tiles">
      {tiles.map(({ name, decimal, rows, href, isMain, isBad }) => (
        <li key={name}>
          <a class={`tile${isMain ? ' tile-main' : ''}${isBad ? ' tile-bad' : ''}`} href={href}>
            <span class="tile-name">{name}</span>
            <span class="tile-value">
              <Money decimal={decimal} currency={currency} />
            </span>
            <span class="tile-rows">{words.transactions.counted(rows)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Nothing in the period; the way to where there is something. */
function NothingSold() {
  const latest = useLoaded(`${tenant.value?.tenantId} latest`, (signal) => api.transactions({ pageSize: 1 }, signal));
  const date = latest.value?.items[0]?.transactionDate;
  if (!latest.value) return <Waiting lines={6} />;
  if (!date) {
    return (
      <Empty title={words.overview.empty}>
        <p>{words.overview.emptyNext}</p>
        {mayDrop.value && (
          <a class="button button-main" href={hrefOf('upload')}>
            {words.upload.title}
          </a>
        )}
      </Empty>
    );
  }
  const to = dayOf(date);
  return (
    <Empty title={words.overview.noneInPeriod}>
      <a class="button" href={hrefWith({ from: dayAfter(to, 1 - daysShown), to, currency: null })}>
        {words.overview.toLatest(dayText(to))}
      </a>
    </Empty>
  );
}
