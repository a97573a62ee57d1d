/** The frame of a page: its name, in the window's title as well, what can be done, and what it shows. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { place } from '../router.js';
import { words } from '../words.js';

interface PageProps {
  title: string;
  /** What stands before the title: where this page belongs. */
  above?: ComponentChildren;
  /** Buttons and links beside the title. */
  actions?: ComponentChildren;
  wide?: boolean;
  children: ComponentChildren;
}

export function Page({ title, above, actions, wide = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { path } = place.value;
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  const arrived = useRef(path);
  useEffect(() => {
    // Who goes on with the keyboard or a screen reader starts at the new page's name.
    if (arrived.current !== path || document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    arrived.current = path;
  }, [path]);
  return (
    <main id="main" class={wide ? 'page page-wide' : 'page'}>
      <header class="page-head">
        <div class="page-name">
          {above && <div class="above">{above}</div>}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </main>
  );
}
