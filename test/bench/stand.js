/** Servers that hold the same table: a generated file, uploaded once to ours and, where it is compared, to the plain pair. */
import { join } from 'node:path';
import { generate } from './generate.js';
import { startPlain, uploadWithPlain } from './plain-pair.js';
import { startSales, uploadWithSales } from './sales-server.js';
import { sample } from './sample.js';

/** Equal on both sides, so that a list of one upload is the same list. Ours alone is left to its defaults. */
const BATCH_ROWS = 1_000;

/**
 * `{rows, sampled, ours, pair}`: the servers run until `close()`, with `uploadIdOf(index of a row)` each. `pair` is null with `oursOnly`.
 * `load` holds what uploading to ours took. The file is left where it is.
 */
export async function openStand({ folder, rows, seed, oursOnly, progress }) {
  const file = join(folder, `${rows}.csv`);
  progress(`writing ${rows.toLocaleString('en')} rows`);
  await generate(file, rows);
  const sampled = sample(file, seed);
  progress('uploading them to ours');
  const ours = await startSales(join(folder, `ours-${rows}`));
  const { client, uploads } = await uploadWithSales(ours, file, rows, oursOnly ? [] : [`--batch=${BATCH_ROWS}`]);
  const load = { rows, wallS: client.wallS, clientPeakMb: client.peakMb, serverPeakMb: ours.usage().peakMb };
  let pair = null;
  if (!oursOnly) {
    progress('uploading them to the plain pair');
    pair = await startPlain(join(folder, `plain-${rows}`));
    pair.uploadIdOf = uploadFinder((await uploadWithPlain(pair, file)).uploads);
  }
  ours.uploadIdOf = uploadFinder(uploads);
  const close = async () => {
    await ours.stop();
    await pair?.stop();
  };
  return { rows, file, sampled, ours, pair, load, close };
}

/** The id of the upload that brought a row, by the row's place in the file. */
function uploadFinder(uploads) {
  const ends = [];
  for (const { rows } of uploads) ends.push((ends.at(-1) ?? 0) + rows);
  return (index) => {
    const at = ends.findIndex((end) => index < end);
    if (at < 0) throw new Error(`no upload holds row ${index}`);
    return uploads[at].uploadId;
  };
}
