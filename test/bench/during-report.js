/** What uploads did to others, and the verdicts on the one that was promised: one client of ours beside the largest. */
import { figure, table } from './numbers.js';

const FACTOR_MAX = 5;
const sides = { ours: 'ours', pair: 'plain pair' };

export function duringReport(results) {
  const [promised] = results;
  const lines = results.flatMap(({ side, clients, rows, reads }) =>
    Object.entries(reads).map(([name, { idle, during }]) => [
      `${sides[side]}, ${name}`,
      clients,
      rows.toLocaleString('en'),
      cell(idle),
      cell(during),
      figure(during.p99Ms / idle.p99Ms),
    ]),
  );
  const acknowledged = results.map(({ side, clients, oneRow, batches }) => [
    sides[side],
    clients,
    cell(oneRow),
    batches.requests > 0 ? cell(batches) : '-',
  ]);
  return {
    text: [
      'Clients beside an upload, p50 / p99 in ms (requests)',
      '',
      table(['', 'clients', 'rows uploaded', 'idle', 'during', 'p99 times'], lines),
      '',
      table(['acknowledged', 'clients beside', 'an upload of one row', "the large upload's batches"], acknowledged),
    ].join('\n'),
    verdicts: verdictsOn(promised),
  };
}

function cell({ p50Ms, p99Ms, requests }) {
  return `${figure(p50Ms)} / ${figure(p99Ms)} (${requests})`;
}

function verdictsOn({ reads, oneRow, batches }) {
  const verdict = (text, passed, measured) => ({ line: 3, text: `during an upload, ${text}`, passed, measured });
  const factors = Object.entries(reads).map(([name, { idle, during }]) => [name, during.p99Ms / idle.p99Ms]);
  return [
    ...factors.map(([name, factor]) => verdict(`${name}: p99 at most ${FACTOR_MAX} times idle`, factor <= FACTOR_MAX, figure(factor))),
    verdict(
      'the p99 of a one-row upload is below that of the batches',
      oneRow.p99Ms < batches.p99Ms,
      `${figure(oneRow.p99Ms)} to ${figure(batches.p99Ms)} ms`,
    ),
  ];
}
