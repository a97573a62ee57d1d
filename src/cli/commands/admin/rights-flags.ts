/** The flags that say what a user may do: roles, and what grants are on. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Role } from '../../../store/access.js';
import type { Rights } from '../../../store/administration.js';
import { collect } from './administer.js';

export interface RightsFlags {
  role?: Role[];
  customer?: string[];
  tenant?: string[];
  unit?: string[];
}

export function withRightsFlags(command: Command): Command {
  const several = (flags: string, description: string) => new Option(flags, description).argParser(collect);
  return command
    .addOption(new Option('--role <role>', 'API or Admin; can be repeated').argParser(role))
    .addOption(several('--customer <customer>', 'a grant on all tenants of a customer; can be repeated'))
    .addOption(several('--tenant <tenant>', 'a grant on a tenant; can be repeated'))
    .addOption(several('--unit <unit>', 'a grant on a unit and those below it; can be repeated'));
}

function role(value: string, previous: readonly Role[] = []): Role[] {
  if (value !== 'API' && value !== 'Admin') throw new InvalidArgumentError('The roles are API and Admin.');
  return [...previous, value];
}

export function rightsOf({ role = [], customer = [], tenant = [], unit = [] }: RightsFlags): Rights {
  return { roles: role, customers: customer, tenants: tenant, units: unit };
}
