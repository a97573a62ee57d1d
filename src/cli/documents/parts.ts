/** What several documents consist of. */
import { z } from 'zod';

export const about = <Schema extends z.ZodType>(schema: Schema, description: string) => schema.meta({ description });

/** A document by its name: `list` is `sales.list/1`, by which programs know it. */
export const document = <Name extends string, Members extends z.ZodRawShape>(name: Name, description: string, members: Members) =>
  about(z.object({ schema: z.literal(`sales.${name}/1` as const), ...members }), description);

export const text = z.string();
export const textOrNull = z.string().nullable();
export const count = z.int().min(0);
export const countOrNull = count.nullable();
/** A line of a file, from 1. */
export const line = z.int().min(1);
export const lineOrNull = line.nullable();
export const lineRange = { rows: count, firstLine: z.int().min(0), lastLine: z.int().min(0) };
export const instant = z.string().meta({ format: 'date-time' });
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const exact = about(
  z.string().regex(/^-?\d+(\.\d+)?$/),
  'An exact sum, as a decimal with a point: to be read as text, or as a decimal type',
);
export const exit = about(z.int(), 'The exit code of the command: sales help exit-codes');

export const hasMore = about(z.boolean(), 'Whether a later page has more');
export const pageOf = <Item extends z.ZodType>(item: Item) => ({ items: z.array(item), hasMore });

/** A failure as one of several results tells it, or as standard error has it. */
export const failure = {
  code: about(text, 'Stable, for programs'),
  message: about(text, 'For people'),
  hint: about(textOrNull, 'What to do about it'),
  details: about(z.array(text), 'Field by field'),
  questions: about(
    z.array(z.object({ code: text, field: text, text, answers: about(z.array(text), 'Flags, each an answer by itself') })).optional(),
    'What a file leaves open, where it does',
  ),
};

const event = <Type extends string, Members extends z.ZodRawShape>(type: Type, description: string, members: Members) =>
  about(z.object({ type: z.literal(type), ...members }), description);

/** What `client/sending/upload-event.ts` tells. */
export const ProgressLine = about(
  z.discriminatedUnion('type', [
    event('sending', 'A request is on its way', { rows: count, firstLine: line, lastLine: line }),
    event('accepted', 'The server has taken it', { uploadId: text, rows: count, lastLine: line }),
    event('retry', 'It failed, and is tried again', { failure: z.object({ code: text, message: text }), attempt: count, waitMs: count }),
    event('refusedRows', 'The server refuses rows of it; the others are sent again', { rows: count }),
    event('halved', 'It was too large, and is sent in two', { rows: count }),
    event('waiting', 'So many uploads are imported, of how many', { final: count, total: count }),
  ]),
  'A line on standard error of --progress json: sales upload, sales resume',
);

export const ErrorDocument = about(z.object({ error: z.object({ ...failure, exit }) }), 'A failure, on standard error');
