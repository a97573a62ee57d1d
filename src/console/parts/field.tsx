/** Fields of a form with their labels, a choice of one of several, and what was filled in. What else is given is of the input. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

type Choices = readonly (readonly [value: string, text: string])[];

export interface FieldProps {
  label: string;
  /** One of these is chosen; without them something is typed. */
  options?: Choices;
  /** How many lines are seen of what may have several. */
  lines?: number;
  [attribute: string]: unknown;
}

export function Field({ label, options, lines, ...input }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options && <Select id={id} options={options} {...input} />}
      {lines && <textarea id={id} rows={lines} {...input} />}
      {!options && !lines && <input id={id} autocomplete="off" {...input} />}
    </div>
  );
}

interface SelectProps {
  options: Choices;
  /** Value that is chosen at first, where its user may choose another. */
  chosen?: string;
  choose?: (value: string) => unknown;
  /** Options before the others. */
  children?: ComponentChildren;
  [attribute: string]: unknown;
}

export function Select({ options, chosen, choose, children, ...select }: SelectProps) {
  return (
    <select onChange={(event) => choose?.(event.currentTarget.value)} {...select}>
      {children}
      {options.map(([value, text]) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Takes what was filled in, without leaving the page. */
export const submitted = (take: (data: FormData) => unknown) => (event: SubmitEvent) => {
  event.preventDefault();
  take(new FormData(event.currentTarget as HTMLFormElement));
};

/** What was typed into a field, without blanks around it. */
export const typedIn = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();
