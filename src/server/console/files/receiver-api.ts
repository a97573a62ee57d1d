/**
 * The server's own receiver, as the API that a job sends to: the same data, bounds and rules as over HTTP, without HTTP. Who the user is and what
 * they may is asked anew with every call, so that a job of somebody who was disabled meanwhile ends.
 */
import { inputs } from '../../../contract/inputs.js';
import { rightOf, SalesError } from '../../../contract/problem.js';
import { readQuery } from '../../../contract/query.js';
import type { UploadSource } from '../../../contract/upload-source.js';
import type { Sender } from '../../../jobs/context.js';
import type { ReadingsApi } from '../../../jobs/kept-readings.js';
import { noRequest } from '../../../store/audit.js';
import type { Data } from '../../../threads/data.js';
import type { Admission } from '../../access/admission.js';
import { checkRole, type Scope, scopeOf } from '../../access/tenancy.js';
import { bodyHash } from '../../http/idempotency.js';
import { everyAnswer } from '../../http/problems.js';
import { uploadStateOf } from '../../routes/get-upload-state.js';
import { changedReading } from '../../routes/readings.js';
import type { FileOwner, KeptFile } from './dropped-file.js';

/** Given to a process by the names of its methods. */
export interface ReceiverApi {
  testAccess(): ReturnType<Sender['api']['testAccess']>;
  upload(
    body: Uint8Array,
    options: { key: string | null; group: string | null; uploadSource: UploadSource | null },
  ): Promise<{ uploadId: string }>;
  uploadState(uploadId: string): ReturnType<Sender['api']['uploadState']>;
  /** As in an address. */
  list(query: Record<string, string>): ReturnType<Sender['api']['list']>;
  get(id: string): ReturnType<Sender['api']['get']>;
  reading: ReadingsApi['get'];
  changeReading: ReadingsApi['put'];
}

export interface ReceiverParts {
  data: Data;
  admission: Admission;
  nowMs: () => number;
}

/** What the user may reach now. Fails with `unauthorized`. */
export async function scopeNow(data: Data, { userName, userId, customerId, tenantId }: FileOwner): Promise<Scope> {
  const user = await data.userByName(userName);
  if (!user || user.disabled || user.id !== userId) throw new SalesError('unauthorized');
  checkRole(user, ['API'], 'unauthorized');
  return scopeOf(data, user, { customerId, tenantId });
}

/** For rows of the kind of the file. */
export function receiverApi(owner: FileOwner & Pick<KeptFile, 'from' | 'kind'>, { data, admission, nowMs }: ReceiverParts): ReceiverApi {
  const { kind = 'Sales' } = owner;
  const list = kind === 'Sales' ? 'listTransactions' : 'listRecords';
  const found = <Value>(value: Value | null): Value => {
    if (value === null) throw new SalesError('notFound');
    return value;
  };
  return {
    testAccess: async () => {
      await scopeNow(data, owner);
      return { dateMs: nowMs(), capabilities: everyAnswer['sales-capabilities'] ?? null, isRateLimited: false };
    },
    upload: async (body, { key, group, uploadSource }) => {
      const { tenant, user } = await scopeNow(data, owner);
      const idempotency = key === null ? null : { key, bodyHash: bodyHash().update(body).digest('base64url') };
      // A copy: handing over a body detaches its memory from this thread, and that memory may still be the channel's.
      const sent = { idempotency, uploadGroup: group, uploadSource, body: new Uint8Array(body) };
      const request = { kind, userId: user.id, importConfigurationId: undefined, ...sent };
      const { uploadId } = await admission.uploads.admit(owner, null, () => tenant.receive(request));
      return { uploadId };
    },
    uploadState: async (uploadId) => {
      const upload = await (await scopeNow(data, owner)).tenant.upload(uploadId);
      return uploadStateOf(found(upload?.kind === kind ? upload : null));
    },
    list: async (query) => {
      const { tenant } = await scopeNow(data, owner);
      const inTurn = <Result>(work: () => Promise<Result>) => admission.lists.admit(owner, null, work);
      const asked = rightOf(readQuery(inputs[list].query, new URLSearchParams(query)));
      return JSON.parse(await tenant.search(list, asked, inTurn));
    },
    get: async (id) => {
      const { tenant } = await scopeNow(data, owner);
      return JSON.parse(found(await (kind === 'Sales' ? tenant.transaction(id) : tenant.record(id))));
    },
    reading: async (header) => (await scopeNow(data, owner)).tenant.reading(header),
    changeReading: async (header, reading, version) =>
      changedReading(await scopeNow(data, owner), header, version, { reading }, owner.from ?? noRequest),
  };
}
