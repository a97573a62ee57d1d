/** Units as a tree, and beside it the terminals and locations that belong to none, which are assigned by a click. */
import { useState } from 'preact/hooks';
import type { Unit } from '../../../contract/administration.js';
import { useLoaded } from '../../loaded.js';
import { Button } from '../../parts/button.js';
import { Card } from '../../parts/card.js';
import { Empty, Pending } from '../../parts/states.js';
import { Stored } from '../../parts/texts.js';
import { tenant } from '../../session.js';
import { words } from '../../words.js';
import { admin } from './admin-api.js';
import { UnitDialog } from './unit-dialog.js';
import { UnknownPlaces } from './unknown-places.js';

const text = words.administration;

export function Units() {
  const id = tenant.value?.tenantId ?? null;
  const units = useLoaded(id, (signal) => admin.units(id ?? '', signal));
  const places = useLoaded(id, (signal) => admin.unknownPlaces(id ?? '', signal));
  const [changing, setChanging] = useState<Unit | 'new' | null>(null);
  const all = units.value?.units ?? [];
  const changed = () => {
    units.again();
    places.again();
  };
  if (id === null) return null;
  return (
    <div class="pair">
      <Card title={text.tabs.units} beside={<Button text={text.addUnit} act={() => setChanging('new')} />}>
        <Pending loaded={units} />
        {units.value && all.length === 0 && (
          <Empty title={text.noUnits}>
            <p>{text.aboutUnits}</p>
          </Empty>
        )}
        <Tree units={all} parent={null} change={setChanging} />
      </Card>
      {all.length > 0 && <UnknownPlaces places={places} units={all} changed={changed} />}
      {changing && <UnitDialog unit={changing === 'new' ? null : changing} units={all} close={() => setChanging(null)} changed={changed} />}
    </div>
  );
}

interface TreeProps {
  units: readonly Unit[];
  parent: string | null;
  change: (unit: Unit) => void;
}

function Tree({ units, parent, change }: TreeProps) {
  const own = units.filter((unit) => (unit.parent?.id ?? null) === parent);
  if (own.length === 0) return null;
  return (
    <ul class="tree">
      {own.map((unit) => (
        <li key={unit.id}>
          <strong>
            <Stored text={unit.name} />
          </strong>{' '}
          <Button look="link" text={text.change} aria-label={text.changeNamed(unit.name)} act={() => change(unit)} />
          <Ids label={text.locations} ids={unit.locationIds} />
          <Ids label={text.terminals} ids={unit.terminalIds} />
          <Tree units={units} parent={unit.id} change={change} />
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
