/** The flags of `npm run bench`, read and checked. */
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';

/** In the order in which they run: a part that adds rows comes after those that count on the table. */
export const partNames = [
  'load',
  'duplicates',
  'postgres',
  'move',
  'matrix',
  'latency',
  'totals',
  'console',
  'start',
  'during',
  'memory',
  'scale',
];

export function readOptions(args) {
  const text = (value) => ({ type: 'string', ...(value !== undefined && { default: value }) });
  const { values } = parseArgs({
    args,
    options: {
      rows: text('1000000'),
      runs: text('3'),
      only: text(partNames.join(',')),
      'ours-only': { type: 'boolean', default: false },
      'memory-rows': text('10000000'),
      compare: text(),
      beside: text(),
      draws: text('1'),
      seed: text('1'),
      json: text(),
      markdown: text(),
      folder: text(tmpdir()),
    },
  });
  const only = values.only.split(',');
  const unknown = only.find((name) => !partNames.includes(name));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}". There are ${partNames.join(', ')}.`);
  const number = (name) => {
    if (!/^[1-9]\d*$/.test(values[name])) throw new Error(`--${name} must be a whole number from 1.`);
    return Number(values[name]);
  };
  return {
    only,
    rows: number('rows'),
    runs: number('runs'),
    memoryRows: number('memory-rows'),
    draws: number('draws'),
    seed: number('seed'),
    oursOnly: values['ours-only'],
    compare: values.compare,
    beside: values.beside,
    json: values.json,
    markdown: values.markdown,
    folder: values.folder,
  };
}
