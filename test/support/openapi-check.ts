/** Checks every answer that a test sees against the OpenAPI document: the status must be documented, the body must have its shape. */
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../src/contract/openapi.js';

interface Checked {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  json: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: the document is plain JSON
const document = openApiDocument('0.0.0-test', 'https://localhost') as any;
const ajv = new Ajv2020.default({
  strict: true,
  allErrors: true,
  keywords: ['example', 'components', 'openapi', 'info', 'servers', 'security', 'tags', 'paths'],
});
addFormats.default(ajv);
ajv.addFormat('double', true);
ajv.addSchema(document, 'document');

export function checkAgainstDocument(method: string, path: string, answer: Checked): void {
  const operation = operationOf(method, path.split('?')[0] ?? '');
  if (!operation) return;
  const response = operation.responses[answer.status];
  if (!response) throw new Error(`${method} ${path}: status ${answer.status} is not documented: ${answer.text}`);
  if (!response.content) {
    if (answer.text !== '') throw new Error(`${method} ${path}: the documented answer has no body, this one has: ${answer.text}`);
    return;
  }
  const [[mediaType, { schema }]] = Object.entries(response.content) as [[string, { schema: { $ref: string } }]];
  if (answer.headers['content-type'] !== mediaType)
    throw new Error(`${method} ${path}: ${answer.headers['content-type']} is not ${mediaType}`);
  const validate = ajv.getSchema(`document${schema.$ref}`);
  if (!validate) throw new Error(`${schema.$ref} is not in the document`);
  if (!validate(answer.json)) throw new Error(`${method} ${path}: ${ajv.errorsText(validate.errors)}: ${answer.text}`);
}

// biome-ignore lint/suspicious/noExplicitAny: the document is plain JSON
function operationOf(method: string, path: string): any {
  for (const [template, methods] of Object.entries(document.paths)) {
    const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
    // The upload path also fits the template of one transaction, and stands before it in the document.
    if (pattern.test(path)) return (methods as Record<string, unknown>)[method.toLowerCase()] ?? null;
  }
  return null;
}
