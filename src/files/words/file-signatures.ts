/** The kinds of file that merchants send by mistake: their first bytes, what they are called, and what to do instead. */

export interface WrongKind {
  /** Completes "FILE …". */
  is: string;
  hint: string;
}

const asCsv = 'Open it in the spreadsheet program and save it as "CSV UTF-8"';
const asUtf8 = 'Save it as "CSV UTF-8", or convert it: iconv -f UTF-32 -t UTF-8 IN.csv > OUT.csv';
const asTable = 'Export the sales as CSV, JSON or Excel workbook (.xlsx) instead';
const unpack = 'Unpack it and name the files in it';

export const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

export const fileSignatures: readonly (WrongKind & { bytes: readonly number[] | string; at?: number })[] = [
  { bytes: [0xff, 0xfe, 0, 0], is: 'is in UTF-32, not UTF-8', hint: asUtf8 },
  { bytes: [0, 0, 0xfe, 0xff], is: 'is in UTF-32, not UTF-8', hint: asUtf8 },
  { bytes: OLD_OFFICE, is: 'is an old Excel workbook (.xls) or another old Office file, not text', hint: asCsv },
  { bytes: [0x09, 0x08, 0x10, 0], is: 'is an old Excel workbook (.xls), not text', hint: asCsv },
  { bytes: '%PDF', is: 'is a PDF, not a table', hint: asTable },
  { bytes: '{\\rtf', is: 'is a text document (RTF), not a table', hint: asTable },
  { bytes: [0x89, 0x50, 0x4e, 0x47], is: 'is a picture (PNG), not a table', hint: asTable },
  { bytes: [0xff, 0xd8, 0xff], is: 'is a picture (JPEG), not a table', hint: asTable },
  { bytes: 'GIF8', is: 'is a picture (GIF), not a table', hint: asTable },
  { bytes: 'ftypheic', at: 4, is: 'is a picture (HEIC), not a table', hint: asTable },
  { bytes: 'WEBP', at: 8, is: 'is a picture (WebP), not a table', hint: asTable },
  { bytes: [0x49, 0x49, 0x2a, 0], is: 'is a picture (TIFF), not a table', hint: asTable },
  { bytes: [0x4d, 0x4d, 0, 0x2a], is: 'is a picture (TIFF), not a table', hint: asTable },
  { bytes: 'SQLite format 3\0', is: 'is a database (SQLite), not a table', hint: asTable },
  { bytes: 'Rar!', is: 'is an archive (RAR)', hint: unpack },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], is: 'is an archive (7z)', hint: unpack },
  { bytes: 'BZh', is: 'is packed by bzip2', hint: 'Unpack it: bunzip2 -c IN.bz2 > OUT' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], is: 'is packed by xz', hint: 'Unpack it: xz -dc IN.xz > OUT' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], is: 'is packed by zstd', hint: 'Unpack it: zstd -dc IN.zst > OUT' },
  { bytes: [0x1f, 0x8b], is: 'is packed by gzip twice', hint: 'Unpack it once: gunzip -c IN.gz > OUT.gz' },
];

export const lockedOffice: WrongKind = {
  is: 'is a workbook, or another Office file, protected by a password',
  hint: 'Open it with the password and save it as "CSV UTF-8", or without a password',
};

export const webPage: WrongKind = {
  is: 'is a web page or XML, not a table',
  hint: 'Perhaps the download needed a log-in: look at it, and export the sales as CSV or JSON',
};
