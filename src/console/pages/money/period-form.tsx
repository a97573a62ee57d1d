/** The period that the page is about: two days, and the usual ones. */
import { Days } from '../../parts/days.js';
import { Select } from '../../parts/field.js';
import { go, hrefWith } from '../../router.js';
import { words } from '../../words.js';
import { presets } from '../transactions/filters.js';

export function PeriodForm({ from, to }: { from: string; to: string }) {
  const usual = presets();
  const now = usual.find(([, first, last]) => first === from && last === to)?.[0] ?? '';
  const change = (name: 'from' | 'to', day: string) => {
    if (day === '') return;
    const period = { from, to, [name]: day };
    if (period.from > period.to) period[name === 'from' ? 'to' : 'from'] = day;
    go(hrefWith(period));
  };
  return (
    <form class="period" onSubmit={(event) => event.preventDefault()} aria-label={words.periods.other}>
      <Select
        aria-label={words.periods.other}
        value={now}
        choose={(chosen) => {
          const found = usual.find(([label]) => label === chosen);
          if (found) go(hrefWith({ from: found[1], to: found[2] }));
        }}
        options={usual.map(([label]) => [label, label])}
      >
        <option value="" disabled>
          {words.periods.other}
        </option>
      </Select>
      <Days from={from} to={to} change={change} />
    </form>
  );
}
