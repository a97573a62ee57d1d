/**
 * Recognises the kinds of file that merchants send by mistake, by their first bytes, and says what to do instead. Of readable text, only
 * web pages and XML are refused.
 */
import { fileSignatures, lockedOffice, OLD_OFFICE, type WrongKind, webPage } from '../words/file-signatures.js';

const HTML = /^(?:\ufeff)?\s*<(?:!doctype|html|head|body|table|meta|style|\?xml)\b/i;

/** What a workbook protected by a password is kept in, in a file of the old kind. */
const PROTECTED = Buffer.from('EncryptedPackage', 'utf16le');
const LOOKED_AT_MAX = 67_108_864;

/** Why a file of `bytes`, which begin with `head`, is refused; null where it is not. Reads on only where that tells which of two it is. */
export async function refusalOf(head: Buffer, bytes: AsyncIterable<Buffer>): Promise<WrongKind | null> {
  const refusal = refusalByHead(head);
  if (!refusal || !head.subarray(0, OLD_OFFICE.length).equals(Buffer.from(OLD_OFFICE))) return refusal;
  let looked = 0;
  let last = Buffer.alloc(0);
  for await (const chunk of bytes) {
    last = Buffer.concat([last.subarray(-PROTECTED.length), chunk]);
    looked += chunk.length;
    if (last.includes(PROTECTED)) return lockedOffice;
    if (looked > LOOKED_AT_MAX) break;
  }
  return refusal;
}

function refusalByHead(head: Buffer): WrongKind | null {
  const signature = fileSignatures.find(({ bytes, at = 0 }) => {
    const mark = Buffer.from(bytes as string, 'latin1');
    return head.subarray(at, at + mark.length).equals(mark);
  });
  if (signature) return signature;
  // In UTF-16 every other byte of such a beginning is NUL: without those, it is recognised, too.
  return HTML.test(head.toString('utf8').replace(/[\0\ufffd]/g, '')) ? webPage : null;
}

/** Whether a file that begins with `head` is a ZIP archive, as Excel workbooks are. */
export function isZip(head: Buffer): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));
}
