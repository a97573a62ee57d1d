/**
 * A table of rows, each of which opens something: by a click, by its link, or by `j`, `k` and Enter. Columns have widths of their own, so that
 * a row is laid out without a look at the others, and only when it comes into sight; of a long list the first rows are there a frame
 * before the rest.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../keys.js';
import { words } from '../words.js';
import { TableBox } from './table-box.js';
import { Nothing } from './texts.js';

export interface ListColumn<Row> {
  key: string;
  title: string;
  /** A text, or more than one; without either the cell is empty, and has a dash to be seen. */
  cell: (row: Row) => ComponentChildren;
  /** More about a cell, for a pointer that rests on it. */
  hint?: (row: Row) => string | null;
  /** The least width in rem, and the share in what is left over. */
  rem: number;
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
  const isWhole = useAfterPaint() || rows.length <= firstRows;
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
    <TableBox class={`list ${hrefOf ? 'list-of-links' : ''} ${stale ? 'stale' : ''}`} label={caption}>
      {/* The roles are its own; on narrow screens its lines are laid out as cards, by which browsers would forget them. */}
      <table role="table" style={widthsOf(shown)}>
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
          {(isWhole ? rows : rows.slice(0, firstRows)).map((row) => (
            <Line key={keyOf(row)} row={row} id={keyOf(row)} shown={shown} href={hrefOf?.(row)} isOpen={keyOf(row) === open} />
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** More than any window shows. */
const firstRows = 100;

/** False until what was shown first has been painted. */
function useAfterPaint(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setAfter(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isAfter;
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
      {shown.map(({ key, title, cell, hint, numeric, isPlain }, index) => (
        <td
          key={key}
          role="cell"
          class={numeric ? 'numeric' : undefined}
          data-title={isPlain ? undefined : title}
          title={hint?.(row) ?? undefined}
        >
          {index === 0 && href ? (
            <a class="row-link" href={href} data-row={id} {...(isOpen && { 'aria-current': 'true' })}>
              {cell(row) || <Nothing />}
            </a>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** For the style sheet: columns of lines that know nothing of each other. */
function widthsOf(shown: readonly { rem: number }[]): Record<string, string> {
  return {
    '--columns': shown.map(({ rem }) => `minmax(${rem}rem, ${rem}fr)`).join(' '),
    '--least': `${shown.reduce((sum, { rem }) => sum + rem, 0)}rem`,
  };
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
