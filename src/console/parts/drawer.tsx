/** What is open beside a list: its own landmark, closed by Esc, after which one is back in the list. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useKeys } from '../keys.js';
import { words } from '../words.js';

interface DrawerProps {
  /** What is open; another one starts at its top. */
  id: string;
  title: string;
  close: () => void;
  children: ComponentChildren;
}

export function Drawer({ id, title, close, children }: DrawerProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [id]);
  useKeys({ Escape: close });
  return (
    <aside ref={box} class="drawer" aria-label={title}>
      <header class="drawer-head">
        <h2>{title}</h2>
        <button type="button" class="icon-button" onClick={close} aria-label={words.close} title={words.closeByKey}>
          <span aria-hidden="true">×</span>
        </button>
      </header>
      {children}
    </aside>
  );
}
