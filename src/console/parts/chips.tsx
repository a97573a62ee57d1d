/** Usual chips of a filter bar, by the parameter of the address that they set. */
import { dayText } from '../format.js';
import { fieldName, words } from '../words.js';
import { type FilterChip, FilterChoice, FilterField } from './filter-bar.js';

export function textChip(query: URLSearchParams, name: string, label: string, input: Record<string, unknown> = {}): FilterChip {
  return { names: [name], label, value: query.get(name), form: () => <FilterField name={name} label={label} {...input} /> };
}

/** Chips of texts by the names of their fields. */
export const textChips = (query: URLSearchParams, names: readonly string[]): FilterChip[] =>
  names.map((name) => textChip(query, name, fieldName(name)));

/** One of several values; an address may have more of them, separated by commas. */
export function choiceChip(query: URLSearchParams, name: string, label: string, choices: Readonly<Record<string, string>>): FilterChip {
  const called = (value: string) => choices[value] ?? value;
  return {
    ...{ names: [name], label },
    value: query.get(name)?.split(',').map(called).join(', ') ?? null,
    form: () => <FilterChoice name={name} label={label} choices={Object.entries(choices)} />,
  };
}

/** Null where neither end is set. */
export const rangeText = (from: string | null, to: string | null): string | null =>
  from === null && to === null ? null : words.filters.range(from, to);

/** A range of calendar days. */
export function daysChip(query: URLSearchParams, [fromName, toName]: readonly [string, string], label: string): FilterChip {
  const [from, to] = [query.get(fromName), query.get(toName)];
  return {
    ...{ names: [fromName, toName], label },
    value: rangeText(from && dayText(from), to && dayText(to)),
    form: () => (
      <>
        <FilterField name={fromName} label={words.filters.fromDay} type="date" />
        <FilterField name={toName} label={words.filters.toDay} type="date" />
      </>
    ),
  };
}

/** The values that the address has for these filters. */
export function filtersIn(query: URLSearchParams, names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, query.get(name)]));
}
