/** A dialog over the page: the browser's own, which keeps the focus within and gives it back. Esc and a click beside it close it. One with an action ends with its button. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words.js';
import type { Action } from './action.js';
import { Button } from './button.js';
import { submitted } from './field.js';
import { Problem } from './states.js';

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

interface ActionProps {
  title: string;
  /** What the action is called; as the dialog, where it is not said. */
  label?: string;
  action: Pick<Action, 'busy' | 'problem'>;
  close: () => void;
}

interface ConfirmProps extends ActionProps {
  /** What will happen, in a sentence. */
  text: string;
  danger?: boolean;
  confirm: () => unknown;
}

export function Confirm({ title, label = title, text, danger = false, action, confirm, close }: ConfirmProps) {
  return (
    <Dialog title={title} close={close}>
      <p>{text}</p>
      <DialogEnd action={action} label={label} look={danger ? 'danger' : 'main'} close={close} act={confirm} />
    </Dialog>
  );
}

interface FormDialogProps extends ActionProps {
  send: (data: FormData) => unknown;
  onInput?: (event: InputEvent) => void;
  children: ComponentChildren;
}

export function FormDialog({ title, label = title, action, send, onInput, close, children }: FormDialogProps) {
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={submitted(send)} onInput={onInput}>
        {children}
        <DialogEnd action={action} label={label} close={close} />
      </form>
    </Dialog>
  );
}

interface DialogEndProps extends Omit<ActionProps, 'title'> {
  look?: 'main' | 'danger';
  /** Without it, the action is sending the form around it. */
  act?: () => unknown;
}

/** What went wrong, and the two buttons. */
function DialogEnd({ action, label, look = 'main', close, act }: DialogEndProps) {
  return (
    <>
      <Problem text={action.problem} />
      <div class="dialog-actions">
        <Button text={words.cancel} act={close} />
        <Button look={look} text={label} act={act} aria-disabled={action.busy} />
      </div>
    </>
  );
}
