/** What a job was started with (server, user, customer, tenant): it is continued with the same, or not at all. */
import type { Job } from '../client/journal/job.js';

export type JobTarget = Pick<Job, 'endpoint' | 'user' | 'customer' | 'tenant'>;

/** Whether a job was started with the same server, user, customer and tenant. */
export function isFor(job: JobTarget, target: JobTarget): boolean {
  return differences(job, target).length === 0;
}

/** In what they differ. */
export function differences(job: JobTarget, target: JobTarget): (keyof JobTarget)[] {
  return (['endpoint', 'user', 'customer', 'tenant'] as const).filter((name) => job[name] !== target[name]);
}

/** `api at https://sales.example.com/, tenant …`. */
export function targetText({ endpoint, user, customer, tenant }: JobTarget): string {
  const parts = [`${user} at ${endpoint}`, customer && `customer ${customer}`, tenant && `tenant ${tenant}`];
  return parts.filter((part) => part).join(', ');
}
