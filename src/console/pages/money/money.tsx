/** The first page: what was sold by card in a period and what became of it, sales by day, the last uploads, and what somebody should look at. */
import { useMemo } from 'preact/hooks';
import type { MoneyItem } from '../../../contract/money.js';
import { api } from '../../api.js';
import { dayText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { Page } from '../../parts/page.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { Currency } from '../../parts/texts.js';
import { UploadLink } from '../../parts/upload-link.js';
import { hrefWith, place } from '../../router.js';
import { mayRead } from '../../session.js';
import { words } from '../../words.js';
import { dayOf, today } from '../../zone.js';
import { periodOf } from '../transactions/filters.js';
import { Attention } from './attention.js';
import { DayChart } from './day-chart.js';
import { LastUploads } from './last-uploads.js';
import { MoneyTable } from './money-table.js';
import { PeriodForm } from './period-form.js';

const monthStart = (day: string) => `${day.slice(0, 7)}-01`;

export function MoneyPage() {
  const { query } = place.value;
  const to = query.get('to') ?? today();
  const from = query.get('from') ?? monthStart(to);
  const key = mayRead.value ? `${from} ${to}` : null;
  const money = useLoaded(key, (signal) => api.money(periodOf(from, to), signal));
  const { value, error, isCurrent } = money;
  const items = useMemo(() => value?.items.filter(soldOf).sort((one, other) => soldOf(other) - soldOf(one)), [value]);
  const asked = query.get('currency');
  const charted = items?.find(({ currency }) => (currency ?? noCode) === asked) ?? items?.[0];
  return (
    <Page title={words.shell.money} actions={<PeriodForm from={from} to={to} />}>
      {error && <Failure error={error} again={money.again} />}
      {!mayRead.value && <Empty title={words.money.notReading} />}
      {mayRead.value && !error && !value && <Waiting lines={10} />}
      {!error && items?.length === 0 && <NothingSold />}
      {!error && charted && items && (
        <div class={isCurrent ? 'day' : 'day stale'}>
          {value?.matching === 'Pending' && <p class="note">{words.money.pending}</p>}
          {value?.matching === 'None' && <p class="note">{words.money.noRecords}</p>}
          <div class="pair">
            {items.map((item) => (
              <MoneyTable key={item.currency ?? noCode} item={item} from={from} to={to} />
            ))}
          </div>
          <h2>{words.money.byDay}</h2>
          {items.length > 1 && <Currencies codes={items.map(({ currency }) => currency)} chosen={charted.currency} />}
          <DayChart from={from} to={to} currency={charted.currency} />
        </div>
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

const soldOf = ({ sold, cash }: MoneyItem): number => sold.transactions + cash.transactions;

/** Whose chart is shown. */
function Currencies({ codes, chosen }: { codes: readonly (string | null)[]; chosen: string | null }) {
  return (
    <nav class="tabs" aria-label={words.fields.currency}>
      {codes.map((currency) => (
        <a
          key={currency ?? noCode}
          href={hrefWith({ currency: currency ?? noCode })}
          {...(currency === chosen && { 'aria-current': 'true' })}
        >
          <Currency code={currency} />
        </a>
      ))}
    </nav>
  );
}

/** Nothing in the period; the way to where there is something. */
function NothingSold() {
  const latest = useLoaded('latest', (signal) => api.transactions({ pageSize: 1 }, signal));
  const date = latest.value?.items[0]?.transactionDate;
  if (!latest.value) return <Waiting lines={6} />;
  if (!date) {
    return (
      <Empty title={words.money.empty}>
        <p>{words.money.emptyNext}</p>
        <UploadLink />
      </Empty>
    );
  }
  const to = dayOf(date);
  return (
    <Empty title={words.money.noneInPeriod}>
      <a class="button" href={hrefWith({ from: monthStart(to), to, currency: null })}>
        {words.money.toLatest(dayText(to))}
      </a>
    </Empty>
  );
}
