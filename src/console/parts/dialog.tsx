/** A dialog over the page: the browser's own, which keeps the focus within and gives it back. Esc and a click beside it close it. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words.js';
import { Button } from './button.js';
import { DialogEnd } from './dialog-end.js';

interface DialogProps {
  title: string;
  close: () => void;
  children: ComponentChildren;
  wide?: boolean;
}

export function Dialog({ title, close, children, wide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before it is painted: what is typed at once is typed here.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    const before = document.activeElement;
    shown.showModal();
    // The browser begins at the button that closes it.
    shown.querySelector<HTMLElement>('input, select, .button-main')?.focus();
    return () => {
      shown.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the same by the keyboard
    <dialog
      ref={dialog}
      class={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <Button look="icon" text="×" act={close} aria-label={words.close} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  /** What will happen, in a sentence. */
  text: string;
  yes: string;
  danger?: boolean;
  busy: boolean;
  problem?: string | null;
  confirm: () => void;
  close: () => void;
}

export function Confirm({ title, text, yes, danger = false, busy, problem = null, confirm, close }: ConfirmProps) {
  return (
    <Dialog title={title} close={close}>
      <p>{text}</p>
      <DialogEnd action={{ problem, busy }} label={yes} danger={danger} close={close} act={confirm} />
    </Dialog>
  );
}
