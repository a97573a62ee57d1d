/** One list of what is missing in a month, each line with the way to its rows. */
import type { CloseList } from '../../../contract/closes.js';
import { findingText } from '../../../words/closing/claim-lines.js';
import { Card, Line } from '../../parts/card.js';
import { Empty } from '../../parts/states.js';
import { Badge } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { words } from '../../words.js';
import { hrefOfFinding } from './finding-link.js';

const text = words.closing;

export function Missing({ month, closes: { items, missing } }: { month: string; closes: CloseList }) {
  const overdue = items.reduce((sum, day) => sum + day.overdue, 0);
  const days = { dayFrom: `${month}-01`, dayTo: items.at(-1)?.day };
  return (
    <Card title={text.missing}>
      {overdue + missing.length === 0 && <Empty title={text.nothingMissing} />}
      <ul class="lines found">
        {overdue > 0 && (
          <Line href={hrefOf('exceptions', { reason: 'NotSettled', ...days })}>
            <span>{words.transactions.counted(overdue)}</span>
            <Badge tone="bad">{words.states.reasons.NotSettled}</Badge>
          </Line>
        )}
        {missing.map((finding) => (
          <Line key={JSON.stringify(finding)} href={hrefOfFinding(finding)}>
            {findingText(text, finding)}
          </Line>
        ))}
      </ul>
    </Card>
  );
}
