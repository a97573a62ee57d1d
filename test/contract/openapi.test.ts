import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputOf } from '../../src/contract/inputs.js';
import { openApiDocument } from '../../src/contract/openapi.js';
import { commonErrors, type OperationId, operationOf, operations } from '../../src/contract/operations.js';
import { transactionUpload } from '../support/arbitraries.js';

interface Schema extends Record<string, unknown> {
  $ref?: string;
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}
interface Content {
  content?: Record<string, { schema: Schema }>;
}
interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content & { description: string }>;
}
interface Document {
  openapi: string;
  info: Record<string, unknown>;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
}

// As it travels: through JSON.
const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3', 'https://sales.example:8443'))) as Document;
const { schemas } = document.components;

const ajv = new Ajv2020.default({ strict: true, allErrors: true, allowUnionTypes: true, keywords: ['example', 'components'] });
addFormats.default(ajv);
ajv.addFormat('double', true);
ajv.addSchema({ $id: 'https://sales.example/openapi.json', components: document.components }, 'document');
const validator = (name: string) => {
  const validate = ajv.getSchema(`document#/components/schemas/${name}`);
  if (!validate) throw new Error(`no schema ${name}`);
  return validate;
};

test('the head of the document', () => {
  expect(document).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\.\d+$/),
    info: { title: expect.any(String), version: '1.2.3' },
    servers: [{ url: 'https://sales.example:8443' }],
    security: [{ basic: [] }],
    components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } },
  });
  expect(Object.keys(document).sort()).toEqual(['components', 'info', 'openapi', 'paths', 'security', 'servers', 'tags']);
});

test('each operation has one of the tags, all of which are explained, and a description that tells who may ask', () => {
  const found = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const names = document.tags.map(({ name }) => name);
  expect(new Set(found.flatMap(({ tags }) => tags))).toEqual(new Set(names));
  expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  for (const { operationId, tags, description } of found) {
    expect(tags, operationId).toHaveLength(1);
    expect(description, operationId).toMatch(/Needs the role (API|Admin)/);
  }
  expect(document.paths['/history/v1/totals']?.get?.description).toContain('`totals` in the header Sales-Capabilities');
});

test('uploads, and they alone, have the headers by which it can be sent again', () => {
  const withHeaders = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, parameters }) => {
      const names = parameters.filter((parameter) => parameter.in === 'header').map(({ name, required }) => [name, required]);
      return names.length > 0 ? [[operationId, names]] : [];
    }),
  );
  const names = ['Idempotency-Key', 'Upload-Group', 'Upload-Source', 'Content-Encoding'];
  const optional = names.map((name) => [name, false]);
  expect(withHeaders).toEqual([
    ['uploadTransactions', optional],
    ['changeReading', [['If-Match', true]]],
    ['uploadRecords', optional],
    // A change of what has versions says which one it is made to.
    ['changeMatchSettings', [['If-Match', true]]],
  ]);
});

test('every reference leads to something in the document', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference = '']) => reference);
  expect(references.length).toBeGreaterThan(20);
  for (const reference of references) {
    const [, ...names] = reference.split('/');
    const target = names.reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], document);
    expect(target, reference).toBeTypeOf('object');
  }
});

describe('schemas', () => {
  test.each(Object.keys(schemas))('%s compiles in strict mode', (name) => {
    expect(validator(name)).toBeTypeOf('function');
  });

  test('hold no keyword of an older dialect', () => {
    const found = new Set<string>();
    walk(document, (place) => {
      for (const keyword of ['definitions', 'nullable', '$schema', '$id']) if (keyword in place) found.add(keyword);
      if (typeof place.exclusiveMinimum === 'boolean' || typeof place.exclusiveMaximum === 'boolean') found.add('exclusiveMinimum');
    });
    expect([...found]).toEqual([]);
  });

  test('examples are valid', () => {
    let examples = 0;
    walk(document, (place) => {
      if (!('example' in place)) return;
      examples++;
      expect(ajv.validate(place, place.example), JSON.stringify(place)).toBe(true);
    });
    expect(examples).toBeGreaterThan(3);
  });

  test('take what the readers take', () => {
    const validate = validator('UploadRequest');
    fc.assert(
      fc.property(fc.array(transactionUpload, { minLength: 1, maxLength: 3 }), (transactions) => {
        expect(validate(JSON.parse(JSON.stringify({ transactions }))), ajv.errorsText(validate.errors)).toBe(true);
      }),
    );
  });

  test.each([
    ['no transactions', { transactions: [] }],
    ['20,001 transactions', { transactions: Array(20_001).fill({}) }],
    ['a string for an amount', { transactions: [{ amount: '1' }] }],
    ['1,025 characters', { transactions: [{ brandId: 'x'.repeat(1_025) }] }],
    ['8,193 characters', { transactions: [{ additionalData: [{ key: 'k', value: 'x'.repeat(8_193) }] }] }],
    ['65 items of additional data', { transactions: [{ additionalData: Array(65).fill({ key: 'k', value: 'v' }) }] }],
    ['33 types', { transactions: [{ transactionTypes: Array(33).fill('x') }] }],
    ['additional data without key', { transactions: [{ additionalData: [{ value: 'v' }] }] }],
    ['a date-time without offset', { transactions: [{ transactionDate: '2026-01-01T00:00:00' }] }],
    ['an impossible date', { transactions: [{ businessDate: '2026-02-30' }] }],
  ])('refuse %s', (_, body) => {
    expect(validator('UploadRequest')(body)).toBe(false);
  });

  test('allow answers to grow: no closed objects', () => {
    expect(JSON.stringify(schemas)).not.toContain('"additionalProperties":false');
  });
});

test('withdrawing an upload says when it is refused', () => {
  expect(operations.withdrawUpload.summary).toMatch(/Refused \(400\).*another system matched.*withDecisions.*people decided/);
});

