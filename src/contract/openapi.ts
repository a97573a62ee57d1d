/** The OpenAPI 3.1 document, derived from the table of operations and the schemas; nothing in it is written by hand twice. */
import { z } from 'zod';
import { GrantedTenant } from './access.js';
import { ApprovedClose, ClaimState, CloseChanges, ClosingClaim, ClosingFinding, SoldItem } from './closes.js';
import { DecisionCause, DecisionResult, ListedDecision } from './decisions.js';
import { ExceptionReason, ExceptionSide, ListedException } from './exceptions.js';
import { FoundTransaction } from './found-transaction.js';
import { inputOf } from './inputs.js';
import { NumberUse, ProposalRule } from './match-settings.js';
import { ComparedRow, Match, MatchCounts, MatchDryRun, MatchKind, MatchRunState } from './matches.js';
import { errorsOf, type OperationId, operationOf, operations } from './operations.js';
import { named } from './own-names.js';
import { Payout, PayoutStatus } from './payouts.js';
import { failureOfStatus, failures } from './problem.js';
import { Problem, ValidationProblem } from './problem-body.js';
import { ListSortDirection, TransactionListSortKey } from './query.js';
import { SettlementRecord } from './records.js';
import { SettlementRecordUpload, SettlementType } from './settlement.js';
import { MatchSuggestion, SuggestedSettings } from './suggestions.js';
import { AdditionalDataItem, Transaction, TransactionMatchState, TransactionState, TransactionUpload } from './transaction.js';

const partsOfBodies = [
  AdditionalDataItem,
  ApprovedClose,
  CloseChanges,
  ClosingClaim,
  ClaimState,
  ComparedRow,
  DecisionCause,
  DecisionResult,
  ExceptionReason,
  ExceptionSide,
  ClosingFinding,
  FoundTransaction,
  GrantedTenant,
  ListedDecision,
  ListedException,
  Match,
  MatchCounts,
  MatchDryRun,
  MatchKind,
  MatchRunState,
  MatchSuggestion,
  NumberUse,
  Payout,
  PayoutStatus,
  ProposalRule,
  SettlementRecord,
  SettlementRecordUpload,
  SettlementType,
  SoldItem,
  SuggestedSettings,
  Transaction,
  TransactionMatchState,
  TransactionState,
  TransactionUpload,
];

const ids = Object.keys(operations) as OperationId[];
const described = await Promise.all(
  ids.map(async (id) => ({ id, ...operationOf(id), ...inputOf(id), response: (await operationOf(id).response?.()) ?? null })),
);
type Described = (typeof described)[number];
const ofQueries = [ListSortDirection, TransactionListSortKey];

/** Every schema that is named, by its name. */
const components = new Map<string, z.ZodType>(
  [...partsOfBodies, ...described.flatMap(({ request, response }) => [request, response]), ...ofQueries, Problem, ValidationProblem]
    .flatMap((schema): [string, z.ZodType][] => (schema ? [[nameOf(schema), schema]] : []))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);

type Json = Record<string, unknown>;

/** By the first segment of their paths. */
const tags = {
  sales: { name: 'Sales', description: 'The documented interface: upload sales transactions, follow an upload, list and read' },
  history: { name: 'History', description: 'What became of transactions and uploads, totals, rules of import, the rights of a user' },
  settlement: { name: 'Settlement', description: 'Settlement records, and which sales they paid' },
  admin: { name: 'Changes', description: 'Import an upload again, take it back or restore it' },
} as const;

/** The document for a server of this `version`; `serverUrl` is its own base URL. */
export function openApiDocument(version: string, serverUrl: string): Json {
  const paths: Record<string, Json> = named();
  for (const operation of described) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: operationObject(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sales API',
      version,
      description: 'Upload sales transactions, follow the state of an upload, list transactions and read one.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ basic: [] }],
    tags: Object.values(tags),
    paths,
    components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } }, schemas: componentSchemas() },
  };
}

