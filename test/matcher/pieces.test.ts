/** How what a run has to say is cut into pieces, each of which is stored as a whole. */
import { expect, it } from 'vitest';
import { inPieces, type Write } from '../../src/matcher/pieces.js';
import type { MatchPiece } from '../../src/store/matching.js';

const closings = (count: number): Write[] => Array.from({ length: count }, (_, closed) => ({ rows: 1, closed }));

async function cut(writes: Iterable<Iterable<Write>>, how: Parameters<typeof inPieces>[3]): Promise<MatchPiece[]> {
  const pieces: MatchPiece[] = [];
  for await (const piece of inPieces(writes, { changed: 1, seen: 'seen' }, 'rules', how)) pieces.push(piece);
  return pieces;
}
const sizes = (pieces: readonly MatchPiece[]) => pieces.map(({ closed }) => closed.length);

it('a piece is full, or there is no more; where nothing is being stored, it is one as soon as it has some hundred rows', async () => {
  const writes = [closings(600), closings(400), closings(300), closings(5_100)];
  expect(sizes(await cut(writes, {}))).toEqual([5_000, 1_400]);
  expect(sizes(await cut(writes, { isIdle: () => true }))).toEqual([600, 700, 5_000, 100]);
  expect(sizes(await cut([closings(7)], { pieceRows: 3 }))).toEqual([3, 3, 1]);
});

it('only the last piece is finished, even if nothing is left for it', async () => {
  const pieces = await cut([closings(600)], { isIdle: () => true });
  expect(sizes(pieces)).toEqual([600, 0]);
  expect(pieces.map(({ finished }) => finished)).toEqual([null, { seen: 'seen', rules: 'rules' }]);
});

it('a match and what was said of its rows are in one piece', async () => {
  const match = {
    kind: 'Match',
    rule: 'reference',
    how: 'Equal',
    sales: [1],
    records: [1],
    salesUnits: 1,
    recordsUnits: 1,
    currency: 'CHF',
    day: 1,
  };
  const begun = Array.from({ length: 3 }, (_, row) => ({ rows: 3, begun: match, closed: [row] }) as Write);
  const pieces = await cut([begun], { pieceRows: 4 });
  expect(pieces.map((piece) => [piece.begun.length, piece.closed])).toEqual([
    [1, [0]],
    [1, [1]],
    [1, [2]],
  ]);
});
