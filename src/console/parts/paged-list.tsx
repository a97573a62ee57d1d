/** A page of a list: its table, what stands in its place, and the steps to other pages. Its number stands in the address. */
import type { ComponentChildren } from 'preact';
import { type Loaded, useLoaded } from '../loaded.js';
import { hrefWith, type Parameters, place } from '../router.js';
import { words } from '../words.js';
import { Pending } from './states.js';
import { Table, type TableProps } from './table.js';

interface ListPage<Row> {
  items: readonly Row[];
  hasMore: boolean;
}

const pageNow = (): number => Number(place.value.query.get('pageNumber') ?? 1);

/** The page of that list that the address names; `pageSize` where it does not say how many rows. */
export function usePage<Found extends ListPage<unknown>>(
  load: (query: Parameters, signal: AbortSignal) => Promise<Found>,
  filters: Parameters,
  pageSize: number,
): Loaded<Found> {
  const asked = { ...filters, pageSize: place.value.query.get('pageSize') ?? pageSize, pageNumber: pageNow() };
  return useLoaded(JSON.stringify(asked), (signal) => load(asked, signal));
}

interface PagedListProps<Row> extends Omit<TableProps<Row>, 'rows' | 'stale'> {
  list: Loaded<ListPage<Row>>;
  /** In place of a table without rows. */
  none: ComponentChildren;
}

export function PagedList<Row>({ list, none, ...table }: PagedListProps<Row>) {
  const { value, error, isCurrent } = list;
  return (
    <>
      <Pending loaded={list} lines={12} />
      {!error && value?.items.length === 0 && none}
      {!error && value && value.items.length > 0 && <Table<Row> {...table} rows={value.items} stale={!isCurrent} />}
      {value && <Paging page={pageNow()} hasMore={value.hasMore} />}
    </>
  );
}

/** Steps through pages of a list whose end is not known before it is reached. */
function Paging({ page, hasMore }: { page: number; hasMore: boolean }) {
  if (page === 1 && !hasMore) return null;
  const step = (to: number, text: string, rel: string, isThere: boolean) =>
    isThere ? (
      <a class="button" href={hrefWith({ pageNumber: to === 1 ? null : to, open: null })} rel={rel}>
        {text}
      </a>
    ) : (
      <span class="button button-off">{text}</span>
    );
  return (
    <nav class="paging" aria-label={words.table.pages}>
      {step(page - 1, words.table.previous, 'prev', page > 1)}
      <span>{words.table.page(page)}</span>
      {step(page + 1, words.table.next, 'next', hasMore)}
    </nav>
  );
}
