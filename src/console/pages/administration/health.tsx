/** What the server finds about itself: certificate, backup, disk, data. */
import { useLoaded } from '../../loaded.js';
import { Failure, Waiting } from '../../parts/states.js';
import { Badge, type Tone } from '../../parts/texts.js';
import { words } from '../../words.js';
import { admin } from './admin-api.js';

const text = words.administration;
const tones: Record<string, Tone> = { ok: 'good', warning: 'warn', problem: 'bad' };

export function Health() {
  const health = useLoaded('health', admin.health);
  return (
    <>
      {health.error && <Failure error={health.error} again={health.again} />}
      {!health.error && !health.value && <Waiting />}
      {health.value && (
        <ul class="lines card">
          {health.value.findings.map((finding) => (
            <li key={finding.text} class="line">
              <span>
                {finding.text}
                {finding.hint && <span class="quiet"> {finding.hint}</span>}
              </span>
              <Badge tone={tones[finding.state] ?? 'plain'}>{text.states[finding.state] ?? finding.state}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
