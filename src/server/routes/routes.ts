/** The routes of the contract's operations: for each what it does, but for searches, which the data make under their names. */
import { type OperationId, operationOf, type SearchId } from '../../contract/operations.js';
import { SalesError } from '../../contract/problem.js';
import type { TenantData } from '../../threads/data.js';
import { type Gate, type Handler, type Input, type Reply, serveOfUser, serveOperation, type UserHandler } from '../http/operation.js';
import type { Route } from '../http/route.js';
import { approveClose } from './approve-close.js';
import { changePassword } from './change-password.js';
import { reprocessUpload, restoreUpload, withdrawUpload } from './change-upload.js';
import { decide } from './decide.js';
import { explainMatch } from './explain-match.js';
import { getRecordUploadState, getUploadState } from './get-upload-state.js';
import { startMatchRun } from './match-runs.js';
import { changeMatchSettings, getMatchSettings, suggestMatchSettings } from './match-settings.js';
import { changeReading, getReading } from './readings.js';
import { uploadRecords, uploadTransactions } from './upload-transactions.js';

type HandledId = Exclude<OperationId, SearchId | 'getAccess' | 'changePassword'>;

const handlers: { [Id in HandledId]: Handler<Id> } = {
  // Log-in and tenant are checked before, which is the whole test.
  testAccess: async () => ({ body: null }),
  testSettlementAccess: async () => ({ body: null }),
  uploadTransactions,
  uploadRecords,
  getUploadState,
  getTransactionUploadState: getUploadState,
  getRecordUploadState,
  getTransaction: found('transaction', async (tenant, { path }) => jsonOf(await tenant.transaction(path.id))),
  getTransactionDetail: found('transaction', async (tenant, { path }) => jsonOf(await tenant.transaction(path.id))),
  getTransactionHistory: found('transaction', async (tenant, { path }) => bodyOf(await tenant.history(path.id))),
  getRecord: found('settlement record', async (tenant, { path }) => jsonOf(await tenant.record(path.id))),
  getRecordHistory: found('settlement record', async (tenant, { path }) => bodyOf(await tenant.recordHistory(path.id))),
  getImportConfiguration: found('import configuration', async (tenant, { query }) =>
    bodyOf(await tenant.importConfiguration(query.importConfigurationId)),
  ),
  getReading,
  changeReading,
  getMatch: found('match', async (tenant, { path }) => jsonOf(await tenant.match(path.id))),
  explainMatch,
  decide,
  approveClose,
  startMatchRun,
  getMatchSettings,
  suggestMatchSettings,
  changeMatchSettings,
  reprocessUpload,
  withdrawUpload,
  restoreUpload,
};

/** It needs no tenant, for it is where one learns which there are. */
const getAccess: UserHandler<'getAccess'> = async ({ name, roles, access }) => ({
  body: { user: name, roles: [...roles], tenants: [...access] },
});

export function routeOf(id: OperationId, gate: Gate): Route {
  if (id === 'getAccess') return serveOfUser(id, getAccess, gate);
  if (id === 'changePassword') return serveOfUser(id, changePassword(gate), gate);
  return isSearch(id) ? serveOperation(id, searched(id), gate) : handled(id, gate);
}

function handled<Id extends HandledId>(id: Id, gate: Gate): Route {
  return serveOperation(id, handlers[id], gate);
}

function isSearch(id: OperationId): id is SearchId {
  return operationOf(id).kind === 'search';
}

/** What a search does: it is made in its turn among the lists of its user. */
export function searched<Id extends SearchId>(id: Id): Handler<Id> {
  return async ({ query, path, inTurn }, { tenant }) => ({ json: await tenant.search(id, { ...query, ...path }, inTurn) });
}

/** One thing of the tenant's. Fails with `notFound`, both for what does not exist and for what is outside the scope. */
function found<Id extends OperationId>(
  thing: string,
  find: (tenant: TenantData, input: Input<Id>) => Promise<Reply<Id> | null>,
): Handler<Id> {
  return async (input, { tenant }) => {
    const reply = await find(tenant, input);
    if (reply === null) throw new SalesError('notFound', `There is no such ${thing}.`);
    return reply;
  };
}

function jsonOf(json: string | null) {
  return json === null ? null : { json };
}

function bodyOf<Body>(body: Body | null) {
  return body === null ? null : { body };
}
