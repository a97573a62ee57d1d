/** What the tests set up and look at through the administration, as `sales admin` does. */
import { readFileSync } from 'node:fs';
import { defaultImportConfiguration } from '../../src/importing/rules.js';
import { passwordHasher } from '../../src/server/access/password.js';
import type { Administration } from '../../src/store/administering/administration.js';
import type { AuditCheck } from '../../src/store/audit.js';
import { openAdministration } from '../../src/store/postgres/administration/shared-administration.js';
import { databaseAddress } from '../../src/store/postgres/database/address.js';
import { password } from '../support/serve-process.js';
import type { SalesCluster } from './cluster.js';

export async function administer<Result>(
  cluster: SalesCluster,
  work: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  const text = readFileSync(cluster.databaseFlags[1] as string, 'utf8');
  const administration = openAdministration({ address: databaseAddress(text, { ca: cluster.ca }), actor: 'local:test', details: {} });
  try {
    return await work(administration);
  } finally {
    await administration.close();
  }
}

/** A tenant, and a user who sees it. */
export interface Shop {
  tenantId: string;
  user: string;
}

/** Of each user a server takes a few uploads at a time. */
const USERS = 4;

/** New tenants of several customers, each with a user of its own. */
export async function addShops(cluster: SalesCluster, count: number): Promise<Shop[]> {
  const passwordHash = await passwordHasher().hash(password);
  return administer(cluster, async (administration) => {
    const shops: Shop[] = [];
    for (let number = 1; number <= USERS; number++) {
      const user = `shop${number}`;
      const customer = await administration.addCustomer({ name: `Customer ${number}`, id: undefined });
      await administration.addUser({ name: user, passwordHash, roles: ['API'], customers: [customer.id], tenants: [], units: [] });
    }
    for (let number = 0; number < count; number++) {
      const at = (number % USERS) + 1;
      const tenant = { name: `Shop ${number}`, customer: `Customer ${at}`, id: undefined, importConfiguration: defaultImportConfiguration };
      shops.push({ tenantId: (await administration.addTenant(tenant)).id, user: `shop${at}` });
    }
    return shops;
  });
}

export function isTrailWhole(cluster: SalesCluster): Promise<AuditCheck> {
  return administer(cluster, (administration) => administration.checkAudit(null));
}
