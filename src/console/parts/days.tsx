/** Fields for the first and the last day of a period. */
import { words } from '../words.js';

interface DaysProps {
  from: string | null;
  to: string | null;
  change: (name: 'from' | 'to', day: string) => void;
}

export function Days({ from, to, change }: DaysProps) {
  const field = (name: 'from' | 'to', label: string, day: string | null) => (
    <input
      type="date"
      aria-label={label}
      value={day ?? ''}
      max="9999-12-31"
      onChange={(event) => change(name, event.currentTarget.value)}
    />
  );
  return (
    <>
      {field('from', words.filters.fromDay, from)}
      <span aria-hidden="true">–</span>
      {field('to', words.filters.toDay, to)}
    </>
  );
}
