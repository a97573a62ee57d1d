/** The rules of import as JSON, which is what they are everywhere else: changed, and tried on the last rows before they are stored. */
import { useRef, useState } from 'preact/hooks';
import type { Configuration } from '../../../contract/administration.js';
import { countText } from '../../format.js';
import { useLoaded } from '../../loaded.js';
import { useAction } from '../../parts/action.js';
import { Button } from '../../parts/button.js';
import { Card } from '../../parts/card.js';
import { tell } from '../../parts/notice.js';
import { Pending, Problem } from '../../parts/states.js';
import { Badge, Stored } from '../../parts/texts.js';
import { tenant } from '../../session.js';
import { words } from '../../words.js';
import { admin, type SettingsTrial } from './admin-api.js';

const text = words.administration;
const triedRows = 1_000;

export function Configurations() {
  const id = tenant.value?.tenantId ?? null;
  const list = useLoaded(id, (signal) => admin.configurations(id ?? '', signal));
  if (id === null) return null;
  return (
    <>
      <p class="quiet">{text.aboutImports}</p>
      <Pending loaded={list} />
      {list.value?.importConfigurations.map((configuration) => (
        <Rules key={configuration.id} configuration={configuration} changed={list.again} />
      ))}
    </>
  );
}

function Rules({ configuration: { id, name, isDefault, settings }, changed }: { configuration: Configuration; changed: () => void }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [trial, setTrial] = useState<SettingsTrial | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const action = useAction();
  const run = async (change: (given: unknown) => Promise<void>) => {
    setMistake(null);
    setTrial(null);
    let given: unknown;
    try {
      given = JSON.parse(area.current?.value ?? '');
    } catch (error) {
      return setMistake(text.noJson(String(error instanceof Error ? error.message : error)));
    }
    await action.run(() => change(given));
  };
  const problem = mistake ?? action.problem;
  const title = (
    <>
      <Stored text={name} /> {isDefault && <Badge tone="plain">{text.isDefault}</Badge>}
    </>
  );
  return (
    <Card title={title}>
      <textarea
        ref={area}
        class="code"
        aria-label={text.settingsOf(name)}
        rows={18}
        spellcheck={false}
        defaultValue={JSON.stringify(settings, null, 2)}
      />
      <Problem text={problem} />
      {trial && <TrialResult trial={trial} />}
      <div class="dialog-actions">
        <Button
          text={text.tryOn(countText(triedRows))}
          disabled={action.busy}
          act={() => run(async (given) => setTrial(await admin.trySettings(id, given, triedRows)))}
        />
        <Button
          look="main"
          text={text.store}
          disabled={action.busy}
          act={() =>
            run(async (given) => {
              await admin.changeConfiguration(id, given);
              tell(text.stored(name));
              changed();
            })
          }
        />
      </div>
    </Card>
  );
}

function TrialResult({ trial: { rows, reasons, warnings } }: { trial: SettingsTrial }) {
  return (
    <div class="note" role="status">
      <p>{rows.read === 0 ? text.noRowsToTry : text.tried(rows)}</p>
      {reasons.length + warnings.length > 0 && (
        <ul class="reasons">
          {[...reasons, ...warnings].map(({ reason, rows: count }) => (
            <li key={reason}>
              <span class="count">{countText(count)} ×</span> <Stored text={reason} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
