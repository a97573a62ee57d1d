/** A raw connection over TLS, and a strict reader of what comes back: the framing of the answers is part of what is checked. */
import tls from 'node:tls';

export interface RawAnswer {
  status: number;
  /** Names in lower case; a name given twice is a fault of the answer. */
  headers: Map<string, string>;
  body: string;
}

export interface RawConnection {
  write(bytes: Buffer): void;
  /**
   * The next answer; of a HEAD it has no body. Null where the server closes the connection instead. Fails where what comes is no
   * well-formed answer, and where nothing comes.
   */
  next(isHead: boolean): Promise<RawAnswer | null>;
  /** Fails where more comes than was asked for, and where the server does not close. */
  closed(): Promise<void>;
  /** Closes our side only. */
  end(): void;
  /** Closes both; fails where more had come than was asked for. */
  leave(): void;
  destroy(): void;
}

/** An answer that is no HTTP, or none at all. */
export class FramingFault extends Error {}

const PATIENCE_MS = 60_000;
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [ -~]*$/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([ -~]*)$/;

export interface Target {
  port: number;
  secureContext: tls.SecureContext;
  session: () => Buffer | undefined;
  onSession: (session: Buffer) => void;
}

export async function connect({ port, secureContext, session, onSession }: Target): Promise<RawConnection> {
  const known = session();
  const socket = tls.connect({ host: '127.0.0.1', port, secureContext, servername: 'localhost', ...(known ? { session: known } : {}) });
  socket.on('session', onSession);
  let received: Buffer[] = [];
  let hasEnded = false;
  let wake = () => {};
  const changed = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new FramingFault('nothing comes')), PATIENCE_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  socket.on('data', (chunk) => {
    received.push(chunk);
    wake();
  });
  // A reset is an end: what the server had to say before must have come.
  for (const event of ['end', 'close', 'error']) {
    socket.on(event, () => {
      hasEnded = true;
      wake();
    });
  }
  const taken = () => {
    if (received.length > 1) received = [Buffer.concat(received)];
    return received[0] ?? Buffer.alloc(0);
  };
  const more = () => taken().subarray(0, 200).toString('latin1');
  await new Promise<void>((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
  return {
    write: (bytes) => void socket.write(bytes),
    next: async (isHead) => {
      for (;;) {
        const bytes = taken();
        const read = answerIn(bytes, isHead);
        if (read) {
          received = [bytes.subarray(read.length)];
          return read.answer;
        }
        if (hasEnded) {
          if (bytes.length > 0) throw new FramingFault(`the connection ended within an answer: ${more()}`);
          return null;
        }
        await changed();
      }
    },
    closed: async () => {
      while (!hasEnded) await changed();
      socket.destroy();
      if (taken().length > 0) throw new FramingFault(`more than was asked for: ${more()}`);
    },
    end: () => void socket.end(),
    leave: () => {
      socket.destroy();
      if (taken().length > 0) throw new FramingFault(`more than was asked for: ${more()}`);
    },
    destroy: () => void socket.destroy(),
  };
}

/** The answer at the beginning of the bytes and its length there; null while it is not whole. */
function answerIn(bytes: Buffer, isHead: boolean): { answer: RawAnswer; length: number } | null {
  const headLength = bytes.indexOf('\r\n\r\n');
  if (headLength < 0) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, headLength).toString('latin1').split('\r\n');
  const status = Number(STATUS_LINE.exec(statusLine)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) throw new FramingFault(`no status line: ${statusLine.slice(0, 200)}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name === '') throw new FramingFault(`no header: ${line}`);
    if (headers.has(name.toLowerCase())) throw new FramingFault(`twice: ${line}`);
    headers.set(name.toLowerCase(), value);
  }
  const start = headLength + 4;
  if (status < 200) return { answer: { status, headers, body: '' }, length: start };
  if (headers.has('transfer-encoding')) throw new FramingFault('answers have a length, and no chunks');
  const stated = headers.get('content-length') ?? '';
  if (!/^(0|[1-9]\d*)$/.test(stated)) throw new FramingFault(`content-length: ${stated}`);
  const length = isHead ? 0 : Number(stated);
  if (bytes.length < start + length) return null;
  return { answer: { status, headers, body: bytes.subarray(start, start + length).toString('utf8') }, length: start + length };
}
