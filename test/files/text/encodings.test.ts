import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type Encoding, encodings } from '../../../src/files/input/row.js';
import { encoded as encodedText } from '../../../src/files/text/encodings.js';
import { read, refusal } from '../reading.js';

const HIGH = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const HIGH_BYTES = [...'\x80\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8e\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9e\x9f'];

function windows1252(text: string): Buffer {
  return Buffer.from([...text].map((character) => HIGH_BYTES[[...HIGH].indexOf(character)] ?? character).join(''), 'latin1');
}

function encoded(text: string, encoding: Encoding, mark: boolean): Buffer {
  const whole = mark ? `\ufeff${text}` : text;
  if (encoding === 'windows-1252') return windows1252(text);
  if (encoding === 'utf-8') return Buffer.from(whole);
  if (!encoding.startsWith('utf')) return encodedText(text, encoding);
  const bytes = Buffer.from(whole, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

const brandsOf = async (...input: Parameters<typeof read>) => {
  const { rows, description } = await read(...input);
  return { brands: rows.map(({ transaction }) => transaction?.brandId), encoding: description.encoding };
};

describe('found by the bytes', () => {
  const brands = ['Zürich', 'Crème €', '12 “Stück”'];
  const text = `brandId\n${brands.join('\n')}\n`;
  it.each([
    ['UTF-8', encoded(text, 'utf-8', false), 'utf-8'],
    ['UTF-8 with its mark', encoded(text, 'utf-8', true), 'utf-8'],
    ['UTF-16 LE with its mark', encoded(text, 'utf-16le', true), 'utf-16le'],
    ['UTF-16 BE with its mark', encoded(text, 'utf-16be', true), 'utf-16be'],
    ['UTF-16 LE without', encoded(text, 'utf-16le', false), 'utf-16le'],
    ['UTF-16 BE without', encoded(text, 'utf-16be', false), 'utf-16be'],
    ['windows-1252', windows1252(text), 'windows-1252'],
  ])('%s', async (_, bytes, encoding) => {
    for (const chunkBytes of [1, 3, 65_536]) expect(await brandsOf(bytes, {}, chunkBytes)).toEqual({ brands, encoding });
  });

  it('ASCII is UTF-8', async () => expect((await brandsOf('brandId\na\n')).encoding).toBe('utf-8'));

  it('windows-1252 also where its first letter beyond ASCII comes late', async () => {
    const text = `brandId\n${`${'plain '.repeat(100)}\n`.repeat(5_000)}Zürich`;
    const { brands, encoding } = await brandsOf(windows1252(text));
    expect(encoding).toBe('windows-1252');
    expect(brands.at(-1)).toBe('Zürich');
  });

  it('JSON in windows-1252', async () => {
    expect(await brandsOf(windows1252('[{"brandId":"Zürich"}]'))).toEqual({ brands: ['Zürich'], encoding: 'windows-1252' });
  });

  it('a few letters of windows-1252 that look like UTF-8 do not make it another encoding', async () => {
    const text = `brandId\nCAFÉ®\n${'Zürich\n'.repeat(20)}`;
    expect((await brandsOf(windows1252(text))).brands[0]).toBe('CAFÉ®');
  });
});

describe('refused', () => {
  it('two encodings in one file, with the place', async () => {
    const bytes = Buffer.concat([Buffer.from('brandId\nZürich\n'), windows1252('Köln\n')]);
    const { message, hint } = await refusal(bytes);
    expect(message).toBe('Line 3, byte offset 17: the text is not UTF-8 here, and in other places it is.');
    expect(hint).toContain('--encoding windows-1252');
    expect((await brandsOf(bytes, { encoding: 'windows-1252' })).brands).toEqual(['ZÃ¼rich', 'Köln']);
  });

  it.each([
    ['windows-1252', Buffer.from('brandId\r\na\r\nK\xf6\x81\n', 'latin1'), 'Line 3, byte offset 14: the text is not windows-1252.'],
    ['utf-16le', Buffer.from('\ufeffbrandId\na\ud83d!\n', 'utf16le'), 'Line 2, byte offset 20: the text is not UTF-16.'],
    ['utf-16be', Buffer.from('\ufeffbrandId\na\ude00\n', 'utf16le').swap16(), 'Line 2, byte offset 20: the text is not UTF-16.'],
    ['utf-16le', Buffer.from('\ufeffbrandId\na\n', 'utf16le').subarray(0, -1), 'Line 2, byte offset 20: the text is not UTF-16.'],
    ['utf-16le', Buffer.from('\ufeffbrandId\na\ud83d', 'utf16le'), 'Line 2, byte offset 20: the text is not UTF-16.'],
  ])('bytes that %s does not have, with line and byte: %#', async (_, bytes, message) => {
    for (const chunkBytes of [1, 3, 65_536]) expect((await refusal(bytes, {}, chunkBytes)).message).toBe(message);
  });

  const shop = (name: string, currency: string) => `brandId;amount;currency\n${name};1,50;${currency}\n`;
  it.each([
    ['Świdnica', 'PLN', 'Europe/Zurich', 'windows-1250', 'Œwidnica'],
    ['Kőszeg', 'HUF', 'Europe/Zurich', 'windows-1250', 'Kõszeg'],
    ['Količina', 'EUR', 'Europe/Zagreb', 'windows-1250', 'Kolièina'],
    ['Kartı', 'TRY', 'Europe/Zurich', 'windows-1254', 'Kartý'],
  ] as const)('%s in %s and %s, which is another word in windows-1252', async (name, currency, timezone, encoding, other) => {
    const bytes = encodedText(shop(name, currency), encoding);
    const { message, hint } = await refusal(bytes, { timezone });
    expect(message).toBe(`The text is not UTF-8, and hardly windows-1252: "${other}".`);
    expect(hint).toContain(`--encoding ${encoding} ("${name}")   or as it stands --encoding windows-1252`);
    expect((await brandsOf(bytes, { timezone, encoding })).brands).toEqual([name]);
  });

  it.each([
    ['Größe', 'PLN', 'Europe/Warsaw'],
    ['Cañón', 'EUR', 'Europe/Madrid'],
  ])('but not %s in %s', async (name, currency, timezone) =>
    expect((await brandsOf(windows1252(shop(name, currency)), { timezone })).brands).toEqual([name]),
  );

  it.each([
    // 订单号,实付金额 and 交易成功 in GB18030, 店舗伝票番号,合計金額 in Shift_JIS.
    ['b6a9b5a5bac52ccab5b8b6bdf0b6ee0abdbbd2d7b3c9b9a62c3132300a', 'gb18030 ("订单号", "实付金额"'],
    ['935895dc9360955b94d48d862c8d878c768be08a7a0a312c32340a', 'shift_jis ("店舗伝票番号"'],
  ])('text with several bytes a letter, which is not windows-1252: %s', async (hex, told) => {
    const { message, hint } = await refusal(Buffer.from(hex, 'hex'));
    expect(message).toContain(told);
    expect(hint).toBe('Save it as "CSV UTF-8", or convert it:   iconv -f ENCODING -t UTF-8 FILE');
  });

  it.each([
    ['windows-1252', 'Åäö'],
    ['windows-1251', 'Статус'],
    ['windows-1253', 'Ημερομηνία'],
  ] as const)('but not text of %s whose letters stand side by side: %s', async (encoding, word) => {
    const bytes = encodedText(`brandId\n${word}\n`, encoding);
    const told = await brandsOf(bytes).then(
      ({ brands }) => brands.join(),
      (error: { hint?: unknown }) => JSON.stringify(error.hint),
    );
    expect(told).toMatch(encoding === 'windows-1252' ? word : encoding);
  });

  it('an encoding that the mark of the file contradicts', async () => {
    const { message } = await refusal(encoded('brandId\na\n', 'utf-16le', true), { encoding: 'windows-1252' });
    expect(message).toBe('The text begins with the byte order mark of utf-16le and is not windows-1252.');
  });
});

property.prop(
  {
    text: fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HIGH, 'ü', '\n', '😀'))).map((parts) => parts.join('')),
    encoding: fc.constantFrom(...encodings),
    mark: fc.boolean(),
    chunkBytes: fc.constantFrom(1, 2, 3, 7, 65_536),
  },
  { numRuns: 500 },
)('any text is read back equal in an encoding that is given', async ({ text, encoding, mark, chunkBytes }) => {
  const isIn = (one: string) =>
    encoding === 'windows-1252'
      ? HIGH.includes(one) || /[\0-\x7f\xa0-\xff]/.test(one)
      : one === '?' || encodedText(one, encoding)[0] !== 0x3f;
  const own = encoding.startsWith('utf') ? text : [...text].filter(isIn).join('');
  fc.pre(own.isWellFormed());
  const cell = `x${own.replaceAll('\0', '')}`;
  const bytes = encoded(`brandId\n"${cell.replaceAll('"', '""')}"\n`, encoding, mark);
  const { rows } = await read(bytes, { encoding, format: 'csv' }, chunkBytes);
  expect(rows[0]?.source).toEqual([cell]);
  expect(encodedText(cell, encoding)).toEqual(encoded(cell, encoding, false));
});

it.each([
  ['windows-1250', 'Łódź, Plzeň', 'a3f3649f2c20506c7a65f2'],
  ['iso-8859-2', 'Łódź', 'a3f364bc'],
  ['windows-1251', 'Москва', 'cceef1eae2e0'],
  ['windows-1253', 'Αθήνα', 'c1e8deede1'],
  ['windows-1254', 'Şişli İ', 'de69fe6c6920dd'],
  ['windows-1257', 'Žąsis', 'dee073 6973'],
  ['macintosh', 'Müller é', '4d9f6c6c6572208e'],
  ['ibm850', 'Größe é', '4772 94e16520 82'],
] as const)('%s has %s as the bytes of its table', (encoding, text, bytes) => {
  expect(encodedText(text, encoding).toString('hex')).toBe(bytes.replaceAll(' ', ''));
});

it('what windows-1252 does not have is written as a question mark', () => {
  expect(encodedText('a→€😀\x81ü', 'windows-1252').toString('latin1')).toBe('a?\x80??\xfc');
});
