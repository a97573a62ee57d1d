/** What a user may reach: all tenants of a customer, one as a whole, or one of its units. */
import { useId, useState } from 'preact/hooks';
import type { Tenant } from '../../../contract/administration.js';
import { useLoaded } from '../../loaded.js';
import { Button } from '../../parts/button.js';
import { words } from '../../words.js';
import { admin, type GrantChange } from './admin-api.js';

const text = words.administration;

/** The choice as a value of an option: `customer ID`, `tenant ID` or `unit ID`. */
export function grantFrom(choice: string): GrantChange {
  const [on = '', id = ''] = choice.split(' ');
  return grantOf({ on, id });
}

export function grantOf({ on, id }: { on: string; id: string }): GrantChange {
  if (on === 'customer') return { customers: [id] };
  return on === 'unit' ? { units: [id] } : { tenants: [id] };
}

export function GrantSelect({ name, choose }: { name?: string; choose?: (choice: string) => void }) {
  const places = useLoaded('grants', load);
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{text.accessTo}</label>
      <select id={id} name={name} required={name !== undefined} onChange={(event) => choose?.(event.currentTarget.value)}>
        <option value="">{text.choose}</option>
        {customersOf(places.value ?? []).map(({ id, name }) => (
          <option key={id} value={`customer ${id}`}>
            {text.wholeCustomer(name)}
          </option>
        ))}
        {(places.value ?? []).map(({ tenant, units }) => (
          <optgroup key={tenant.id} label={`${tenant.customer.name}: ${tenant.name}`}>
            <option value={`tenant ${tenant.id}`}>{text.wholeTenant(tenant.name)}</option>
            {units.map((unit) => (
              <option key={unit.id} value={`unit ${unit.id}`}>
                {unit.parent ? `${unit.parent.name}: ${unit.name}` : unit.name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}

function customersOf(places: readonly { tenant: Tenant }[]): Tenant['customer'][] {
  return [...new Map(places.map(({ tenant: { customer } }) => [customer.id, customer])).values()];
}

async function load(signal: AbortSignal) {
  const { tenants } = await admin.tenants(signal);
  return Promise.all(tenants.map(async (tenant) => ({ tenant, units: (await admin.units(tenant.id, signal)).units })));
}

export function GrantForm({ busy, grant }: { busy: boolean; grant: (change: GrantChange) => void }) {
  const [choice, setChoice] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (choice !== '') grant(grantFrom(choice));
  };
  return (
    <form class="inline-form" onSubmit={submit}>
      <GrantSelect choose={setChoice} />
      <Button text={text.grant} disabled={busy || choice === ''} />
    </form>
  );
}
