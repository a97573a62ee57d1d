/** How what a run has to say is cut into pieces, each of which is stored as a whole. */
import { expect, it } from 'vitest';
import { inPieces, lastPiece, type Write } from '../../src/matcher/pieces.js';
import type { MatchPiece, NewMatch } from '../../src/store/matching.js';

const basis = { changed: 1, seen: 'seen' };
const closings = (count: number): Write[] => Array.from({ length: count }, (_, closed) => ({ rows: 1, closed: [closed] }));

const cut = (some: readonly Write[][], pieceRows?: number): MatchPiece[] => [...inPieces(some.flat(), basis, pieceRows)];
const sizes = (pieces: readonly MatchPiece[]) => pieces.map(({ closed }) => closed.length);

it('a piece is full, or there is no more', () => {
  expect(sizes(cut([closings(600), closings(400), closings(300), closings(5_100)]))).toEqual([5_000, 1_400]);
  expect(sizes(cut([closings(7)], 3))).toEqual([3, 3, 1]);
  expect(cut([closings(0)])).toEqual([]);
});

it('only the last piece of a run is finished', () => {
  expect(cut([closings(600)]).map(({ finished }) => finished)).toEqual([null]);
  expect(lastPiece(basis, 'rules', 7)).toMatchObject({ closed: [], finished: { seen: 'seen', rules: 'rules', frontier: 7 } });
});

it('a match and what was said of its rows are in one piece', () => {
  const match: NewMatch = {
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
  const begun = Array.from({ length: 3 }, (_, row) => ({ rows: 3, begun: [match], closed: [row] }));
  const pieces = cut([begun], 4);
  expect(pieces.map((piece) => [piece.begun.length, piece.closed])).toEqual([
    [1, [0]],
    [1, [1]],
    [1, [2]],
  ]);
});
