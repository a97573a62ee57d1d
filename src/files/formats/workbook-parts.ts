/** Finds the parts of a workbook by the relations its package tells, and its sheets by its main part. */
import { posix } from 'node:path';
import type { Archive } from './workbook-zip.js';
import { parseXml } from './xml.js';

export interface Sheet {
  name: string;
  /** Its file in the archive, such as `xl/worksheets/sheet1.xml`. */
  path: string;
}

interface Relation {
  id: string;
  /** The last word of its type, such as `worksheet`. */
  type: string;
  path: string;
}

/**
 * What the main part of a workbook says, and where the others are: the sheets of cells that are not hidden, in order; whether days are counted
 * from 1904, not from 1900; the files of the shared texts and of the styles, which may be missing. Null where the archive is no workbook. Fails
 * on malformed XML.
 */
export async function bookIn(archive: Archive) {
  const main = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const xml = main.endsWith('.xml') ? await archive.text(main) : null;
  if (xml === null) return null;
  const relations = await relationsOf(archive, main);
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const pathOf = (wanted: string) =>
    relations.find(({ type }) => type === wanted)?.path ?? posix.join(posix.dirname(main), `${wanted}.xml`);
  const sheets: Sheet[] = [];
  const book = { sheets, from1904: false, texts: pathOf('sharedStrings'), styles: pathOf('styles') };
  let root: string | null = null;
  let depth = 0;
  await parseXml(main, xml, {
    close: () => {
      depth -= 1;
    },
    open: (name, attributes) => {
      root ??= name;
      depth += 1;
      // Extensions have elements of the same name, deeper down.
      if (name === 'workbookPr' && depth === 2) book.from1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return;
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? '';
      const { type, path } = byId.get(id) ?? {
        type: 'worksheet',
        path: posix.join(posix.dirname(main), `worksheets/sheet${book.sheets.length + 1}.xml`),
      };
      if (!withoutCells.includes(type)) book.sheets.push({ name: attributes.name ?? '', path });
    },
  });
  return root === 'workbook' ? book : null;
}

const withoutCells = ['chartsheet', 'dialogsheet'];

/** Where a part says that the parts it needs are; of the package itself, the part is called ``. None where it says nothing. */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const own = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const xml = await archive.text(own);
  const relations: Relation[] = [];
  if (xml === null) return relations;
  await parseXml(own, xml, {
    open: (name, { Id: id = '', Type = '', Target = '' }) => {
      const path = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      if (name === 'Relationship') relations.push({ id, type: Type.slice(Type.lastIndexOf('/') + 1), path });
    },
  });
  return relations;
}
