/** How a dialog with an action ends: what went wrong, and its two buttons. Without `act`, the action is sending the form around it. */
import { words } from '../words.js';
import { Problem } from './states.js';

interface DialogEndProps {
  action: { problem: string | null; busy: boolean };
  /** What the action is called. */
  label: string;
  /** Where what it does is hard to take back. */
  danger?: boolean;
  close: () => void;
  act?: () => void;
}

export function DialogEnd({ action, label, danger = false, close, act }: DialogEndProps) {
  return (
    <>
      <Problem text={action.problem} />
      <div class="dialog-actions">
        <button type="button" class="button" onClick={close}>
          {words.cancel}
        </button>
        <button
          type={act ? 'button' : 'submit'}
          class={danger ? 'button button-danger' : 'button button-main'}
          aria-disabled={action.busy}
          onClick={act}
        >
          {label}
        </button>
      </div>
    </>
  );
}
