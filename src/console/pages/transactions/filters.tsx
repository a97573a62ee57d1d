/** The filters of transactions: every one that is documented, and what stands on a slip. Their names are those of the API. */
import { dayText, moneyText } from '../../format.js';
import { choiceChip, filtersIn, rangeText, textChip, textChips } from '../../parts/chips.js';
import { typedIn } from '../../parts/field.js';
import { type FilterChip, FilterField } from '../../parts/filter-bar.js';
import { hrefOf, hrefWith, type Parameters } from '../../router.js';
import { words } from '../../words.js';
import { clockOf, dayAfter, dayOf, endOfDay, instantAt, startOfDay, timeText, today } from '../../zone.js';

const texts = ['currency', 'brandId', 'terminalId', 'transactionReference', 'orderId', 'locationId', 'uploadId', 'cardLastFour'] as const;
export const slipFields = (['transactionReference', 'orderId', 'cardLastFour', 'locationId'] as const).map(
  (name) => [name, words.fields[name]] as const,
);

const filterNames = [
  ...texts,
  'amountFrom',
  'amountTo',
  'transactionDateFrom',
  'transactionDateTo',
  'transactionState',
  'transactionMatchState',
  'openReason',
  'moneyPart',
] as const;

/** Which of them totals do not know. */
const ofSearch: readonly string[] = ['transactionReference', 'orderId', 'locationId', 'cardLastFour', 'openReason', 'moneyPart'];

/** The filters that the address has. */
export function filtersOf(query: URLSearchParams): Parameters {
  return filtersIn(query, filterNames);
}

/** Whether totals can be asked with the same filters. */
export function areForTotals(filters: Parameters): boolean {
  return ofSearch.every((name) => !filters[name]);
}

/** A list with these filters. */
export function listHref(filters: Parameters): string {
  return hrefOf('transactions', filters);
}

/** The filters of a period of days in the chosen zone; an end that is not given is open. */
export function periodOf(from: string | null, to: string | null): Parameters {
  return { transactionDateFrom: from && startOfDay(from), transactionDateTo: to && endOfDay(to) };
}

/** Reasons that a sale can have. */
const reasonsOfSales = Object.fromEntries(
  Object.entries(words.states.reasons).filter(
    ([code]) => !['SettledTwice', 'NoSale', 'Chargeback', 'NoFile', 'NoSales', 'PayoutDiffers', 'Duplicate'].includes(code),
  ),
);

export function chipsOf(query: URLSearchParams): FilterChip[] {
  return [
    dateChip(query),
    amountChip(query),
    textChip(query, 'currency', words.fields.currency, { maxLength: 1024, autocapitalize: 'characters', size: 6 }),
    ...textChips(query, ['brandId', 'terminalId']),
    choiceChip(query, 'transactionState', words.fields.transactionState, words.states.transactionStates),
    { ...choiceChip(query, 'transactionMatchState', words.fields.transactionMatchState, words.states.matchStates), rare: true },
    { ...choiceChip(query, 'openReason', words.fields.openReason, reasonsOfSales), rare: true },
    { ...choiceChip(query, 'moneyPart', words.fields.moneyPart, words.money.parts), rare: true },
    ...textChips(query, ['transactionReference', 'orderId', 'locationId', 'cardLastFour', 'uploadId']).map((chip) => ({
      ...chip,
      rare: true,
    })),
  ];
}

/** As the API reads a number; a comma is what many keyboards give for its point, and doubtful before three digits. */
const AMOUNT = /^[+-]?\d+(?:\.\d+|,\d{1,2})?$/;

function amountChip(query: URLSearchParams): FilterChip {
  const from = query.get('amountFrom');
  const to = query.get('amountTo');
  return {
    names: ['amountFrom', 'amountTo'],
    label: words.fields.amount,
    value: rangeText(from && moneyText(from, null), to && moneyText(to, null)),
    form: () => (
      <>
        <FilterField name="amountFrom" label={words.filters.from} inputmode="decimal" />
        <FilterField name="amountTo" label={words.filters.to} inputmode="decimal" />
      </>
    ),
    read: (data) => {
      const changes: Parameters = {};
      for (const name of ['amountFrom', 'amountTo']) {
        const text = typedIn(data, name);
        if (text !== '' && !AMOUNT.test(text)) return words.filters.noAmount(text);
        changes[name] = text.replace(',', '.');
      }
      return changes;
    },
  };
}

function dateChip(query: URLSearchParams): FilterChip {
  const from = query.get('transactionDateFrom');
  const to = query.get('transactionDateTo');
  return {
    names: ['transactionDateFrom', 'transactionDateTo'],
    label: words.fields.transactionDate,
    value: rangeText(from && boundText(from, '00:00:00'), to && boundText(to, '23:59:59')),
    form: () => <DateForm from={from} to={to} />,
    read: (data) => {
      const changes: Parameters = {};
      for (const [name, edge] of [['From', '00:00:00'] as const, ['To', '23:59:59'] as const]) {
        const day = String(data.get(`day${name}`) ?? '');
        const time = String(data.get(`time${name}`) || edge);
        const whole = time.length === 5 ? `${time}:${edge.slice(6)}` : time;
        changes[`transactionDate${name}`] =
          day === '' ? null : instantAt(day, whole, name === 'To' && whole.endsWith(':59') ? '.9999999' : '');
      }
      return changes;
    },
  };
}

function boundText(instant: string, edge: string): string {
  if (Number.isNaN(Date.parse(instant))) return instant;
  return clockOf(instant) === edge ? dayText(dayOf(instant)) : timeText(instant);
}

function DateForm({ from, to }: { from: string | null; to: string | null }) {
  const days = (instant: string | null) => (instant === null || Number.isNaN(Date.parse(instant)) ? '' : dayOf(instant));
  const time = (instant: string | null, edge: string) => {
    if (instant === null || Number.isNaN(Date.parse(instant))) return '';
    return clockOf(instant) === edge ? '' : clockOf(instant);
  };
  return (
    <>
      <div class="presets">
        {presets().map(([label, first, last]) => (
          <a key={label} class="chip" href={hrefWith({ pageNumber: null, open: null, ...periodOf(first, last) })}>
            {label}
          </a>
        ))}
      </div>
      <fieldset class="choices">
        <legend>{words.filters.from}</legend>
        <input type="date" name="dayFrom" aria-label={words.filters.fromDay} defaultValue={days(from)} />
        <input type="time" step={1} name="timeFrom" aria-label={words.filters.fromTime} defaultValue={time(from, '00:00:00')} />
      </fieldset>
      <fieldset class="choices">
        <legend>{words.filters.to}</legend>
        <input type="date" name="dayTo" aria-label={words.filters.toDay} defaultValue={days(to)} />
        <input type="time" step={1} name="timeTo" aria-label={words.filters.toTime} defaultValue={time(to, '23:59:59')} />
      </fieldset>
    </>
  );
}

/** Periods that people ask for, as first and last day. */
export function presets(): readonly (readonly [string, string, string])[] {
  const now = today();
  const monthStart = `${now.slice(0, 7)}-01`;
  const lastOfMonthBefore = dayAfter(monthStart, -1);
  return [
    [words.periods.today, now, now],
    [words.periods.yesterday, dayAfter(now, -1), dayAfter(now, -1)],
    [words.periods.week, dayAfter(now, -6), now],
    [words.periods.month, monthStart, now],
    [words.periods.monthBefore, `${lastOfMonthBefore.slice(0, 7)}-01`, lastOfMonthBefore],
    [words.periods.year, `${now.slice(0, 4)}-01-01`, now],
  ];
}
