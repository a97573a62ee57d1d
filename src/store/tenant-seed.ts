/** What the hashes of a tenant's rows begin with, from the secret of the database: rows of different tenants never have like hashes. 32 bits. */
export function tenantSeed(seed: number, tenantKey: number): number {
  return (seed ^ Math.imul(tenantKey, 0x9e3779b1)) >>> 0;
}
