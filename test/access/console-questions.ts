/** Questions about the console's own routes, by users of every kind, each with the answer that a small model expects. */
import { randomUUID } from 'node:crypto';
import type { PageRequest } from './console-server.js';
import type { ModelTenant, ModelUser } from './model.js';
import { fixedWorld, newUser } from './world.js';

const both = { roles: ['API', 'Admin'] };
export const admin = '/console/v1/admin';
export const files = '/console/v1/files';

export const world = fixedWorld();
export const [a1, , b1] = world.tenants;
const unitOfB1 = world.units.find(({ tenantId }) => tenantId === b1.id)?.id ?? '';
const everything = [...new Set(world.tenants.map(({ customerId }) => customerId))];
export const users: readonly ModelUser[] = [
  ...world.users.filter(({ name }) => ['one tenant', 'unit', 'no role', 'disabled', 'admin only', 'unit and admin'].includes(name)),
  newUser('admin of all', everything, both),
  newUser('admin of one', [a1.id], both),
  newUser('operator', everything, { roles: ['Admin'] }),
  // Of each tenant something, and of one of them units alone.
  newUser('admin of nearly all', [world.tenants[0].customerId, world.tenants[3].id, unitOfB1], both),
];
export const named = (name: string) => users.find((user) => user.name === name) as ModelUser;

/** What an answer must be: its status, and what a part of it must be where that is so. */
export interface Asked extends Omit<PageRequest, 'cookie'> {
  user: string;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: of any shape
  part?: (json: any) => unknown;
  is?: unknown;
}

const reaches = (user: ModelUser, { id, customerId }: ModelTenant) => user.grants.includes(id) || user.grants.includes(customerId);
const isDisabled = ({ disabled }: ModelUser) => disabled;

/** Each with what an Admin who may ask is told: that nothing of this kind is there, or what was sent is no such thing. So nothing changes. */
export function ofAdmins(): Asked[] {
  const id = randomUUID();
  const ofAll: [string, string, number][] = [
    ['GET', 'users', 200],
    ['POST', 'users', 400],
    ...['disable', 'enable', 'password', 'grant', 'revoke', 'end-sessions'].map((verb): [string, string, number] => [
      'POST',
      `users/${id}/${verb}`,
      404,
    ]),
    ['GET', 'tenants', 200],
    ['GET', 'audit', 200],
  ];
  const asked = ofAll.flatMap(([method, path, good]) =>
    users.map((user): Asked => {
      const isOfAll = user.roles.includes('Admin') && world.tenants.every((tenant) => reaches(user, tenant));
      const status = isDisabled(user) ? 401 : isOfAll ? good : 403;
      return { user: user.name, method, path: `${admin}/${path}`, status, ...(method === 'POST' && { json: {} }) };
    }),
  );
  const ofAny = users.flatMap((user): Asked[] => {
    const status = isDisabled(user) ? 401 : user.roles.includes('Admin') ? 200 : 403;
    const isOfAll = status === 200 && world.tenants.every((tenant) => reaches(user, tenant));
    const seen = status === 200 ? { part: (json: object) => json, is: { allTenants: isOfAll } } : {};
    const figures = status === 200 ? { part: (json: { figures?: object }) => json.figures !== undefined, is: isOfAll } : {};
    return [
      { user: user.name, method: 'GET', path: admin, status, ...seen },
      { user: user.name, method: 'GET', path: `${admin}/health`, status, ...figures },
    ];
  });
  const self = named('admin of all').id;
  const ofSelf = [
    ['disable', {}],
    ['revoke', { roles: ['Admin'] }],
  ] as const;
  return [
    ...asked,
    ...ofAny,
    ...ofSelf.map(
      ([verb, json]): Asked => ({ user: 'admin of all', method: 'POST', path: `${admin}/users/${self}/${verb}`, json, status: 409 }),
    ),
  ];
}

/** What orders a tenant, asked for each of two tenants; of another tenant's unit or rules, in this one. */
export function ofTenants(): Asked[] {
  const id = randomUUID();
  const idsOf = (name: string) => (json: Record<string, { id: string }[]>) => json[name]?.map((one) => one.id).sort();
  return [a1, b1].flatMap((tenant) =>
    users.flatMap((user): Asked[] => {
      const other = tenant === a1 ? b1 : a1;
      const foreignUnit = world.units.find(({ tenantId }) => tenantId === other.id)?.id;
      const units = world.units.filter(({ tenantId }) => tenantId === tenant.id).map((unit) => unit.id);
      const refusal = (() => {
        if (isDisabled(user)) return 401;
        if (!user.roles.includes('Admin')) return 403;
        if (reaches(user, tenant)) return null;
        return user.grants.some((grant) => units.includes(grant)) ? 403 : 401;
      })();
      const ask = (method: string, path: string, good: number, more: Partial<Asked> = {}): Asked => ({
        user: user.name,
        method,
        path: `${admin}/${path}?tenantId=${tenant.id}`,
        status: refusal ?? good,
        ...(method === 'POST' && { json: {} }),
        ...(refusal === null && more),
      });
      return [
        ask('GET', 'units', 200, { part: idsOf('units'), is: [...units].sort() }),
        ask('POST', 'units', 400),
        ask('POST', `units/${id}`, 404),
        ask('POST', `units/${foreignUnit}`, 404),
        ask('GET', 'unknown-places', 200, {
          part: ({ places }: { places: { terminalId: string }[] }) => places.map(({ terminalId }) => terminalId),
          is: [tenant === a1 ? 'loose-0' : 'loose-1'],
        }),
        ask('GET', 'import-configurations', 200, { part: idsOf('importConfigurations'), is: [tenant.configurationId] }),
        ask('POST', 'import-configurations', 400),
        ask('POST', `import-configurations/${other.configurationId}`, 404),
        ask('POST', `import-configurations/${other.configurationId}/try`, 404),
      ];
    }),
  );
}

/** Who dropped a file each. */
export const owners = ['one tenant', 'admin of one'];

/** Those files, in the order of their owners: one's own and nobody else's, whatever the role. */
export function ofFiles(dropped: readonly string[]): Asked[] {
  return users.flatMap((user): Asked[] => {
    const refusal = isDisabled(user) ? 401 : user.roles.includes('API') ? null : 403;
    const own = dropped.filter((_, index) => owners[index] === user.name);
    const list: Asked = {
      ...{ user: user.name, method: 'GET', path: files, status: refusal ?? 200 },
      ...(refusal === null && { part: ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id), is: own }),
    };
    // Without a name, and so no file.
    const drop: Asked = { user: user.name, method: 'POST', path: `${files}?tenantId=${a1.id}`, bytes: 'x', status: refusal ?? 400 };
    const single = [...dropped, randomUUID()].flatMap((id): Asked[] => {
      const isOwn = own.includes(id);
      const ask = (method: string, path: string, good: number, json?: object): Asked => ({
        ...{ user: user.name, method, path: `${files}/${id}${path}`, json },
        status: refusal ?? (isOwn ? good : 404),
      });
      const changes = [ask('PUT', '/answers', 400, { answers: 1 }), ask('POST', '/send', 400, { again: 1 }), ask('DELETE', '', 200)];
      // One's own would be gone.
      return [ask('GET', '', 200), ask('GET', '/rejects', 404), ask('GET', '/events', 200), ...changes.slice(0, isOwn ? 2 : 3)];
    });
    return [list, drop, ...single];
  });
}
