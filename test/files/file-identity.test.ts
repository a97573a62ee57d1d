import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../src/files/formats/workbook-zip.js';
import { openInput } from '../../src/files/open.js';

const pathOf = (name: string) => fileURLToPath(new URL(`../../fixtures/torture/files/${name}`, import.meta.url));
const refused = { code: 'inputUnusable', message: expect.stringContaining('is not the file any more that stood there') };

describe('a file that must be a certain one', () => {
  it.each(['utf-8.csv', 'workbook-texts.xlsx'])('is read where it is, and refused where it is another: %s', async (name) => {
    const path = pathOf(name);
    await (await openInput({ path, mustBe: statSync(path) }, { format: 'auto' })).close();
    const mustBe = statSync(pathOf('unicode.csv'));
    await expect(openInput({ path, mustBe }, { format: 'auto' })).rejects.toMatchObject(refused);
  });

  it('and so is a workbook that was exchanged after its first bytes', async () => {
    await expect(openArchive({ path: pathOf('workbook-texts.xlsx'), mustBe: statSync(pathOf('unicode.csv')) })).rejects.toMatchObject(
      refused,
    );
  });
});
