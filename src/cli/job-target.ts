/** Whether the server, user, customer and tenant of the settings are those that a job was begun with. A job goes on where it began, or not at all. */
import type { Job } from '../client/job.js';
import { SalesError } from '../contract/problem.js';
import type { Target } from './connect.js';

/** Fails with `usage`, with the flags that make it so. */
export function checkTarget(job: Job, { url, user, settings }: Pick<Target, 'url' | 'user' | 'settings'>): void {
  const now: Record<string, string | null> = {
    url: url.href,
    user,
    customer: settings.customer?.value ?? null,
    tenant: settings.tenant?.value ?? null,
  };
  const began: Record<string, string | null> = { url: job.endpoint, user: job.user, customer: job.customer, tenant: job.tenant };
  const different = Object.keys(began).filter((name) => began[name] !== now[name]);
  if (different.length === 0) return;
  const [first = ''] = different;
  const flags = different.map((name) => (began[name] === null ? `no ${name}` : `--${name} ${began[name]}`)).join(' ');
  throw new SalesError(
    'usage',
    `The job ${job.job} was begun with another ${first}: ${began[first] ?? 'none'}, not ${now[first] ?? 'none'}.`,
    {
      hint: `Give what it was begun with, or its profile: ${flags}`,
    },
  );
}
