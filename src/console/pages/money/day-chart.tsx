/** Sales by day, stacked by brand: a chart, what its colours are, and the same as a table, whose figures are the server's own. */
import { useMemo } from 'preact/hooks';
import type { Totals, TotalsItem } from '../../../contract/totals.js';
import { api } from '../../api.js';
import { dayText, moneyText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { Chart, type StackedBars, Swatch, seriesMax } from '../../parts/chart.js';
import { Failure, Waiting } from '../../parts/states.js';
import { PlainTable } from '../../parts/table-box.js';
import { Money, Stored } from '../../parts/texts.js';
import { go } from '../../router.js';
import { words } from '../../words.js';
import { dayAfter } from '../../zone.js';
import { listHref, periodOf } from '../transactions/filters.js';

/** More bars than this nobody can tell apart. */
const daysMax = 400;

interface DayChartProps {
  from: string;
  to: string;
  currency: string | null;
}

export function DayChart({ from, to, currency }: DayChartProps) {
  const filters = { ...periodOf(from, to), currency };
  const key = `${from} ${to} ${currency}`;
  // Three answers of the server, so that no sum is made here: by day and brand for the bars, by day and by brand for what is read.
  const loaded = useLoaded(key, async (signal) => {
    const [bars, days, brands] = await Promise.all(['day,brand', 'day', 'brand'].map((by) => api.totals({ ...filters, by }, signal)));
    return { bars: bars as Totals, days: days as Totals, brands: brands as Totals, currency };
  });
  const { value, error, isCurrent } = loaded;
  const shown = useMemo(() => value && chartOf(value.bars, value.brands, value.currency), [value]);
  if (error) return <Failure error={error} again={loaded.again} />;
  if (!value || !shown) return <Waiting lines={9} />;
  const days = value.days.items.filter((item) => item.currency === value.currency);
  const ofDay = new Map(days.map((item) => [item.day ?? '', item]));
  const about = (index: number) => {
    const day = shown.bars.days[index] ?? '';
    const lines = shown.brands.flatMap(({ label, brandIds }, series) => {
      const items = brandIds.flatMap((brandId) => shown.items.get(`${day} ${brandId}`) ?? []);
      // Several brands in one colour have no sum of their own.
      const [only] = items;
      return only && brandIds.length === 1 ? [{ label, value: moneyText(only.imported.sales.amount, value.currency), series }] : [];
    });
    const whole = ofDay.get(day);
    return [
      ...lines,
      ...(whole ? [{ label: words.money.salesTile, value: moneyText(whole.imported.sales.amount, value.currency), series: null }] : []),
    ];
  };
  const brandsShown = value.brands.items.filter((item) => item.currency === value.currency && item.imported.sales.transactions > 0);
  return (
    <div class={isCurrent ? undefined : 'stale'}>
      <Chart
        bars={shown.bars}
        label={words.money.chartLabel(dayText(from), dayText(to), value.currency ?? words.noCurrency)}
        heightText={(height) => moneyText(String(height), 'JPY')}
        about={about}
        choose={(index) => {
          const day = shown.bars.days[index];
          if (day) go(listHref({ ...periodOf(day, day), currency: value.currency, transactionState: 'Processed' }));
        }}
      />
      <ul class="legend" aria-label={words.fields.brandId}>
        {shown.brands.map(({ label, brandIds }, series) => {
          const item = brandIds.length === 1 ? brandsShown.find(({ brandId }) => (brandId ?? null) === brandIds[0]) : undefined;
          return (
            <li key={label}>
              <span>
                <Swatch series={series} />{' '}
                {item?.brandId ? (
                  <a href={listHref({ ...filters, brandId: item.brandId, transactionState: 'Processed' })}>
                    <Stored text={label} />
                  </a>
                ) : (
                  <Stored text={label} />
                )}
              </span>
              {item && <Money decimal={item.imported.sales.amount} currency={value.currency} bare />}
            </li>
          );
        })}
      </ul>
      <p class="quiet">{words.money.daysOfTills}</p>
      <DayTable days={days} currency={value.currency} />
    </div>
  );
}

interface BrandSeries {
  label: string;
  /** Null is the sales without one. */
  brandIds: (string | null)[];
}

interface DayFigures {
  bars: StackedBars;
  brands: BrandSeries[];
  items: Map<string, TotalsItem>;
}

function chartOf({ items }: Totals, { items: byBrand }: Totals, currency: string | null): DayFigures {
  const own = items.filter((item) => item.currency === currency && item.imported.sales.transactions > 0 && item.day);
  const order = byBrand
    .filter((item) => item.currency === currency && item.imported.sales.transactions > 0)
    .sort((one, other) => Number(other.imported.sales.amount) - Number(one.imported.sales.amount))
    .map(({ brandId }) => brandId ?? null);
  const ownSeries = order.length > seriesMax ? seriesMax - 1 : order.length;
  const brands: BrandSeries[] = order
    .slice(0, ownSeries)
    .map((brandId) => ({ label: brandId ?? words.money.noBrand, brandIds: [brandId] }));
  const others = order.slice(ownSeries);
  if (others.length > 0) brands.push({ label: words.money.otherBrands(others.length), brandIds: others });
  const found = new Map(own.map((item) => [`${item.day} ${item.brandId ?? null}`, item]));
  const days = daysOf(own);
  const heightOf = (day: string, brandId: string | null) => Number(found.get(`${day} ${brandId}`)?.imported.sales.amount ?? 0);
  const series = brands.map(({ label, brandIds }) => ({
    label,
    heights: days.map((day) => brandIds.reduce((sum, brandId) => sum + heightOf(day, brandId), 0)),
  }));
  return { bars: { days, series }, brands, items: found };
}

/** From the first to the last day with sales, without gaps. */
function daysOf(items: readonly TotalsItem[]): string[] {
  const days = items.map(({ day }) => day ?? '').sort();
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return [];
  const all: string[] = [];
  for (let day = first; day <= last && all.length < daysMax; day = dayAfter(day, 1)) all.push(day);
  return all.at(-1) === last ? all : [...new Set(days)].slice(-daysMax);
}

function DayTable({ days, currency }: { days: readonly TotalsItem[]; currency: string | null }) {
  return (
    <details class="day-table">
      <summary>{words.money.asTable}</summary>
      <PlainTable
        label={words.money.asTable}
        titles={[[words.day], [words.money.salesTile, 'numeric'], [words.money.refunds, 'numeric'], [words.money.net, 'numeric']]}
        rows={days.map(({ day, imported }) => [
          day ? (
            <a href={listHref({ ...periodOf(day, day), currency, transactionState: 'Processed' })}>{dayText(day)}</a>
          ) : (
            words.money.noDay
          ),
          ...[imported.sales.amount, imported.refunds.amount, imported.net].map((sum) => <Money decimal={sum} currency={currency} bare />),
        ])}
        hasHeads
      />
    </details>
  );
}
