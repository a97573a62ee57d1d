/** A month as a calendar, the open day beside it, and below it what is missing. Month and day stand in the address. */
import { api } from '../../api.js';
import { monthText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { Beside } from '../../parts/drawer.js';
import { Page } from '../../parts/page.js';
import { Pending } from '../../parts/states.js';
import { hrefWith, place } from '../../router.js';
import { words } from '../../words.js';
import { dayAfter, today } from '../../zone.js';
import { Calendar } from './calendar.js';
import { ClosedPeriod } from './closed-period.js';
import { Missing } from './missing.js';

const text = words.closing;
const monthOf = (day: string) => day.slice(0, 'yyyy-MM'.length);

export function Closing() {
  const { query } = place.value;
  const month = query.get('month') ?? monthOf(today());
  const open = query.get('open');
  const loaded = useLoaded(month, async (signal) => ({ month, ...(await api.closes(month, signal)) }));
  const { value, isCurrent } = loaded;
  return (
    <Page title={words.shell.close} wide>
      <Pending loaded={loaded} lines={12} />
      {value && (
        <Beside drawer={open && <ClosedPeriod period={open} changed={loaded.again} />}>
          <div class={isCurrent ? 'day closed-month' : 'day closed-month stale'}>
            <Months month={value.month} />
            <Calendar month={value.month} items={value.items} open={open} />
            <Missing month={value.month} closes={value} />
          </div>
        </Beside>
      )}
    </Page>
  );
}

function Months({ month }: { month: string }) {
  const first = `${month}-01`;
  const hrefOfMonth = (day: string) => hrefWith({ month: monthOf(day), open: null });
  const after = dayAfter(first, 31);
  return (
    <nav class="months" aria-label={text.months}>
      <a class="button" href={hrefOfMonth(dayAfter(first, -1))} rel="prev">
        {text.monthBefore}
      </a>
      <h2>
        <a href={hrefWith({ open: month })} data-day={month}>
          {monthText(first)}
        </a>
      </h2>
      {monthOf(after) <= monthOf(today()) ? (
        <a class="button" href={hrefOfMonth(after)} rel="next">
          {text.monthAfter}
        </a>
      ) : (
        <span class="button button-off">{text.monthAfter}</span>
      )}
    </nav>
  );
}
