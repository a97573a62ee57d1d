import { describe, expect, it } from 'vitest';
import { capabilitiesOf } from '../../src/client/http/capabilities.js';
import { groupOf, type JobIdentity, keyOf } from '../../src/client/journal/job-identity.js';

const job: JobIdentity = {
  endpoint: 'https://a.example/',
  user: 'api',
  customer: null,
  tenant: null,
  importConfigurationId: null,
  fileSha256: 'f',
  readingSha256: 'r',
  batchRows: 10,
  salt: '',
};
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;

describe('names', () => {
  it('are the same for the same, and UUIDs', () => {
    expect(groupOf(job)).toBe(groupOf({ ...job }));
    expect(keyOf(job, '17', 'p')).toBe(keyOf({ ...job }, '17', 'p'));
    expect(groupOf(job)).toMatch(UUID);
    expect(keyOf(job, '17', 'p')).toMatch(UUID);
  });

  it('differ where anything does', () => {
    const others: Partial<JobIdentity>[] = [
      { endpoint: 'https://b.example/' },
      { user: 'x' },
      { customer: 'c' },
      { tenant: 'c' },
      { importConfigurationId: 'c' },
      { fileSha256: 'g' },
      { salt: '1' },
    ];
    const all = [job, ...others.map((other) => ({ ...job, ...other }))];
    const groups = [...all, { ...job, batchRows: 11 }, { ...job, readingSha256: 's' }].map(groupOf);
    expect(new Set(groups).size).toBe(groups.length);
    const keys = [
      ...all.map((one) => keyOf(one, '1', 'p')),
      keyOf(job, '1.1', 'p'),
      keyOf(job, '11', 'p'),
      keyOf(job, '1', 'q'),
      groupOf(job),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

it.each([
  ['idempotency;ttl=60, gzip', 60_000, true],
  ['gzip , idempotency', 2_592_000_000, true],
  ['idempotency;ttl=x', 2_592_000_000, false],
  ['gzip', null, true],
  ['no-idempotency, gzipped', null, false],
  [null, null, false],
])('capabilities %s', (header, idempotencyMs, gzip) => {
  expect(capabilitiesOf(header)).toMatchObject({ idempotencyMs, gzip });
});

it('capabilities are words, known or not', () => {
  expect(capabilitiesOf('idempotency;ttl=60, gzip, totals,,x;y=1').words).toEqual(['idempotency', 'gzip', 'totals', 'x']);
});
