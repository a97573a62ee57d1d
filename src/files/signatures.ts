/**
 * Kinds of file that merchants send by mistake, known by their first bytes, each with the way out. Decides nothing about readable text.
 */

interface Refusal {
  /** Completes "FILE …". */
  is: string;
  hint: string;
}

const asUtf8 = 'Save it as "CSV UTF-8", or convert it: iconv -f UTF-16 -t UTF-8 IN.csv > OUT.csv';
const asCsv = 'Open it in the spreadsheet program and save it as "CSV UTF-8"';

/** In order: the mark of UTF-32 begins with that of UTF-16. */
const signatures: readonly (Refusal & { bytes: readonly number[] })[] = [
  { bytes: [0xff, 0xfe, 0, 0], is: 'is in UTF-32, not UTF-8', hint: asUtf8.replace('UTF-16', 'UTF-32') },
  { bytes: [0, 0, 0xfe, 0xff], is: 'is in UTF-32, not UTF-8', hint: asUtf8.replace('UTF-16', 'UTF-32') },
  { bytes: [0xff, 0xfe], is: 'is in UTF-16, not UTF-8', hint: asUtf8 },
  { bytes: [0xfe, 0xff], is: 'is in UTF-16, not UTF-8', hint: asUtf8 },
  { bytes: [0x50, 0x4b, 3, 4], is: 'is a ZIP archive or an Excel workbook (.xlsx), not text', hint: `${asCsv}; unpack an archive first` },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], is: 'is an old Excel workbook (.xls), not text', hint: asCsv },
  { bytes: [0x25, 0x50, 0x44, 0x46], is: 'is a PDF, not a table', hint: 'Export the sales as CSV or JSON instead' },
  { bytes: [0x1f, 0x8b], is: 'is packed by gzip twice', hint: 'Unpack it once: gunzip -c IN.gz > OUT.gz' },
];

const HTML = /^(?:\ufeff)?\s*<(?:!doctype|html|head|body|table|\?xml)\b/i;

/** Why a file that begins with `head` is refused; null when nothing speaks against it. */
export function refusalOf(head: Buffer): Refusal | null {
  const signature = signatures.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
  if (signature) return signature;
  if (!HTML.test(head.toString('utf8'))) return null;
  return {
    is: 'is a web page or XML, not a table',
    hint: 'Perhaps the download needed a log-in: look at it, and export the sales as CSV or JSON',
  };
}
