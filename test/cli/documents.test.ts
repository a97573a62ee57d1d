/** The schemas of the JSON documents: what is held to them (every document that a test sees), and what `sales help json` tells of them. */
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, expect, it } from 'vitest';
import { documents } from '../../src/cli/documents/documents.js';
import { checkDocument } from '../support/documents-check.js';
import { openCommandLine } from './command-line.js';

const line = openCommandLine(null);
afterAll(line.remove);

const exported = { schema: 'sales.exported/1', file: 'x.csv', format: 'csv', rows: 1 };

it('a document is held to its schema', () => {
  expect(() => checkDocument(exported)).not.toThrow();
  expect(() => checkDocument({ ...exported, rows: '1' })).toThrow('data/rows must be integer');
  expect(() => checkDocument({ ...exported, more: 1 })).toThrow('must NOT have additional properties');
  expect(() => checkDocument({ schema: 'sales.nosuch/1' })).toThrow('no schema in src/cli/documents for sales.nosuch/1');
  expect(() => checkDocument({ error: { code: 'usage' } })).toThrow("must have required property 'message'");
});

it.each(Object.keys(documents))('sales help json %s is a JSON Schema that lets later members in', async (name) => {
  const { exit, stdout } = await line.run(['help', 'json', name]);
  expect(exit).toBe(0);
  const schema = JSON.parse(stdout);
  expect(schema.description, 'says what it is about').toBeTruthy();
  const ajv = new Ajv2020.default({ strict: true, allowUnionTypes: true, keywords: ['example'] });
  addFormats.default(ajv);
  ajv.addFormat('double', true);
  const isRight = ajv.compile(schema);
  if (name === 'exported') expect(isRight({ ...exported, more: 1 })).toBe(true);
  expect(isRight({})).toBe(false);
});

it('the name is that of the document, or what it says of itself', async () => {
  expect(await line.run(['help', 'json', 'sales.upload/1'])).toEqual(await line.run(['help', 'json', 'upload']));
  const { exit, stderr } = await line.run(['help', 'json', 'uplod']);
  expect({ exit, stderr }).toEqual({
    exit: 2,
    stderr: 'error: There is no JSON document "uplod".\n  sales help json lists them\n',
  });
});
