/** One connection of the fuzz: some requests, alone or one behind the other, and an end; every answer is checked. */
import type { AnswerCheck } from './answers.js';
import { type Chance, chanceOf } from './chance.js';
import { connect, FramingFault, type RawAnswer, type RawConnection, type Target } from './connection.js';
import { type FuzzRequest, requestOf } from './requests.js';
import { type FuzzWorld, learnUpload, remember, unitLocation } from './world.js';

export interface Finding {
  what: string;
  /** Which connection of the seed's it was. */
  session: number;
  /** The request in question, its beginning. */
  request: string;
  answer: string;
  /** The first lines of the requests that were sent together. */
  batch: string[];
}

export interface Fuzz {
  world: FuzzWorld;
  target: Target;
  check: AnswerCheck;
  seed: number;
  sent: number;
  /** How often each status came; 0 stands for none. */
  statuses: Map<number, number>;
}

/** A fault of an answer, or of its absence. */
class AnswerFault extends Error {
  constructor(
    what: string,
    readonly answer: RawAnswer | null,
  ) {
    super(what);
  }
}

const SHOWN_CHARS = 1_500;
/**
 * What is sent at once of several requests: one record of TLS. Of more, with answers waiting, Node (20) parses a part while its parser is
 * paused, takes that for a fault of the client, and the connection ends.
 */
const PIPELINE_BYTES_MAX = 16_000;
/** More than 8 without an answer end the connection, and the last answers of the batch before may still count. */
const PIPELINE_MAX = 6;
/** Between the seeds of two connections. */
const STRIDE = 7_919;

/** One connection, and what is under way on it. */
interface Session {
  fuzz: Fuzz;
  chance: Chance;
  connection: RawConnection;
  /** The request whose answer is awaited. */
  awaited: FuzzRequest | null;
  batch: FuzzRequest[];
}

/** Runs the connection with this number to its end; gives what it found. Fails only where no connection can be made. */
export async function runSession(fuzz: Fuzz, number: number): Promise<Finding | null> {
  const connection = await connect(fuzz.target);
  const session: Session = { fuzz, connection, chance: chanceOf(fuzz.seed + number * STRIDE), awaited: null, batch: [] };
  const { chance } = session;
  try {
    const batches = 1 + chance.below(12);
    for (let batch = 0; batch < batches; batch++) {
      if (!(await runBatch(session))) return null;
    }
    if (chance.oneIn(2)) connection.leave();
    else {
      connection.end();
      await connection.closed();
    }
    return null;
  } catch (error) {
    if (!(error instanceof AnswerFault) && !(error instanceof FramingFault)) throw error;
    connection.destroy();
    return findingOf(session, number, error);
  }
}

function findingOf({ awaited, batch }: Session, number: number, error: AnswerFault | FramingFault): Finding {
  const answer = error instanceof AnswerFault ? error.answer : null;
  return {
    what: error.message,
    session: number,
    request: awaited ? Buffer.concat(partsOf(awaited)).toString('latin1').slice(0, SHOWN_CHARS) : '',
    answer: answer ? `${answer.status} ${answer.body.slice(0, SHOWN_CHARS)}` : '',
    batch: batch.map(({ method, target, body, ending }) => `${method} ${target.slice(0, 100)} (${body.length} bytes, ${ending})`),
  };
}

/** The next answer, which is that to `request`. */
function answerTo(session: Session, request: FuzzRequest): Promise<RawAnswer | null> {
  session.awaited = request;
  return session.connection.next(request.method === 'HEAD');
}

/** Sends some requests at once, the last of which may end the connection. Resolves to whether it is still there. */
async function runBatch(session: Session): Promise<boolean> {
  const { fuzz, chance, connection } = session;
  const batch: FuzzRequest[] = [];
  session.batch = batch;
  const size = chance.weighted([
    [6, 1],
    [3, 4],
    [1, PIPELINE_MAX],
  ]);
  let bytes = 0;
  while (batch.length < size && (batch.length === 0 || isPlain(batch.at(-1)))) {
    const request = requestOf(chance, fuzz.world);
    bytes += Buffer.concat(partsOf(request)).length;
    if (batch.length > 0 && bytes > PIPELINE_BYTES_MAX) break;
    batch.push(request);
  }
  fuzz.sent += batch.length;
  const last = batch.at(-1);
  const special = last && !isPlain(last) && last.ending !== 'closing' ? last : null;
  const answered = special ? batch.slice(0, -1) : batch;
  // Behind requests that are not answered yet, what is no request may cost them their answers.
  const isAtOnce = special !== null && special.ending !== 'kept' && chance.oneIn(4);
  await write(session, Buffer.concat((isAtOnce ? batch : answered).flatMap(partsOf)));
  for (const [at, request] of answered.entries()) {
    const answer = await answerTo(session, request);
    if (!answer) {
      doubt(fuzz, answered.slice(at));
      if (!isAtOnce) throw new AnswerFault('closed without an answer', null);
      await connection.closed();
      return false;
    }
    judge(fuzz, request, answer);
    if (answer.headers.get('connection') === 'close') {
      doubt(fuzz, answered.slice(at + 1));
      await connection.closed();
      return false;
    }
    if (request.ending === 'closing') throw new AnswerFault('does not say that it closes', answer);
  }
  if (!special) return true;
  if (special.ending === 'kept') return waitedFor(session, special);
  if (!isAtOnce) await write(session, Buffer.concat(partsOf(special)));
  await lastOf(session, special, isAtOnce);
  return false;
}

