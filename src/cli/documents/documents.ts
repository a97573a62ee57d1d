/**
 * Every JSON document that the program prints, by its name: `upload` is `sales.upload/1`. The one source of their shapes: what prints a
 * document is held to its type, `sales help json` tells it as JSON Schema, and the tests hold to that whatever they see.
 */
import { z } from 'zod';
import { own } from '../../contract/own-names.js';
import { adminDocuments } from './admin.js';
import { matchingDocuments } from './matching.js';
import { ErrorDocument, ProgressLine } from './parts.js';
import { serverDocuments } from './server.js';
import { uploadDocuments } from './upload.js';

const named = [...uploadDocuments, ...serverDocuments, ...matchingDocuments, ...adminDocuments];
const nameOf = ({ shape }: (typeof named)[number]) => shape.schema.value.replace(/^sales\.|\/1$/g, '');

/** Documents that do not name themselves. */
const unnamed = { error: ErrorDocument, progress: ProgressLine };
export const documents: Record<string, z.ZodType> = { ...Object.fromEntries(named.map((one) => [nameOf(one), one])), ...unnamed };

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

/** What `Output.document` takes. */
export type Document = DeepReadonly<z.infer<(typeof named)[number]>>;

/**
 * The JSON Schema of a document (draft 2020-12). `closed`: without members that are not named, as the documents of this version are; else
 * open, as those of later versions may be, for members are only ever added.
 */
export function jsonSchemaOf(name: string, isClosed = false): object {
  const document = own(documents, name);
  if (!document) throw new Error(`there is no document ${name}`);
  const { $schema, ...schema } = z.toJSONSchema(document, { io: isClosed ? 'output' : 'input' });
  return { $schema, title: Object.hasOwn(unnamed, name) ? name : `sales.${name}/1`, ...schema };
}

/** What a document is about, in a few words. */
export function titleOf(name: string): string {
  return own(documents, name)?.meta()?.description ?? '';
}
