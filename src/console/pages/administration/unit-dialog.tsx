/** Adds a unit, or changes one: its name, its place in the tree, and the locations and terminals that are its own. */
import { useAction } from '../../parts/action.js';
import { Dialog } from '../../parts/dialog.js';
import { DialogEnd } from '../../parts/dialog-end.js';
import { Field } from '../../parts/field.js';
import { tell } from '../../parts/notice.js';
import { words } from '../../words.js';
import { type AdminUnit, admin, type UnitEdit } from './admin-api.js';

const text = words.administration;

interface UnitDialogProps {
  /** Null adds one. */
  unit: AdminUnit | null;
  units: readonly AdminUnit[];
  close: () => void;
  changed: () => void;
}

export function UnitDialog({ unit, units, close, changed }: UnitDialogProps) {
  const action = useAction();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = givenBy(event.currentTarget as HTMLFormElement);
    const { parent, ...others } = given;
    const store = () => (unit ? admin.changeUnit(unit.id, changeOf(unit, given)) : admin.addUnit({ ...others, ...(parent && { parent }) }));
    if (!(await action.run(store))) return;
    if (unit) tell(text.changedUnit(given.name));
    changed();
    close();
  };
  return (
    <Dialog title={unit ? text.changeUnit : text.addUnit} close={close}>
      <form onSubmit={submit}>
        <Field name="name" label={text.name} required maxLength={200} defaultValue={unit?.name ?? ''} />
        <div class="field">
          <label for="unit-parent">{text.below}</label>
          <select id="unit-parent" name="parent">
            <option value="">{text.atTop}</option>
            {units
              .filter(({ id }) => id !== unit?.id)
              .map(({ id, name }) => (
                <option key={id} value={id} selected={id === unit?.parent?.id}>
                  {name}
                </option>
              ))}
          </select>
        </div>
        <div class="field">
          <label for="unit-locations">{text.locationLines}</label>
          <textarea id="unit-locations" name="locations" rows={3} defaultValue={linesOf(unit?.locationIds).join('\n')} />
        </div>
        <div class="field">
          <label for="unit-terminals">{text.terminalLines}</label>
          <textarea id="unit-terminals" name="terminals" rows={3} defaultValue={linesOf(unit?.terminalIds).join('\n')} />
        </div>
        <DialogEnd action={action} label={unit ? text.storeUnit : text.addUnit} close={close} />
      </form>
    </Dialog>
  );
}

interface GivenUnit {
  name: string;
  /** Empty for the top. */
  parent: string;
  locationIds: string[];
  terminalIds: string[];
}

function givenBy(form: HTMLFormElement): GivenUnit {
  const data = new FormData(form);
  const given = (name: string) => String(data.get(name) ?? '').trim();
  const lines = (name: string) => [
    ...new Set(
      given(name)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ];
  return { name: given('name'), parent: given('parent'), locationIds: lines('locations'), terminalIds: lines('terminals') };
}

/** Ids that fit on a line; the others stay as they are. */
const linesOf = (ids: readonly string[] = []) => ids.filter((id) => !/[\r\n]/.test(id));

/** Only what differs, so that what somebody else has added meanwhile stays. */
function changeOf(unit: AdminUnit, given: GivenUnit): UnitEdit {
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