const isPlain = (request: FuzzRequest | undefined) => request?.ending === 'kept' && !request.waits;
const partsOf = ({ head, body, rest }: FuzzRequest) => [head, body, ...(rest ? [rest] : [])];

/** In one piece, or in some. */
async function write({ connection, chance, batch }: Session, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return;
  const pieces = batch.length === 1 && chance.oneIn(20) ? 1 + chance.below(10) : 1;
  const pieceBytes = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    connection.write(bytes.subarray(at, at + pieceBytes));
    if (pieces > 1) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** A request whose body is sent only when the server asks for it. */
async function waitedFor(session: Session, request: FuzzRequest): Promise<boolean> {
  const { fuzz, connection } = session;
  connection.write(request.head);
  let answer = await answerTo(session, request);
  const isAskedFor = answer?.status === 100;
  if (isAskedFor) {
    connection.write(request.body);
    answer = await answerTo(session, request);
  }
  if (!answer) throw new AnswerFault('closed without an answer', null);
  judge(fuzz, request, answer);
  const closes = answer.headers.get('connection') === 'close';
  if (!closes && !isAskedFor) throw new AnswerFault('neither asks for the body nor closes', answer);
  if (closes) await connection.closed();
  return !closes;
}

/** What is no request, or only a part of one: at most one refusal, and the end. */
async function lastOf(session: Session, request: FuzzRequest, isAtOnce: boolean): Promise<void> {
  const { fuzz, connection, chance } = session;
  if (request.ending === 'cut') {
    if (chance.oneIn(2)) return connection.destroy();
    connection.end();
  }
  if (request.rest) {
    const first = await answerTo(session, request);
    if (first) judgeLast(fuzz, request, first);
    if (!first || first.headers.get('connection') === 'close') return connection.closed();
  }
  session.awaited = request;
  // A refusal of what the parser does not understand has a body, even where the method may have been HEAD.
  const answer = await connection.next(false);
  if (!answer) count(fuzz, 0);
  else judgeLast(fuzz, request.rest || isAtOnce ? { ...request, upload: null } : request, answer);
  await connection.closed();
}

/** Whatever it is refused with: nothing of it may be stored. */
function judgeLast(fuzz: Fuzz, request: FuzzRequest, answer: RawAnswer): void {
  count(fuzz, answer.status);
  if (request.upload && answer.status === 200) throw new AnswerFault('taken, though it is not whole', answer);
  const isRequest = request.ending !== 'broken';
  const fault = fuzz.check({ ...request, operation: isRequest ? request.operation : null, expected: null }, answer, jsonOf(answer));
  if (fault) throw new AnswerFault(fault, answer);
}

function count({ statuses }: Fuzz, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

function doubt({ world }: Fuzz, unanswered: readonly FuzzRequest[]): void {
  world.inDoubt += unanswered.filter(({ upload }) => upload).length;
}

function judge(fuzz: Fuzz, request: FuzzRequest, answer: RawAnswer): void {
  count(fuzz, answer.status);
  const json = request.method === 'HEAD' ? undefined : jsonOf(answer);
  const fault =
    fuzz.check(request, answer, json) ?? (answer.status === 200 && json !== undefined ? learn(fuzz.world, request, answer, json) : null);
  if (fault) throw new AnswerFault(fault, answer);
}

/** Undefined where there is none. */
// biome-ignore lint/suspicious/noExplicitAny: answers have any shape
function jsonOf(answer: RawAnswer): any {
  if (answer.body === '' || !/json$/.test(answer.headers.get('content-type') ?? '')) return undefined;
  try {
    return JSON.parse(answer.body);
  } catch {
    throw new AnswerFault('is no JSON', answer);
  }
}

/** Remembers what a good answer tells; gives what must not be in it. */
// biome-ignore lint/suspicious/noExplicitAny: answers have any shape
function learn(world: FuzzWorld, request: FuzzRequest, answer: RawAnswer, json: any): string | null {
  const { operation, tenant, upload, user } = request;
  if (!operation || !tenant || !user) return null;
  if (upload) {
    const isReplayed = answer.headers.has('idempotency-replayed');
    if (upload.key !== null) {
      const owner = `${user.id} ${tenant.id} ${upload.key}`;
      const known = world.keys.get(owner);
      if (known && known.uploadId !== json.uploadId) return 'a key stands for two uploads';
      if (known && known.body !== upload.body) return 'a key is taken with another body';
      world.keys.set(owner, { body: upload.body, uploadId: json.uploadId });
    }
    if (isReplayed && upload.key === null) return 'replayed without a key';
    if (!isReplayed && tenant.uploads.has(json.uploadId)) return 'two uploads have one id';
    learnUpload(tenant, { id: json.uploadId, rows: upload.rows, key: upload.key });
    return null;
  }
  const rows = json.items ?? (json.transactionId === undefined ? [] : [json]);
  for (const row of rows) {
    if (world.tenants.some(({ id }) => id === row.acquirerId && id !== tenant.id)) return 'shows a row of another tenant';
    if (user.isLimited && row.locationId !== unitLocation && row.locationId !== undefined) return 'shows a row of another unit';
    if (row.locationId !== undefined) remember(tenant.transactionIds, row.transactionId);
  }
  return null;
}
