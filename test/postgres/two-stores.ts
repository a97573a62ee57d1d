/** Two stores on one database as one: each call goes to the other of them, as behind a load balancer. */
import type { Store, TenantStore } from '../../src/store/store.js';

type Method = (...args: unknown[]) => unknown;

/** What `stores` have in common, each method called on the next of them; both are closed together. */
export function inTurns(stores: readonly [Store, Store]): Store {
  let calls = 0;
  const next = () => stores[calls++ % stores.length] as Store;
  const turning = <Target extends object>(sample: Target, now: () => Target, own: Partial<Target>): Target => {
    const methods = Object.entries(sample).map(([name, value]) => [
      name,
      typeof value === 'function' ? (...args: unknown[]) => (now()[name as keyof Target] as Method)(...args) : value,
    ]);
    return { ...(Object.fromEntries(methods) as Target), ...own };
  };
  return turning<Store>(stores[0], next, {
    tenant: (id, scope) => turning<TenantStore>(stores[0].tenant(id, scope), () => next().tenant(id, scope), {}),
    close: async () => {
      for (const store of stores) await store.close();
    },
  });
}
