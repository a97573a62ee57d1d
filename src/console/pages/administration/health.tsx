/** What the server finds about itself: certificate, backup, disk, data; and the figures that its metrics have. */
import type { HealthFinding } from '../../../contract/findings.js';
import { bytesText, countText, durationText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { Card } from '../../parts/card.js';
import { Pending } from '../../parts/states.js';
import { Badge, Facts, type Tone } from '../../parts/texts.js';
import { words } from '../../words.js';
import { admin, type HealthAnswer } from './admin-api.js';

const text = words.administration;
const tones: Record<string, Tone> = { ok: 'good', warning: 'warn', failed: 'bad' };

export function Health() {
  const health = useLoaded('health', admin.health);
  return (
    <>
      <Pending loaded={health} />
      {health.value && (
        <div class="pair">
          <Card title={text.tabs.health}>
            <ul class="lines">
              {health.value.findings.map((finding) => (
                <li key={finding.check} class="line">
                  <Finding of={finding} />
                </li>
              ))}
            </ul>
            <p class="quiet">{text.aboutHealth}</p>
          </Card>
          {health.value.figures && (
            <Card title={text.figures}>
              <Facts of={linesOf(health.value.figures)} />
            </Card>
          )}
        </div>
      )}
    </>
  );
}

/** What the server found about itself, and how serious it is. */
export function Finding({ of: { check, state, message, hint } }: { of: HealthFinding }) {
  return (
    <>
      <span>
        {text.found(text.checks[check] ?? check, message)}
        {hint && <span class="quiet"> {hint}</span>}
      </span>
      <Badge tone={tones[state] ?? 'plain'}>{text.states[state] ?? state}</Badge>
    </>
  );
}

function linesOf({ upSinceS, stored, pools, waiting, running }: HealthAnswer['figures'] & {}): [name: string, value: string][] {
  const ofStore: [string, string][] = stored
    ? [
        [text.storedTransactions, countText(stored.transactions)],
        [words.shell.uploads, countText(stored.uploads)],
        [text.databaseSize, bytesText(stored.databaseBytes)],
        ...(stored.servers === undefined ? [] : [[text.servers, countText(stored.servers)] as [string, string]]),
      ]
    : [];
  const counts = (figures: Record<string, number>, name: (key: string) => string) =>
    Object.entries(figures).map(([key, value]): [string, string] => [name(key), countText(value)]);
  return [
    [text.upSince, durationText(upSinceS)],
    ...ofStore,
    ...counts(running, text.running),
    ...counts(waiting, text.waiting),
    ...pools.map(({ kind, used, idle }): [string, string] => [text.connections(kind), `${countText(used)}, ${countText(idle)}`]),
  ];
}
