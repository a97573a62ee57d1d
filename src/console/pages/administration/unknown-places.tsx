/** Terminals and locations that belong to no unit, each assigned to one by a choice. */
import type { Unit, UnknownPlace } from '../../../contract/administration.js';
import type { Loaded } from '../../loaded.js';
import { useAction } from '../../parts/action.js';
import { Card } from '../../parts/card.js';
import { Select } from '../../parts/field.js';
import { tell } from '../../parts/notice.js';
import { Empty, Pending, Problem } from '../../parts/states.js';
import { Stored } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { mayRead } from '../../session.js';
import { words } from '../../words.js';
import { admin } from './admin-api.js';

const text = words.administration;

interface UnknownProps {
  places: Loaded<{ places: UnknownPlace[] }>;
  units: readonly Unit[];
  changed: () => void;
}

export function UnknownPlaces({ places, units, changed }: UnknownProps) {
  const action = useAction();
  const assign = async ({ locationId, terminalId }: UnknownPlace, unitId: string) => {
    const change = terminalId !== null ? { addTerminalIds: [terminalId] } : { addLocationIds: [locationId ?? ''] };
    if (!(await action.run(() => admin.changeUnit(unitId, change)))) return;
    tell(text.assigned(units.find(({ id }) => id === unitId)?.name ?? ''));
    changed();
  };
  return (
    <Card title={text.unknown}>
      <Pending loaded={places} lines={4} />
      {places.value && places.value.places.length === 0 && <Empty title={text.noUnknown} />}
      <Problem text={action.problem} />
      <ul class="lines">
        {places.value?.places.map((unknown) => (
          <li key={`${unknown.locationId} ${unknown.terminalId}`} class="line">
            <span>
              <PlaceName place={unknown} />
              <span class="quiet"> {words.transactions.counted(unknown.rows)}</span>
            </span>
            <Select
              aria-label={text.assignTo(unknown.terminalId ?? unknown.locationId ?? '')}
              value=""
              disabled={action.busy}
              choose={(unitId) => assign(unknown, unitId)}
              options={units.map(({ id, name }) => [id, name])}
            >
              <option value="" disabled>
                {text.assign}
              </option>
            </Select>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** With the way to its transactions, for who may see them. */
function PlaceName({ place: { terminalId, locationId } }: { place: UnknownPlace }) {
  const name = <Stored text={[terminalId, locationId].filter((part) => part !== null).join(' · ')} />;
  return mayRead.value ? <a href={hrefOf('transactions', { terminalId, locationId })}>{name}</a> : name;
}
