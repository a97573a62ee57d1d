/** Adds a unit, or changes one: its name, its place in the tree, and the locations and terminals that are its own. */
import type { Unit } from '../../../contract/administration.js';
import { useAction } from '../../parts/action.js';
import { FormDialog } from '../../parts/dialog.js';
import { Field, typedIn } from '../../parts/field.js';
import { tell } from '../../parts/notice.js';
import { words } from '../../words.js';
import { admin, type UnitEdit } from './admin-api.js';

const text = words.administration;

interface UnitDialogProps {
  /** Null adds one. */
  unit: Unit | null;
  units: readonly Unit[];
  close: () => void;
  changed: () => void;
}

export function UnitDialog({ unit, units, close, changed }: UnitDialogProps) {
  const action = useAction();
  const send = async (data: FormData) => {
    const given = givenBy(data);
    const { parent, ...others } = given;
    const store = () => (unit ? admin.changeUnit(unit.id, changeOf(unit, given)) : admin.addUnit({ ...others, ...(parent && { parent }) }));
    if (!(await action.run(store))) return;
    if (unit) tell(text.changedUnit(given.name));
    changed();
    close();
  };
  const others = units.filter(({ id }) => id !== unit?.id);
  const parents = [['', text.atTop] as const, ...others.map(({ id, name }) => [id, name] as const)];
  return (
    <FormDialog
      title={unit ? text.changeUnit : text.addUnit}
      label={unit ? text.store : text.addUnit}
      action={action}
      send={send}
      close={close}
    >
      <Field name="name" label={text.name} required maxLength={200} defaultValue={unit?.name ?? ''} />
      <Field name="parent" label={text.below} options={parents} chosen={unit?.parent?.id} />
      <Field name="locations" label={text.locationLines} lines={3} defaultValue={linesOf(unit?.locationIds).join('\n')} />
      <Field name="terminals" label={text.terminalLines} lines={3} defaultValue={linesOf(unit?.terminalIds).join('\n')} />
    </FormDialog>
  );
}

interface GivenUnit {
  name: string;
  /** Empty for the top. */
  parent: string;
  locationIds: string[];
  terminalIds: string[];
}

function givenBy(data: FormData): GivenUnit {
  const given = (name: string) => typedIn(data, name);
  const lines = (name: string) => [...new Set(given(name).split(/\s*\n\s*/))].filter((line) => line !== '');
  return { name: given('name'), parent: given('parent'), locationIds: lines('locations'), terminalIds: lines('terminals') };
}

/** Ids that fit on a line; the others stay as they are. */
const linesOf = (ids: readonly string[] = []) => ids.filter((id) => !/[\r\n]/.test(id));

/** Only what differs, so that what somebody else has added meanwhile stays. */
function changeOf(unit: Unit, given: GivenUnit): UnitEdit {
  const without = (some: readonly string[], others: readonly string[]) =>
    some.filter((id) => !others.some((other) => other.trim() === id.trim()));
  return {
    ...(given.name !== unit.name && { name: given.name }),
    ...(given.parent !== (unit.parent?.id ?? '') && { parent: given.parent || null }),
    addLocationIds: without(given.locationIds, unit.locationIds),
    removeLocationIds: without(linesOf(unit.locationIds), given.locationIds),
    addTerminalIds: without(given.terminalIds, unit.terminalIds),
    removeTerminalIds: without(linesOf(unit.terminalIds), given.terminalIds),
  };
}
