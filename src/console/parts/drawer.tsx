/** An item that is open beside a list: its own landmark. Esc closes it and leads back to the list. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useKeys } from '../keys.js';
import { words } from '../words.js';

interface DrawerProps {
  /** Id of the open item; another item starts at its top. */
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
