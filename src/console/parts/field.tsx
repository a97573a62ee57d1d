/** A field of a form with its label; what else is given is of its input. */
import { useId } from 'preact/hooks';

export interface FieldProps {
  name: string;
  label: string;
  [attribute: string]: unknown;
}

export function Field({ label, ...input }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} autocomplete="off" {...input} />
    </div>
  );
}
