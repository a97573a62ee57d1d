/** What a table stands in: where it is wider than the page it scrolls sideways, also by the keyboard. */
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

/** The head of a table that stands in a page as it is. */
export function Head({ titles }: { titles: readonly (readonly [title: ComponentChildren, align?: 'numeric' | undefined])[] }) {
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
