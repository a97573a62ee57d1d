/** Checks every JSON document that a test sees against its JSON Schema, without members that the schema does not name. */
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { documents, jsonSchemaOf } from '../../src/cli/documents/documents.js';

const ajv = new Ajv2020.default({ strict: true, allowUnionTypes: true, keywords: ['example'] });
addFormats.default(ajv);
ajv.addFormat('double', true);

/** Help and the like are text, whatever the flags. */
const texts = ['help', 'sample', 'completion', '--help', '-h', '--version', '-V'];

interface Printed {
  stdout: string;
  stderr: string;
}

/** Of a command line with `--json`. Fails with the first member that is not as its schema says, and for a document that has none. */
export function checkPrinted(argv: readonly string[], { stdout, stderr }: Printed): void {
  if (argv.includes('--progress')) checkWritten({ stdout: '', stderr });
  if (!argv.includes('--json') || argv.some((word) => texts.includes(word))) return;
  if (stdout !== '') checkDocument(JSON.parse(stdout));
  for (const line of stderr.split('\n')) if (line.startsWith('{"error"')) checkDocument(JSON.parse(line));
}

/** The same of what a process wrote, whatever its command line: each whole line that is a document, an error or an event of progress. Gives it back. */
export function checkWritten<Written extends Printed>(written: Written): Written {
  const { stdout, stderr } = written;
  for (const line of stdout.split('\n').slice(0, -1)) if (line.startsWith('{"schema":"sales.')) checkDocument(JSON.parse(line));
  for (const line of stderr.split('\n').slice(0, -1)) if (/^\{"(error|type)":/.test(line)) checkDocument(JSON.parse(line));
  return written;
}

/** `json` is a document by its `schema`, an error, or an event of progress. */
export function checkDocument(json: unknown): void {
  const { schema, error, type } = json as { schema?: string; error?: object; type?: string };
  const name = error ? 'error' : type && !schema ? 'progress' : (/^sales\.(.+)\/1$/.exec(schema ?? '')?.[1] ?? '');
  if (!Object.hasOwn(documents, name)) throw new Error(`no schema in src/cli/documents for ${schema}: ${JSON.stringify(json)}`);
  const validate = ajv.getSchema(name) ?? ajv.addSchema(jsonSchemaOf(name, true), name).getSchema(name);
  if (!validate?.(json)) throw new Error(`sales help json ${name}: ${ajv.errorsText(validate?.errors)}: ${JSON.stringify(json)}`);
}
