/** The flags that say what a user may do: roles, and what grants are on. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Role, roles } from '../../../contract/roles.js';
import type { Rights } from '../../../store/administration.js';
import { several } from './administer.js';

export interface RightsFlags {
  role?: Role[];
  customer?: string[];
  tenant?: string[];
  unit?: string[];
}

export function withRightsFlags(command: Command): Command {
  return command
    .addOption(new Option('--role <role>', 'what the user may do; can be repeated').choices(roles).argParser(role))
    .addOption(several('--customer <customer>', 'a grant on all tenants of a customer; can be repeated'))
    .addOption(several('--tenant <tenant>', 'a grant on a tenant; can be repeated'))
    .addOption(several('--unit <unit>', 'a grant on a unit and those below it; can be repeated'));
}

function role(value: string, previous: readonly Role[] = []): Role[] {
  const found = roles.find((one) => one === value);
  if (!found) throw new InvalidArgumentError(`The roles are ${roles.join(', ')}.`);
  return [...previous, found];
}

export function rightsOf({ role = [], customer = [], tenant = [], unit = [] }: RightsFlags): Rights {
  return { roles: role, customers: customer, tenants: tenant, units: unit };
}
