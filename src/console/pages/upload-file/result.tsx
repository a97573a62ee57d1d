/** What became of a file: every row in one of few counts, why rows are missing, and how to go on with those. */
import type { DroppedFile, FileResult } from '../../../contract/dropped-files.js';
import { countText } from '../../format.js';
import { Badge, Money, Stored, UploadBadge } from '../../parts/texts.js';
import { hrefOf } from '../../router.js';
import { words } from '../../words.js';
import { files } from './files-api.js';
import { Faults, Tile } from './reading.js';

const text = words.upload;

export function Result({ file, result }: { file: DroppedFile; result: FileResult }) {
  const { rows, currencies, uploads, errors } = result;
  const duplicates = uploads.reduce((sum, upload) => sum + (upload.duplicates ?? 0), 0);
  const notImported = result.notImported ?? 0;
  const { hasRejects } = file;
  const tiles = [
    [text.accepted, rows.accepted, false],
    [words.uploads.duplicates, duplicates, false],
    [text.faulty, rows.rejected + notImported, rows.rejected + notImported > 0],
    ...(rows.inDoubt > 0 ? [[text.inDoubt, rows.inDoubt, true] as const] : []),
    ...(rows.unsent > 0 ? [[text.unsent, rows.unsent, true] as const] : []),
  ] as const;
  return (
    <>
      <ul class="tiles">
        {tiles.map(([name, count, isBad]) => (
          <Tile key={name} name={name} value={countText(count)} isBad={isBad} />
        ))}
        {currencies.map(({ currency, sum }) => (
          <Tile key={currency ?? ''} name={text.sum} value={<Money decimal={sum} currency={currency} />} />
        ))}
      </ul>
      {hasRejects && (
        <p class="note">
          {text.rejectsText}{' '}
          <a href={files.rejectsHref(file.id)} download>
            {text.saveRejects}
          </a>
        </p>
      )}
      {uploads.length > 0 && (
        <section>
          <h2>{words.shell.uploads}</h2>
          <ul class="lines card">
            {uploads.map((upload) => (
              <li key={upload.uploadId}>
                <a class="line" href={hrefOf(`uploads/${upload.uploadId}`)}>
                  <span>{text.part(countText(upload.rows))}</span>
                  {upload.status ? (
                    <UploadBadge status={upload.status} withdrawn={false} />
                  ) : (
                    <Badge tone="plain">{text.unknownStatus}</Badge>
                  )}
                </a>
                {upload.errors.slice(0, 5).map((error) => (
                  <p key={error} class="quiet line-below">
                    <Stored text={error} />
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
      {errors.length > 0 && <Faults file={file} faults={errors} rejected={rows.rejected} />}
    </>
  );
}
