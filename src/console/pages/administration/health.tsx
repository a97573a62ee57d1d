/** What the server finds about itself: certificate, backup, disk, data; and the figures that its metrics have. */
import { bytesText, countText, durationText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { Pending } from '../../parts/states.js';
import { Badge, Fact, type Tone } from '../../parts/texts.js';
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
          <section class="card">
            <header class="card-head">
              <h2>{text.tabs.health}</h2>
            </header>
            <ul class="lines">
              {health.value.findings.map(({ check, state, message, hint }) => (
                <li key={check} class="line">
                  <span>
                    {text.found(text.checks[check] ?? check, message)}
                    {hint && <span class="quiet"> {hint}</span>}
                  </span>
                  <Badge tone={tones[state] ?? 'plain'}>{text.states[state] ?? state}</Badge>
                </li>
              ))}
            </ul>
            <p class="quiet">{text.aboutHealth}</p>
          </section>
          {health.value.figures && <Figures figures={health.value.figures} />}
        </div>
      )}
    </>
  );
}

function Figures({ figures }: { figures: HealthAnswer['figures'] & {} }) {
  return (
    <section class="card">
      <header class="card-head">
        <h2>{text.figures}</h2>
      </header>
      <dl class="facts">
        {linesOf(figures).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function linesOf({ upSinceS, stored, pools, waiting, running }: HealthAnswer['figures'] & {}): [name: string, value: string][] {
  const ofStore: [string, string][] = stored
    ? [
        [text.storedTransactions, countText(stored.transactions)],
        [text.storedUploads, countText(stored.uploads)],
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
