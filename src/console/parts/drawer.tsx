/** An item that is open beside a list, by `open` in the address: its own landmark, where the keyboard goes on. Esc closes it and leads back to the list. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useKeys } from '../keys.js';
import { go, hrefWith } from '../router.js';
import { words } from '../words.js';
import { Button } from './button.js';

interface DrawerProps {
  /** Id of the open item; another item starts at its top. */
  id: string;
  title: string;
  children: ComponentChildren;
}

export function Drawer({ id, title, children }: DrawerProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
    box.current?.focus();
  }, [id]);
  const leave = () => {
    // The row that was opened, or where the list begins, if that row has left it.
    const back = document.querySelector<HTMLElement>('main a[aria-current=true]') ?? document.querySelector('h1');
    go(hrefWith({ open: null }));
    back?.focus();
  };
  useKeys({ Escape: leave });
  return (
    <aside ref={box} class="drawer" aria-label={title} tabIndex={-1}>
      <header class="drawer-head">
        <h2>{title}</h2>
        <Button look="icon" text="×" act={leave} aria-label={words.close} title={words.closeByKey} />
      </header>
      {children}
    </aside>
  );
}

/** A list, with the drawer of what is open beside it. */
export function Beside({ drawer, children }: { drawer: ComponentChildren; children: ComponentChildren }) {
  return (
    <div class={drawer ? 'beside beside-open' : 'beside'}>
      <div class="beside-list">{children}</div>
      {drawer}
    </div>
  );
}
