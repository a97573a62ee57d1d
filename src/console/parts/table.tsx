/** A table of rows, each of which opens something: by a click, by its link, or by `j`, `k` and Enter. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useKeys } from '../keys.js';
import { words } from '../words.js';

export interface ListColumn<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ComponentChildren;
  numeric?: boolean;
  /** Says what it is without its title, where the title does not stand above it. */
  isPlain?: boolean;
  /** The link that sorts by it, and how it is sorted by it now. */
  sorting?: { href: string; now: 'ascending' | 'descending' | 'none' };
}

interface TableProps<Row> {
  /** What the table is, for those who do not see it. */
  caption: string;
  shown: readonly ListColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Where a row leads; its first cell is that link. */
  hrefOf?: (row: Row) => string;
  /** The row that is open beside the table. */
  open?: string | null;
  /** Whether what it shows is about to be replaced. */
  stale?: boolean;
}

export function Table<Row>({ caption, shown, rows, keyOf, hrefOf, open = null, stale = false }: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const step = (by: number) => {
    const links = [...(body.current?.querySelectorAll<HTMLAnchorElement>('a[data-row]') ?? [])];
    if (links.length === 0) return false;
    const focused = links.indexOf(document.activeElement as HTMLAnchorElement);
    const opened = links.findIndex((link) => link.dataset.row === open);
    const from = focused >= 0 ? focused : opened;
    const next = links[from < 0 ? 0 : Math.max(0, Math.min(from + by, links.length - 1))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
    return true;
  };
  useKeys(
    hrefOf ? { j: () => step(1), k: () => step(-1), ArrowDown: () => isIn(body) && step(1), ArrowUp: () => isIn(body) && step(-1) } : {},
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be scrolled by the keyboard, too
    <section class={stale ? 'table-box list stale' : 'table-box list'} tabIndex={0} aria-label={caption}>
      {/* The roles are its own; on narrow screens its lines are laid out as cards, by which browsers would forget them. */}
      <table role="table">
        <caption class="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {shown.map(({ key, title, numeric, sorting }) => (
              <th
                key={key}
                scope="col"
                role="columnheader"
                class={classOf(numeric, sorting !== undefined)}
                {...(sorting && sorting.now !== 'none' && { 'aria-sort': sorting.now })}
              >
                {sorting ? (
                  <a class={`sort sort-${sorting.now}`} href={sorting.href} title={words.table.sortBy(title)}>
                    {title}
                  </a>
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} role="rowgroup">
          {rows.map((row) => (
            <Line key={keyOf(row)} row={row} id={keyOf(row)} shown={shown} href={hrefOf?.(row)} isOpen={keyOf(row) === open} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface LineProps<Row> {
  row: Row;
  id: string;
  shown: readonly ListColumn<Row>[];
  href: string | undefined;
  isOpen: boolean;
}

function Line<Row>({ row, id, shown, href, isOpen }: LineProps<Row>) {
  return (
    <tr role="row" class={isOpen ? 'row-open' : undefined}>
      {shown.map(({ key, title, cell, numeric, isPlain }, index) => (
        <td key={key} role="cell" class={numeric ? 'numeric' : undefined} data-title={isPlain ? undefined : title}>
          {index === 0 && href ? (
            <a class="row-link" href={href} data-row={id} {...(isOpen && { 'aria-current': 'true' })}>
              {cell(row)}
            </a>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function classOf(isNumeric = false, isSorting = false): string {
  return `${isNumeric ? 'numeric' : ''} ${isSorting ? 'sorting' : ''}`.trim();
}

function isIn({ current }: { current: HTMLElement | null }): boolean {
  return current?.contains(document.activeElement) ?? false;
}

/** Steps through pages of a list whose end is not known before it is reached. */
export function Paging({ page, hasMore, hrefOf }: { page: number; hasMore: boolean; hrefOf: (page: number) => string }) {
  if (page === 1 && !hasMore) return null;
  return (
    <nav class="paging" aria-label={words.table.pages}>
      {page > 1 ? (
        <a class="button" href={hrefOf(page - 1)} rel="prev">
          {words.table.previous}
        </a>
      ) : (
        <span class="button button-off">{words.table.previous}</span>
      )}
      <span>{words.table.page(page)}</span>
      {hasMore ? (
        <a class="button" href={hrefOf(page + 1)} rel="next">
          {words.table.next}
        </a>
      ) : (
        <span class="button button-off">{words.table.next}</span>
      )}
    </nav>
  );
}
