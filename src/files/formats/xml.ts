/** Reads XML: its text from bytes, and its elements as they come. Knows nothing of workbooks. */
import type { SAXParser } from 'sax';
import type { Encoding } from '../input/row.js';
import { aheadOf, bytesAhead } from '../text/ahead.js';
import { textReader } from '../text/text.js';

type Attributes = Record<string, string>;

interface XmlHandlers {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** `part`, a file of XML, is malformed from `line` and `column` on, counted from 1. */
export class MalformedXml extends Error {
  constructor(
    public readonly part: string,
    public readonly line: number,
    public readonly column: number,
  ) {
    super(`${part}, line ${line}, column ${column}: malformed XML`);
  }
}

/**
 * A strict parser of the file `part`; names come without their prefix. Its `write` throws {@link MalformedXml}, also where a tag, a comment or
 * a value in a tag has more than 64 kB: to look for its end in all of a file is what an attacker wants.
 */
export async function xmlParser(part: string, { open, close, text }: XmlHandlers): Promise<SAXParser> {
  const { default: sax } = await import('sax');
  // Without positions, the parser never looks how long a tag is.
  const parser = sax.parser(true, { trim: false, normalize: false, position: true, xmlns: false });
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.onopentag = ({ name, attributes }) => open?.(local(name), attributes as Attributes);
  parser.onclosetag = (name) => close?.(local(name));
  parser.ontext = (value) => text?.(value);
  parser.oncdata = (value) => text?.(value);
  parser.onerror = () => {
    throw new MalformedXml(part, parser.line + 1, parser.column);
  };
  return parser;
}

/** Parses a file of XML that is in memory. Fails with {@link MalformedXml}. */
export async function parseXml(part: string, xml: string, handlers: XmlHandlers): Promise<void> {
  const parser = await xmlParser(part, handlers);
  parser.write(xml).close();
}

/**
 * The text of XML in UTF-8 or UTF-16, as its first bytes show, in pieces as they arrive; every line end is a line feed, as XML asks. Fails
 * on bytes that are neither.
 */
export async function* xmlText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const ahead = aheadOf(bytes);
  const encoding = encodingOf(await bytesAhead(ahead, 2));
  const reader = textReader(ahead.all, encoding, () => new Error('the bytes are not in the encoding of XML'));
  // A CR at the end may be the first half of a CRLF.
  let held = '';
  while (await reader.more()) {
    const text = held + reader.take();
    held = text.endsWith('\r') ? '\r' : '';
    yield (held ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n');
  }
  if (held) yield '\n';
}

/** XML begins with `<`, or with a byte order mark. */
function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xfe || head[0] === 0) return 'utf-16be';
  return head[0] === 0xff || head[1] === 0 ? 'utf-16le' : 'utf-8';
}
