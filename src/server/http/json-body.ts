/** Small bodies: JSON by a schema. */
import type { z } from 'zod';
import { faultCollector, issueMessage } from '../../contract/faults.js';
import { SalesError } from '../../contract/problem.js';
import { parseJson } from '../../importing/request/request-json.js';
import { readBody } from '../access/body.js';
import type { RouteRequest } from './route.js';

/** Fails with `validation`, by field or under `$`, and as reading a body does. */
export async function jsonBody<Schema extends z.ZodType>({ node, notes, inPlace }: RouteRequest, schema: Schema): Promise<z.infer<Schema>> {
  const bytes = await inPlace(() => readBody(node));
  notes.bodyBytes = bytes.length;
  const reading = schema.safeParse(parseJson(bytes), { error: issueMessage });
  if (reading.success) return reading.data;
  const faults = faultCollector('$');
  faults.add('', reading.error.issues);
  const { '': whole, ...errors } = faults.faults();
  throw new SalesError('validation', undefined, { errors: whole ? { $: whole } : errors });
}