/** What an upload may say in headers. They are ours, beyond the interface document; see `docs/api.md`. */
const uploadHeaders: Json[] = [
  {
    name: 'Idempotency-Key',
    description: 'The same key with the same body gives the same upload again, and nothing is stored twice; kept for at least 30 days',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  {
    name: 'Upload-Group',
    description: 'The file that the upload is a part of: uploads of one group are one file where duplicates are looked for',
    schema: { type: 'string', format: 'uuid' },
  },
  {
    name: 'Upload-Source',
    description: 'That file: its name without path (RFC 8187), where it has one, and the SHA-256 of its bytes',
    schema: { type: 'string', examples: [`filename*=UTF-8''kasse.csv; sha-256=${'0'.repeat(64)}`] },
  },
  { name: 'Content-Encoding', description: 'How the body is packed', schema: { type: 'string', enum: ['gzip', 'identity'] } },
].map((header) => ({ ...header, in: 'header', required: false }));

const uploadAnswerHeaders: Json = {
  'Idempotency-Replayed': {
    description: 'There where the key was used before: the upload is the one that was made then',
    schema: { type: 'string', const: 'true' },
  },
};

const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The ETag of what is to be changed, as it was read',
  schema: { type: 'string', pattern: '^"\\d{1,15}"$' },
};
const versionHeaders: Json = { ETag: { description: 'The version, for If-Match', schema: { type: 'string' } } };

function descriptionOf({ extension, roles, kind, isVersioned }: Described): string {
  return [
    extension
      ? `An extension: a server that has it says \`${extension}\` in the header Sales-Capabilities.`
      : 'A part of the documented interface.',
    `Needs the role ${roles.join(' or ')}.`,
    ...(kind === 'batch' ? ['A request with an Idempotency-Key can be repeated: the batch is stored once.'] : []),
    ...(isVersioned && kind === 'change' ? ['Refused (412) where If-Match names another version than the current one.'] : []),
  ].join(' ');
}

function operationObject(operation: Described): Json {
  const success = operation.response
    ? { description: 'Success', content: { 'application/json': { schema: reference(operation.response) } } }
    : { description: 'Success, with an empty body' };
  const headers = operation.kind === 'batch' ? uploadAnswerHeaders : operation.isVersioned && versionHeaders;
  const responses: Json = { 200: headers ? { ...success, headers } : success };
  for (const status of errorsOf(operation)) {
    const schema = reference(status === 400 ? ValidationProblem : Problem);
    responses[status] = { description: failures[failureOfStatus(status)].title, content: { 'application/problem+json': { schema } } };
  }
  return {
    operationId: operation.id,
    tags: [tags[operation.path.split('/')[1] as keyof typeof tags].name],
    summary: operation.summary,
    description: descriptionOf(operation),
    parameters: [
      ...parameters('path', operation.pathParameters ?? {}),
      ...parameters('query', operation.query.shape as Record<string, z.ZodType>),
      ...(operation.kind === 'batch' ? uploadHeaders : []),
      ...(operation.isVersioned && operation.kind === 'change' ? [ifMatch] : []),
    ],
    ...(operation.request && {
      requestBody: { required: !operation.isBodyOptional, content: { 'application/json': { schema: reference(operation.request) } } },
    }),
    responses,
  };
}

function parameters(place: 'path' | 'query', schemas: Record<string, z.ZodType>): Json[] {
  return Object.entries(schemas).map(([name, ofName]) => {
    const { $schema, description, definitions, ...schema } = z.toJSONSchema(ofName, { target: 'openapi-3.1', io: 'input' }) as Json;
    // A named schema comes as a reference to a definition beside it; the same one stands among the components.
    if (typeof schema.$ref === 'string') schema.$ref = schema.$ref.replace('#/definitions/', '#/components/schemas/');
    return { name, in: place, required: place === 'path', ...(description ? { description } : {}), schema };
  });
}

function reference(schema: z.ZodType): Json {
  return { $ref: `#/components/schemas/${nameOf(schema)}` };
}

function nameOf(schema: z.ZodType): string {
  return String(schema.meta()?.id);
}

function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of components) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { target: 'openapi-3.1', io: 'input', uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => {
      return [id, schema];
    }),
  );
}
