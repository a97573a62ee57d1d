/** The routes of dropped files: to drop one, see how it was read, answer what it leaves open, send it, and look on. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { rightOf, SalesError } from '../../../contract/problem.js';
import { AccessQuery, readQuery } from '../../../contract/query.js';
import { languageFor } from '../../../words/language.js';
import { templatesIn } from '../../../words/phrases/templates.js';
import type { LiveSession } from '../../access/sessions.js';
import { checkRole, scopeOf } from '../../access/tenancy.js';
import { jsonBody } from '../../http/json-body.js';
import type { Gate } from '../../http/operation.js';
import { type RouteAnswer, type RouteRequest, type RouteTable, takesBody } from '../../http/route.js';
import { forUsers } from '../guarded.js';
import type { ConsoleParts } from '../parts.js';
import { type KeptFile, shownFile } from './dropped-file.js';
import type { DroppedFiles } from './dropped-files.js';
import { answersFrom, GivenAnswers, kindOf, shownReading } from './shown-reading.js';

const NAME_CHARS_MAX = 1_024;
const DropQuery = AccessQuery.extend({ timeZone: z.string().max(64).optional() });
const Sending = z.object({ again: z.boolean().optional(), accept: z.string().max(64).optional() });

type FileHandler = (request: RouteRequest, file: KeptFile, session: LiveSession) => Promise<RouteAnswer>;

export function fileRoutes({ sessions, files }: ConsoleParts, gate: Gate): RouteTable {
  const users = (handler: (request: RouteRequest, session: LiveSession) => Promise<RouteAnswer>) =>
    forUsers(sessions, gate, async (request, session) => {
      checkRole(session.user, ['API'], 'forbidden');
      return handler(request, session);
    });
  const ofFile = (handler: FileHandler) =>
    users(async (request, session) => {
      const file = await files.get(request.path.id ?? '', session.user.id);
      request.notes.tenantId = file.tenantId;
      return handler(request, file, session);
    });
  const whole = async (request: RouteRequest, file: KeptFile) => ({ body: await wholeFile(request, file, files) });
  return {
    '/console/v1/files': {
      GET: users(async (_, { user }) => ({ body: { items: files.list(user.id).map(shownFile) } })),
      POST: takesBody('files', users(drop(files, gate))),
    },
    '/console/v1/files/{id}': {
      GET: ofFile(whole),
      DELETE: ofFile(async (_, file) => {
        await files.remove(file);
        return { body: null };
      }),
    },
    '/console/v1/files/{id}/answers': {
      PUT: takesBody(
        'forms',
        ofFile(async (request, file) => whole(request, await answered(request, file, files))),
      ),
    },
    '/console/v1/files/{id}/send': {
      POST: takesBody(
        'forms',
        ofFile(async (request, file) => {
          const { again = false, accept } = await jsonBody(request, Sending);
          const { address: origin, requestId } = request.notes;
          return whole(request, await files.send(file, { again, accept, from: { origin, requestId } }));
        }),
      ),
    },
    '/console/v1/files/{id}/rejects': { GET: ofFile((_, file) => rejectsAnswer(file, files)) },
    '/console/v1/files/{id}/events': {
      GET: ofFile(async ({ node }, { id, userId }) => {
        const lastId = Number(node.headers['last-event-id'] ?? 0) || 0;
        const endId = files.events.endOf(id);
        // Which ends an EventSource.
        if (endId !== null && lastId >= endId) return { status: 204, body: null };
        const mayGoOn = async () => (await sessions.find(node.headers.cookie, 'look')) !== null;
        return { stream: files.events.open(id, userId, lastId, mayGoOn), headers: { 'content-type': 'text/event-stream' } };
      }),
    },
  };
}

function drop(files: DroppedFiles, { data }: Gate) {
  return async (request: RouteRequest, { user }: LiveSession): Promise<RouteAnswer> => {
    const { node, notes, inPlace } = request;
    const { timeZone = '', ...access } = rightOf(readQuery(DropQuery, request.query, node.url));
    const { tenant, customerId } = scopeOf(data, user, access);
    const { tenantId } = tenant;
    notes.tenantId = tenantId;
    const name = fileName(node.headers['x-file-name']);
    const owner = { userId: user.id, userName: user.name, customerId, tenantId };
    const file = await inPlace(() => files.receive(node, { name, timeZone }, owner));
    notes.bodyBytes = file.bytes;
    return { body: await wholeFile(request, file, files) };
  };
}

/** A header holds no other characters: those of the name are percent-encoded, as UTF-8. */
function fileName(header: string | string[] | undefined): string {
  const wrong = (says: string) => new SalesError('validation', undefined, { errors: { 'X-File-Name': [says] } });
  if (typeof header !== 'string' || header === '') throw wrong('is required');
  try {
    const name = decodeURIComponent(header);
    if (name.length <= NAME_CHARS_MAX) return name;
  } catch {
    throw wrong('must be percent-encoded UTF-8');
  }
  throw wrong(`must be at most ${NAME_CHARS_MAX} characters`);
}

/** Questions are in the language that the browser asks for. */
async function wholeFile({ node }: RouteRequest, file: KeptFile, files: DroppedFiles) {
  const isRead = !['waiting', 'reading'].includes(file.state);
  const seen = isRead ? await files.seen(file) : null;
  const isOver = file.state === 'done' || file.state === 'failed';
  return {
    ...shownFile(file),
    reading:
      seen && shownReading(seen, file.kind, await templatesIn(languageFor((node.headers['accept-language'] ?? '').split(','), null))),
    progress: files.progress(file),
    result: isOver ? await files.result(file) : null,
  };
}

async function answered(request: RouteRequest, file: KeptFile, files: DroppedFiles): Promise<KeptFile> {
  const given = await jsonBody(request, GivenAnswers);
  const kind = kindOf(given);
  return files.answer(file, kind ? [] : answersFrom(given, await files.seen(file)), kind);
}

async function rejectsAnswer(file: KeptFile, files: DroppedFiles): Promise<RouteAnswer> {
  const name = file.rejects && basename(file.rejects);
  const path = name && join(files.folderOf(file), name);
  const found = path ? await stat(path).catch(() => null) : null;
  if (!name || !path || !found) throw new SalesError('notFound', 'No row of the file was rejected.');
  const mediaType = name.endsWith('.ndjson') ? 'application/x-ndjson' : 'text/csv';
  return {
    stream: (answer) =>
      createReadStream(path)
        .on('error', () => answer.destroy())
        .pipe(answer),
    headers: {
      'content-type': mediaType,
      'content-length': String(found.size),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  };
}
