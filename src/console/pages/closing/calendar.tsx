/** The days of a month that have begun: whether each is complete, and what was sold. A day opens beside the calendar. */
import { useRef } from 'preact/hooks';
import type { CloseList } from '../../../contract/closes.js';
import { countText, weekdayText } from '../../format.js';
import { useKeys } from '../../keys.js';
import { stepThrough } from '../../parts/step-through.js';
import { Badge, type Tone } from '../../parts/texts.js';
import { hrefWith } from '../../router.js';
import { words } from '../../words.js';
import { dayAfter } from '../../zone.js';

const text = words.closing;
type ListedDay = CloseList['items'][number];

interface CalendarProps {
  month: string;
  items: readonly ListedDay[];
  open: string | null;
}

export function Calendar({ month, items, open }: CalendarProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const step = (by: number) => stepThrough([...(body.current?.querySelectorAll('a') ?? [])], by);
  useKeys({ j: () => step(1), k: () => step(-1) });
  const weeks = weeksOf(month);
  const itemOf = new Map(items.map((item) => [item.day, item]));
  return (
    <>
      <table class="calendar">
        <caption class="unseen">{text.calendar}</caption>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {weekdayText(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>{day.startsWith(month) && <Day day={day} item={itemOf.get(day)} isOpen={day === open} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="legend calendar-legend">
        {(Object.keys(looks) as LookName[]).map((look) => (
          <li key={look}>
            <LookBadge look={look} />
          </li>
        ))}
      </ul>
    </>
  );
}

const WEEK = 7;

/** Weeks from Monday on that have a day of the month. */
function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const weeks: string[][] = [];
  let monday = dayAfter(first, -((new Date(first).getUTCDay() + WEEK - 1) % WEEK));
  for (; monday < first || monday.startsWith(month); monday = dayAfter(monday, WEEK))
    weeks.push(Array.from({ length: WEEK }, (_, at) => dayAfter(monday, at)));
  return weeks;
}

/** How a day looks; the sign stands where there is no room for the word. */
type LookName = keyof typeof text.days;
const looks: Record<LookName, { tone: Tone; sign: string }> = {
  Proved: { tone: 'good', sign: '✓' },
  NotProvable: { tone: 'warn', sign: '?' },
  Broken: { tone: 'bad', sign: '!' },
  NoSales: { tone: 'plain', sign: '–' },
  Approved: { tone: 'good', sign: '=' },
  Changed: { tone: 'bad', sign: '≠' },
};

function LookBadge({ look }: { look: LookName }) {
  const { tone, sign } = looks[look];
  return (
    <Badge tone={tone}>
      <span aria-hidden="true">{sign}</span> <span class="calendar-word">{text.days[look]}</span>
    </Badge>
  );
}

export function DayBadge({ state, hasSales }: { state: ListedDay['state']; hasSales: boolean }) {
  return <LookBadge look={hasSales || state === 'Broken' ? state : 'NoSales'} />;
}

function Day({ day, item, isOpen }: { day: string; item: ListedDay | undefined; isOpen: boolean }) {
  const number = <time dateTime={day}>{Number(day.slice('yyyy-MM-'.length))}</time>;
  if (!item) return <span class="calendar-day quiet">{number}</span>;
  const { state, sales, overdue, approved } = item;
  return (
    <a class="calendar-day" href={hrefWith({ open: day })} data-day={day} {...(isOpen && { 'aria-current': 'true' })}>
      {number}
      <DayBadge state={state} hasSales={sales > 0} />
      {approved && <LookBadge look={approved.isCurrent ? 'Approved' : 'Changed'} />}
      {sales > 0 && <span class="calendar-word quiet">{words.transactions.counted(sales)}</span>}
      {overdue > 0 && (
        <span class="calendar-word bad">
          {countText(overdue)} {words.money.parts.overdue}
        </span>
      )}
    </a>
  );
}
