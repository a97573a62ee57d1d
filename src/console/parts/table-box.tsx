/** Tables that stand in a page as they are. One that is wider than the page scrolls sideways, also by the keyboard. */
import type { ComponentChildren } from 'preact';

interface TableBoxProps {
  /** What the table is, for those who do not see it. */
  label: string;
  class?: string;
  children: ComponentChildren;
}

export function TableBox({ label, class: more = '', children }: TableBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be scrolled by the keyboard, too
    <section class={`table-box ${more}`.trim()} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** Title of each column, and whether it has numbers. */
type ColumnTitles = readonly (readonly [title: ComponentChildren, align?: 'numeric' | undefined])[];

export function Head({ titles }: { titles: ColumnTitles }) {
  return (
    <thead>
      <tr>
        {titles.map(([title, align], at) => (
          <th key={at} scope="col" class={align}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface PlainTableProps {
  label: string;
  class?: string;
  titles: ColumnTitles;
  /** Cells of each row. */
  rows: readonly (readonly ComponentChildren[])[];
  /** The first cell of a row says what the row is. */
  hasHeads?: boolean;
}

/** A table of rows that are all alike. */
export function PlainTable({ label, class: looks, titles, rows, hasHeads = false }: PlainTableProps) {
  return (
    <TableBox label={label}>
      <table class={looks}>
        <Head titles={titles} />
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, at) =>
                hasHeads && at === 0 ? (
                  <th key={at} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={at} class={titles[at]?.[1]}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
