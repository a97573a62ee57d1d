/** How a dialog with an action ends: what went wrong, and its two buttons. Without `act`, the action is sending the form around it. */
import { words } from '../words.js';
import { Button } from './button.js';
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
        <Button text={words.cancel} act={close} />
        <Button look={danger ? 'danger' : 'main'} text={label} act={act} aria-disabled={action.busy} />
      </div>
    </>
  );
}
