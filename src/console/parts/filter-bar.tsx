/**
 * Filters of a list as chips, which are what the address says: one that is set says its value and can be taken away, one that is not can be
 * set. `/` goes to the search, by the words on a customer's slip.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../keys.js';
import { go, hrefWith, type Parameters, place } from '../router.js';
import { words } from '../words.js';
import { Button } from './button.js';
import { Field, type FieldProps, Select, submitted, typedIn } from './field.js';
import { Problem } from './states.js';

export interface FilterChip {
  /** The parameters of the address that it sets. */
  names: readonly string[];
  label: string;
  /** How its present value reads; null where it is not set. */
  value: string | null;
  /** Its fields, named by the parameters, or by what `read` makes parameters of. */
  form: () => ComponentChildren;
  /** What was filled in as parameters; a text is why it cannot be. */
  read?: (data: FormData) => Parameters | string;
  /** Behind "more" while it is not set. */
  rare?: boolean;
}

/** Any change of a filter starts at the first page, with nothing open. */
export function applyFilters(changes: Parameters): void {
  go(hrefWith({ pageNumber: null, open: null, ...changes }));
}

export function FilterBar({ chips, search }: { chips: readonly FilterChip[]; search: ComponentChildren }) {
  const [open, setOpen] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const shown = chips.filter((chip) => !chip.rare || all || chip.value !== null);
  const isAnySet = chips.some((chip) => chip.value !== null);
  const names = chips.flatMap((chip) => chip.names);
  return (
    <search class="filters" aria-label={words.filters.title}>
      {search}
      <div class="chips">
        {shown.map((chip) => (
          <Chip
            key={chip.label}
            chip={chip}
            isOpen={open === chip.label}
            toggle={() => setOpen(open === chip.label ? null : chip.label)}
            close={() => setOpen(null)}
          />
        ))}
        {!all && shown.length < chips.length && (
          <button type="button" class="chip chip-more" onClick={() => setAll(true)}>
            {words.filters.more}
          </button>
        )}
        {isAnySet && (
          <Button look="link" text={words.filters.clear} act={() => applyFilters(Object.fromEntries(names.map((name) => [name, null])))} />
        )}
      </div>
    </search>
  );
}

function Chip({ chip, isOpen, toggle, close }: { chip: FilterChip; isOpen: boolean; toggle: () => void; close: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { label, value, names } = chip;
  const clear = () => {
    applyFilters(Object.fromEntries(names.map((name) => [name, null])));
    button.current?.focus();
  };
  const leave = () => {
    close();
    button.current?.focus();
  };
  return (
    <div ref={box} class={value === null ? 'chip' : 'chip chip-set'}>
      <button ref={button} type="button" class="chip-name" aria-expanded={isOpen} onClick={toggle}>
        {value === null ? <span aria-hidden="true">+ </span> : null}
        {label}
        {value !== null && (
          <>
            {' '}
            <bdi class="chip-value">{value}</bdi>
          </>
        )}
      </button>
      {value !== null && (
        <button type="button" class="chip-clear" aria-label={words.filters.remove(label)} onClick={clear}>
          <span aria-hidden="true">×</span>
        </button>
      )}
      {isOpen && <ChipForm chip={chip} box={box} close={leave} />}
    </div>
  );
}

function ChipForm({ chip, box, close }: { chip: FilterChip; box: { current: HTMLDivElement | null }; close: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useKeys({ Escape: close });
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select')?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, []);
  const submit = submitted((data) => {
    const changes = chip.read ? chip.read(data) : Object.fromEntries(chip.names.map((name) => [name, typedIn(data, name)]));
    if (typeof changes === 'string') return setProblem(changes);
    close();
    applyFilters(changes);
  });
  return (
    <form ref={form} class="chip-form" onSubmit={submit} aria-label={chip.label}>
      {chip.form()}
      <Problem text={problem} />
      <Button look="main" text={words.filters.apply} />
    </form>
  );
}

/** A field of a filter; the value is that of the address. */
export function FilterField({ name, ...input }: FieldProps & { name: string }) {
  return <Field name={name} defaultValue={place.value.query.get(name) ?? ''} {...input} />;
}

export function FilterChoice({ name, label, choices }: { name: string; label: string; choices: readonly (readonly [string, string])[] }) {
  const now = place.value.query.get(name);
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {choices.map(([value, text]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === now} /> {text}
        </label>
      ))}
    </fieldset>
  );
}

/** The search by one of several things that stand on a slip. */
export function SlipSearch({ fields }: { fields: readonly (readonly [string, string])[] }) {
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState(fields[0]?.[0] ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  useKeys({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });
  const submit = (event: Event) => {
    event.preventDefault();
    const value = input.current?.value.trim() ?? '';
    if (field === 'cardLastFour' && value !== '' && !/^\d{4}$/.test(value)) return setProblem(words.filters.fourDigits);
    setProblem(null);
    applyFilters({ [field]: value });
    if (input.current) input.current.value = '';
  };
  return (
    <form class="slip-search" onSubmit={submit}>
      <Select aria-label={words.filters.searchIn} value={field} choose={setField} options={fields} />
      <input
        ref={input}
        type="search"
        aria-label={words.filters.searchFor}
        placeholder={words.filters.searchHint}
        autocomplete="off"
        aria-invalid={problem !== null}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <Problem text={problem} />
    </form>
  );
}
