/** Units as a tree, and beside it the terminals and locations that belong to none, which are assigned by a click. */
import { useState } from 'preact/hooks';
import { many } from '../../format.js';
import { type Loaded, useLoaded } from '../../loaded.js';
import { useAction } from '../../parts/action.js';
import { Dialog } from '../../parts/dialog.js';
import { DialogEnd } from '../../parts/dialog-end.js';
import { tell } from '../../parts/notice.js';
import { Empty, Failure, Waiting } from '../../parts/states.js';
import { Stored } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { tenant } from '../../session.js';
import { words } from '../../words.js';
import { type AdminUnit, admin, type PlaceWithoutUnit } from './admin-api.js';

const text = words.administration;

export function Units() {
  const id = tenant.value?.tenantId ?? null;
  const units = useLoaded(id, (signal) => admin.units(id ?? '', signal));
  const places = useLoaded(id, (signal) => admin.unknownPlaces(id ?? '', signal));
  const [isAdding, setAdding] = useState(false);
  const all = units.value?.units ?? [];
  const changed = () => {
    units.again();
    places.again();
  };
  if (id === null) return <Empty title={text.noTenant} />;
  return (
    <div class="pair">
      <section class="card">
        <header class="card-head">
          <h2>{text.tabs.units}</h2>
          <button type="button" class="button" onClick={() => setAdding(true)}>
            {text.addUnit}
          </button>
        </header>
        {units.error && <Failure error={units.error} again={units.again} />}
        {!units.error && !units.value && <Waiting />}
        {units.value && all.length === 0 && (
          <Empty title={text.noUnits}>
            <p>{text.aboutUnits}</p>
          </Empty>
        )}
        <Tree units={all} parent={null} />
      </section>
      <Unknown places={places} units={all} changed={changed} />
      {isAdding && <NewUnit tenantId={id} units={all} close={() => setAdding(false)} added={changed} />}
    </div>
  );
}

function Tree({ units, parent }: { units: readonly AdminUnit[]; parent: string | null }) {
  const own = units.filter((unit) => (unit.parent?.id ?? null) === parent);
  if (own.length === 0) return null;
  return (
    <ul class="tree">
      {own.map(({ id, name, locationIds, terminalIds }) => (
        <li key={id}>
          <strong>
            <Stored text={name} />
          </strong>
          <Ids label={text.locations} ids={locationIds} />
          <Ids label={text.terminals} ids={terminalIds} />
          <Tree units={units} parent={id} />
        </li>
      ))}
    </ul>
  );
}

function Ids({ label, ids }: { label: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <div class="quiet">
      {label}{' '}
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Stored text={id} />
        </span>
      ))}
    </div>
  );
}

interface UnknownProps {
  places: Loaded<{ places: PlaceWithoutUnit[] }>;
  units: readonly AdminUnit[];
  changed: () => void;
}

function Unknown({ places, units, changed }: UnknownProps) {
  const action = useAction();
  const assign = async ({ locationId, terminalId }: PlaceWithoutUnit, unitId: string) => {
    const change = terminalId !== null ? { addTerminalIds: [terminalId] } : { addLocationIds: [locationId ?? ''] };
    if (!(await action.run(() => admin.changeUnit(unitId, change)))) return;
    tell(text.assigned(units.find(({ id }) => id === unitId)?.name ?? ''));
    changed();
  };
  return (
    <section class="card">
      <header class="card-head">
        <h2>{text.unknown}</h2>
      </header>
      {places.error && <Failure error={places.error} again={places.again} />}
      {!places.error && !places.value && <Waiting lines={4} />}
      {places.value && places.value.places.length === 0 && <Empty title={text.noUnknown} />}
      {action.problem && (
        <p class="problem" role="alert">
          {action.problem}
        </p>
      )}
      <ul class="lines">
        {places.value?.places.map((unknown) => (
          <li key={`${unknown.locationId} ${unknown.terminalId}`} class="line">
            <span>
              <a href={hrefOf('transactions', { terminalId: unknown.terminalId, locationId: unknown.locationId })}>
                <Stored text={[unknown.terminalId, unknown.locationId].filter((part) => part !== null).join(' · ')} />
              </a>
              <span class="quiet"> {many(unknown.rows, words.transactions.one)}</span>
            </span>
            <select
              aria-label={text.assignTo(unknown.terminalId ?? unknown.locationId ?? '')}
              value=""
              disabled={action.busy || units.length === 0}
              onChange={(event) => assign(unknown, event.currentTarget.value)}
            >
              <option value="" disabled>
                {text.assign}
              </option>
              {units.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NewUnitProps {
  tenantId: string;
  units: readonly AdminUnit[];
  close: () => void;
  added: () => void;
}

function NewUnit({ tenantId, units, close, added }: NewUnitProps) {
  const action = useAction();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const list = (name: string) =>
      String(data.get(name) ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
    const parent = String(data.get('parent') ?? '');
    const unit = {
      tenant: tenantId,
      name: String(data.get('name')).trim(),
      locationIds: list('locations'),
      terminalIds: list('terminals'),
    };
    if (!(await action.run(() => admin.addUnit({ ...unit, ...(parent && { parent }) })))) return;
    added();
    close();
  };
  return (
    <Dialog title={text.addUnit} close={close}>
      <form onSubmit={submit}>
        <div class="field">
          <label for="unit-name">{text.name}</label>
          <input id="unit-name" name="name" required maxLength={200} autocomplete="off" />
        </div>
        <div class="field">
          <label for="unit-parent">{text.below}</label>
          <select id="unit-parent" name="parent">
            <option value="">{text.atTop}</option>
            {units.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="unit-locations">{text.locationLines}</label>
          <textarea id="unit-locations" name="locations" rows={3} />
        </div>
        <div class="field">
          <label for="unit-terminals">{text.terminalLines}</label>
          <textarea id="unit-terminals" name="terminals" rows={3} />
        </div>
        <DialogEnd action={action} label={text.addUnit} close={close} />
      </form>
    </Dialog>
  );
}
