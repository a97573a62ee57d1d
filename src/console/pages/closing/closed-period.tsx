/** A day or the month beside the calendar: what was sold, each claim with what is missing or cannot be proved, and who approved it. */
import type { Close, ClosingClaim, SoldItem } from '../../../contract/closes.js';
import { changesText } from '../../../words/closing/changes-text.js';
import { claimLines } from '../../../words/closing/claim-lines.js';
import { api } from '../../api.js';
import { dayText, format, monthText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { useAction } from '../../parts/action.js';
import { Button } from '../../parts/button.js';
import { Drawer } from '../../parts/drawer.js';
import { Pending, Problem } from '../../parts/states.js';
import { Badge, Facts, Money, type Tone } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { mayApprove } from '../../session.js';
import { words } from '../../words.js';
import { dayOf } from '../../zone.js';
import { DayBadge } from './calendar.js';
import { hrefOfFinding } from './finding-link.js';

const text = words.closing;
/** As they stand within a sentence. */
const within = { closing: { ...text, states: text.statesWithin }, money: words.money };
const tones: Record<ClosingClaim['state'], Tone> = { Proved: 'good', NotProvable: 'warn', Broken: 'bad' };

interface ClosedPeriodProps {
  /** A day or a month. */
  period: string;
  /** It was approved. */
  changed: () => void;
}

export function ClosedPeriod({ period, changed }: ClosedPeriodProps) {
  const loaded = useLoaded(period, (signal) => api.close(period, signal));
  const { value, error, isCurrent } = loaded;
  const refresh = () => {
    loaded.again();
    changed();
  };
  const title = period.length === 'yyyy-MM'.length ? monthText(`${period}-01`) : dayText(period);
  return (
    <Drawer id={period} title={title}>
      <Pending loaded={loaded} lines={10} />
      {!error && value && (
        <div class={isCurrent ? undefined : 'stale'}>
          <p>
            <DayBadge state={value.state} hasSales={value.items.some(({ sold }) => sold.transactions > 0)} />
          </p>
          {value.items.map((item) => (
            <Sold key={item.currency} item={item} days={{ dayFrom: value.from, dayTo: value.to }} />
          ))}
          <ul class="lines">
            {value.claims.map((claim) => (
              <Claim key={claim.claim} claim={claim} />
            ))}
          </ul>
          {isCurrent && <Approval period={period} closed={value} changed={refresh} />}
        </div>
      )}
    </Drawer>
  );
}

function Approval({ period, closed, changed }: { period: string; closed: Close; changed: () => void }) {
  const action = useAction();
  const { approved, version } = closed;
  const changes = approved && changesText(within, format, approved.changes);
  const approve = async () => {
    if (await action.run(() => api.approveClose(period, version))) changed();
  };
  return (
    <>
      {approved && changes && <p>{text.approved(dayText(dayOf(approved.at)), approved.by, approved.number, changes)}</p>}
      {mayApprove.value && changes !== text.unchanged && (
        <p>
          {text.whatApprove} <Button text={words.decisions.actions.Approve} disabled={action.busy} act={approve} />
        </p>
      )}
      <Problem text={action.problem} />
    </>
  );
}

function Sold({ item, days }: { item: SoldItem; days: { dayFrom: string; dayTo: string } }) {
  const lines = (['sold', 'paid', 'overdue'] as const).map((name) => {
    const { transactions, amount } = item[name];
    const isOpen = name === 'overdue' && transactions > 0;
    const sum = (
      <>
        <Money decimal={amount} currency={item.currency} /> <span class="quiet">{words.transactions.counted(transactions)}</span>{' '}
        {isOpen && <a href={hrefOf('exceptions', { reason: 'NotSettled', ...days })}>{words.shell.exceptions}</a>}
      </>
    );
    return [words.money.parts[name], sum] as const;
  });
  return <Facts of={lines} />;
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
