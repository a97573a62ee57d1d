/**
 * A table of rows, each of which opens something: by a click, by its link, or by `j`, `k` and Enter. Columns have widths of their own, so that
 * a row is laid out without a look at the others, and only when it comes into sight.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useKeys } from '../keys.js';
import { words } from '../words.js';
import { zone } from '../zone.js';
import { stepThrough } from './step-through.js';
import { TableBox } from './table-box.js';
import { type ListedRows, linksOf, markChosen, markOpen, putRows } from './table-rows.js';

/** The link that sorts by a column, and how it is sorted by it now. */
export interface ColumnSorting {
  href: string;
  now: 'ascending' | 'descending' | 'none';
}

export interface TableProps<Row> extends ListedRows<Row> {
  /** What the table is, for those who do not see it. */
  caption: string;
  sortingOf?: (column: string) => ColumnSorting | null;
  /** The key of the row that is open beside the table. */
  open?: string | null;
  /** Whether what it shows is about to be replaced. */
  stale?: boolean;
}

export function Table<Row>({ caption, sortingOf, open = null, stale = false, ...listed }: TableProps<Row>) {
  const { shown, rows, keyOf, hrefBefore, choice } = listed;
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = [shown, rows, hrefBefore, zone.value];
  useLayoutEffect(() => {
    if (body.current) putRows(body.current, { shown, rows, keyOf, hrefBefore, choice });
  }, drawn);
  useLayoutEffect(() => {
    if (body.current) markOpen(body.current, open);
  }, [...drawn, open]);
  useLayoutEffect(() => {
    if (body.current && choice) markChosen(body.current, choice.chosen);
  }, [...drawn, choice?.chosen]);
  const chooseFocused = () => {
    const key = (document.activeElement as HTMLElement | null)?.dataset.row;
    const box = key === undefined ? null : body.current?.querySelector<HTMLInputElement>(`input[data-row="${CSS.escape(key)}"]`);
    if (key === undefined || !box) return false;
    choice?.toggle(key);
    return true;
  };
  const step = (by: number) => stepThrough(body.current ? linksOf(body.current) : [], by);
  const hasLinks = hrefBefore !== undefined;
  useKeys({
    ...(hasLinks && {
      ...{ j: () => step(1), k: () => step(-1), ArrowDown: () => isIn(body) && step(1), ArrowUp: () => isIn(body) && step(-1) },
    }),
    ...(choice && { ' ': chooseFocused }),
  });
  return (
    <TableBox class={`list ${hasLinks ? 'list-of-links' : ''} ${stale ? 'stale' : ''}`} label={caption}>
      {/* The roles are its own; on narrow screens its lines are laid out as cards, by which browsers would forget them. */}
      <table role="table" style={widthsOf(shown, choice !== undefined)}>
        <caption class="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {choice && (
              <th scope="col" role="columnheader" class="choice">
                <span class="unseen">{words.table.choose}</span>
              </th>
            )}
            {shown.map(({ key, title, numeric }) => (
              <Title key={key} title={title} isNumeric={numeric === true} sorting={sortingOf?.(key) ?? null} />
            ))}
          </tr>
        </thead>
        {/* Its rows are not Preact's. */}
        <tbody
          ref={body}
          role="rowgroup"
          onChange={(event) => {
            const { row } = (event.target as HTMLElement).dataset;
            if (row !== undefined) choice?.toggle(row);
          }}
        />
      </table>
    </TableBox>
  );
}

function Title({ title, isNumeric, sorting }: { title: string; isNumeric: boolean; sorting: ColumnSorting | null }) {
  return (
    <th
      scope="col"
      role="columnheader"
      class={`${isNumeric ? 'numeric' : ''} ${sorting ? 'sorting' : ''}`.trim()}
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
  );
}

/** For the style sheet: columns of lines that know nothing of each other. */
function widthsOf(shown: readonly { rem: number }[], hasChoice: boolean): Record<string, string> {
  return {
    '--columns': (hasChoice ? '2.5rem ' : '') + shown.map(({ rem }) => `minmax(${rem}rem, ${rem}fr)`).join(' '),
    '--least': `${shown.reduce((sum, { rem }) => sum + rem, hasChoice ? 2.5 : 0)}rem`,
  };
}

function isIn({ current }: { current: HTMLElement | null }): boolean {
  return current?.contains(document.activeElement) ?? false;
}