const ids = Object.keys(operations) as OperationId[];

describe.each(ids)('%s', (operationId) => {
  const operation = operationOf(operationId);
  const { query, request } = inputOf(operationId);
  const inDocument = document.paths[operation.path]?.[operation.method.toLowerCase()];
  if (!inDocument) throw new Error(`${operationId} is not in the document`);

  test('stands under its path and method', () => {
    expect(inDocument).toMatchObject({ operationId, summary: operation.summary });
  });

  test('has its parameters, each once, those of the path required', () => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(inDocument.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath);
    expect(inDocument.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)).toEqual(Object.keys(query.shape));
    for (const parameter of inDocument.parameters) {
      expect(parameter.required, parameter.name).toBe(parameter.in === 'path' || parameter.name === 'If-Match');
    }
  });

  test('parameters have schemas that compile', () => {
    for (const { name, schema } of inDocument.parameters) {
      const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"https://sales.example/openapi.json#/components'));
      expect(ajv.compile(local), name).toBeTypeOf('function');
      if ('default' in schema) expect(ajv.validate(local, schema.default), name).toBe(true);
    }
  });

  test('documents its answers and every error', () => {
    const errors = [...new Set<number>([...commonErrors, ...(operation.path.startsWith('/sales/v1/') ? [] : [403]), ...operation.errors])]
      .sort()
      .map(String);
    expect(Object.keys(inDocument.responses)).toEqual(['200', ...errors]);
    for (const [status, response] of Object.entries(inDocument.responses)) {
      expect(response.description).not.toBe('');
      if (status === '200') continue;
      const schema = status === '400' ? 'ValidationProblem' : 'Problem';
      expect(response.content).toEqual({ 'application/problem+json': { schema: { $ref: `#/components/schemas/${schema}` } } });
    }
  });

  test('has the bodies of the table', async () => {
    const success = inDocument.responses[200]?.content?.['application/json']?.schema.$ref;
    expect(success).toBe(operation.response ? `#/components/schemas/${(await operation.response()).meta()?.id}` : undefined);
    expect(inDocument.requestBody?.content?.['application/json']?.schema.$ref).toBe(
      request ? `#/components/schemas/${request.meta()?.id}` : undefined,
    );
    if (request) expect(inDocument.requestBody?.required).toBe(operationId !== 'startMatchRun');
  });
});

test('nothing but the table is in the document', () => {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  expect(listed.sort()).toEqual(
    ids
      .map(operationOf)
      .map(({ method, path }) => `${method.toLowerCase()} ${path}`)
      .sort(),
  );
});

test('the table has the documented operations', () => {
  expect(Object.fromEntries(ids.map((id) => [id, `${operationOf(id).method} ${operationOf(id).path}`]))).toEqual({
    testAccess: 'GET /sales/v1/',
    changePassword: 'PUT /history/v1/access/password',
    getTransactionDetail: 'GET /history/v1/transactions/{id}/detail',
    getTransactionUploadState: 'GET /history/v1/transactions/upload/{uploadId}',
    uploadTransactions: 'POST /sales/v1/transactions/upload',
    getUploadState: 'GET /sales/v1/transactions/upload/{uploadId}',
    listTransactions: 'GET /sales/v1/transactions',
    getTransaction: 'GET /sales/v1/transactions/{id}',
    searchTransactions: 'GET /history/v1/transactions',
    getTransactionHistory: 'GET /history/v1/transactions/{id}',
    listUploads: 'GET /history/v1/uploads',
    getAccess: 'GET /history/v1/access',
    getTotals: 'GET /history/v1/totals',
    getImportConfiguration: 'GET /history/v1/import-configuration',
    getReading: 'GET /history/v1/readings/{header}',
    changeReading: 'PUT /history/v1/readings/{header}',
    testSettlementAccess: 'GET /settlement/v1/',
    uploadRecords: 'POST /settlement/v1/records/upload',
    getRecordUploadState: 'GET /settlement/v1/records/upload/{uploadId}',
    listRecords: 'GET /settlement/v1/records',
    getRecord: 'GET /settlement/v1/records/{id}',
    getRecordHistory: 'GET /history/v1/records/{id}',
    getMoney: 'GET /settlement/v1/money',
    getFees: 'GET /settlement/v1/fees',
    listPayouts: 'GET /settlement/v1/payouts',
    getPayout: 'GET /settlement/v1/payouts/{id}',
    listCloses: 'GET /settlement/v1/closes',
    getClose: 'GET /settlement/v1/closes/{day}',
    approveClose: 'POST /settlement/v1/closes/{day}/approve',
    listMatches: 'GET /settlement/v1/matches',
    listExceptions: 'GET /settlement/v1/exceptions',
    getMatch: 'GET /settlement/v1/matches/{id}',
    explainMatch: 'GET /settlement/v1/explanations',
    decide: 'POST /settlement/v1/decisions',
    listDecisions: 'GET /settlement/v1/decisions',
    getMatchRun: 'GET /settlement/v1/runs',
    startMatchRun: 'POST /settlement/v1/runs',
    getMatchSettings: 'GET /settlement/v1/settings',
    suggestMatchSettings: 'GET /settlement/v1/settings/suggestions',
    changeMatchSettings: 'PUT /settlement/v1/settings',
    reprocessUpload: 'POST /admin/v1/uploads/{uploadId}/reprocess',
    withdrawUpload: 'POST /admin/v1/uploads/{uploadId}/undo',
    restoreUpload: 'POST /admin/v1/uploads/{uploadId}/redo',
  });
});

function walk(value: unknown, visit: (place: Record<string, unknown>) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>);
  for (const inner of Object.values(value)) walk(inner, visit);
}
