/** A day beside the calendar: what was sold, and each claim with what is missing or cannot be proved. */
import type { ClosingClaim, SoldItem } from '../../../contract/closes.js';
import { claimLines } from '../../../words/closing/claim-lines.js';
import { api } from '../../api.js';
import { dayText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { Drawer } from '../../parts/drawer.js';
import { Failure, Waiting } from '../../parts/states.js';
import { Badge, Money, type Tone } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { words } from '../../words.js';
import { Fact } from '../transactions/fact.js';
import { DayBadge } from './calendar.js';
import { hrefOfFinding } from './finding-link.js';

const text = words.closing;
const tones: Record<ClosingClaim['state'], Tone> = { Proved: 'good', NotProvable: 'warn', Broken: 'bad' };

export function ClosedDay({ day, close }: { day: string; close: () => void }) {
  const { value, error, isCurrent, again } = useLoaded(day, (signal) => api.close(day, signal));
  return (
    <Drawer id={day} title={dayText(day)} close={close}>
      {error && <Failure error={error} again={again} />}
      {!error && !value && <Waiting lines={10} />}
      {!error && value && (
        <div class={isCurrent ? undefined : 'stale'}>
          <p>
            <DayBadge state={value.state} hasSales={value.items.some(({ sold }) => sold.transactions > 0)} />
          </p>
          {value.items.map((item) => (
            <Sold key={item.currency} item={item} day={day} />
          ))}
          <ul class="lines">
            {value.claims.map((claim) => (
              <Claim key={claim.claim} claim={claim} />
            ))}
          </ul>
        </div>
      )}
    </Drawer>
  );
}

function Sold({ item, day }: { item: SoldItem; day: string }) {
  const { parts } = words.money;
  return (
    <dl class="facts">
      {(['sold', 'paid', 'overdue'] as const).map((name) => {
        const { transactions, amount } = item[name];
        const isOpen = name === 'overdue' && transactions > 0;
        return (
          <Fact key={name} name={parts[name]}>
            <Money decimal={amount} currency={item.currency} /> <span class="quiet">{words.transactions.counted(transactions)}</span>{' '}
            {isOpen && <a href={hrefOf('exceptions', { reason: 'NotSettled', dayFrom: day, dayTo: day })}>{words.exceptions.title}</a>}
          </Fact>
        );
      })}
    </dl>
  );
}

function Claim({ claim }: { claim: ClosingClaim }) {
  const lines = claimLines(text, claim);
  return (
    <li>
      <p class="line">
        <span>{text.claims[claim.claim]}</span>
        <Badge tone={tones[claim.state]}>{text.states[claim.state]}</Badge>
      </p>
      {lines.length > 0 && (
        <ul class="found">
          {lines.map((line) => {
            const href = line.finding && hrefOfFinding(line.finding);
            return <li key={line.text}>{href ? <a href={href}>{line.text}</a> : line.text}</li>;
          })}
        </ul>
      )}
    </li>
  );
}
