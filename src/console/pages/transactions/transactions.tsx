/** The transactions that match: filters, list, one of them beside it, and the way out as a file. What is shown is what the address says. */
import { useState } from 'preact/hooks';
import type { FoundTransaction } from '../../../contract/found-transaction.js';
import type { MoneyPart } from '../../../contract/money-parts.js';
import { api } from '../../api.js';
import { useLoaded } from '../../loaded.js';
import { Button } from '../../parts/button.js';
import { Beside } from '../../parts/drawer.js';
import { applyFilters, FilterBar, SlipSearch } from '../../parts/filter-bar.js';
import { Page } from '../../parts/page.js';
import { PagedList, usePage } from '../../parts/paged-list.js';
import { Empty } from '../../parts/states.js';
import { Money } from '../../parts/texts.js';
import { UploadLink } from '../../parts/upload-link.js';
import { hrefBefore, type Parameters, place } from '../../router.js';
import { words } from '../../words.js';
import { Detail } from './detail.js';
import { ExportDialog } from './export-dialog.js';
import { areForTotals, chipsOf, filtersOf, slipFields } from './filters.js';
import { ColumnChooser, shownColumns, sortingOf } from './shown-columns.js';

const pageRows = 100;

export function Transactions() {
  const { query } = place.value;
  const filters = filtersOf(query);
  const sorting = { 'sorting.key': query.get('sorting.key'), 'sorting.direction': query.get('sorting.direction') };
  const list = usePage(api.transactions, { ...filters, ...sorting }, pageRows);
  const open = query.get('open');
  const [dialog, setDialog] = useState<'columns' | 'export' | null>(null);
  const actions = (
    <>
      <Button text={words.transactions.columns} act={() => setDialog('columns')} />
      <Button text={words.transactions.export} act={() => setDialog('export')} disabled={!list.value || list.value.items.length === 0} />
    </>
  );
  return (
    <Page title={words.shell.transactions} actions={actions} wide>
      <FilterBar chips={chipsOf(query)} search={<SlipSearch fields={slipFields} />} />
      <Summary filters={filters} />
      <Beside drawer={open && <Detail id={open} changed={list.again} />}>
        <PagedList<FoundTransaction>
          list={list}
          none={<None isFiltered={Object.values(filters).some(Boolean)} />}
          caption={words.shell.transactions}
          shown={shownColumns.value}
          sortingOf={sortingOf}
          keyOf={({ transactionId }) => transactionId}
          hrefBefore={hrefBefore('open')}
          open={open}
        />
      </Beside>
      {dialog === 'columns' && <ColumnChooser close={() => setDialog(null)} />}
      {dialog === 'export' && <ExportDialog filters={{ ...filters, ...sorting }} close={() => setDialog(null)} />}
    </Page>
  );
}

function None({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty title={isFiltered ? words.transactions.noneMatch : words.transactions.none}>
      {isFiltered ? <Button text={words.filters.clear} act={() => applyFilters(filtersOf(new URLSearchParams()))} /> : <UploadLink />}
    </Empty>
  );
}

interface ListSums {
  rows: number;
  duplicates: number;
  sums: { currency: string | null; amount: string }[];
}

async function countTotals(filters: Parameters, signal: AbortSignal): Promise<ListSums> {
  const { items } = await api.totals({ ...filters, by: 'currency' }, signal);
  const count = (kind: 'imported' | 'duplicates' | 'notImported') => items.reduce((sum, item) => sum + item[kind].transactions, 0);
  const sums = items
    .filter(({ imported }) => imported.transactions > 0)
    .map(({ currency, imported }) => ({ currency, amount: imported.net }));
  return { rows: count('imported') + count('duplicates') + count('notImported'), duplicates: count('duplicates'), sums };
}

async function countPart(part: MoneyPart, filters: Parameters, signal: AbortSignal): Promise<ListSums> {
  const { items } = await api.money(filters, signal);
  const sums = items.filter((item) => item[part].transactions > 0).map((item) => ({ currency: item.currency, amount: item[part].amount }));
  return { rows: items.reduce((sum, item) => sum + item[part].transactions, 0), duplicates: 0, sums };
}

/** What all that match come to, counted by the server; a line that is always there, so that nothing moves. */
function Summary({ filters: { moneyPart, ...filters } }: { filters: Parameters }) {
  const isAsked = areForTotals(filters);
  const part = moneyPart && moneyPart in words.money.parts ? (moneyPart as MoneyPart) : null;
  const key = isAsked ? `${part} ${JSON.stringify(filters)}` : null;
  const { value, isCurrent } = useLoaded(key, (signal) => (part ? countPart(part, filters, signal) : countTotals(filters, signal)));
  if (!isAsked) return <p class="summary quiet">{words.transactions.notCounted}</p>;
  if (!value) return <p class="summary" aria-hidden="true" />;
  const { rows, duplicates, sums } = value;
  const shown = sums.slice(0, summaryCurrenciesMax);
  return (
    <p class={isCurrent ? 'summary' : 'summary stale'}>
      <strong>{words.transactions.count(rows, duplicates)}</strong>
      {shown.length > 0 && <span class="quiet"> · {words.transactions.net} </span>}
      {shown.map(({ currency, amount }, index) => (
        <span key={currency ?? ''}>
          {index > 0 && <span class="quiet"> · </span>}
          <Money decimal={amount} currency={currency} />
        </span>
      ))}
      {sums.length > shown.length && <span class="quiet"> {words.transactions.moreCurrencies(sums.length - shown.length)}</span>}
    </p>
  );
}

const summaryCurrenciesMax = 4;
