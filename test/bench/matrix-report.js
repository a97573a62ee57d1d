/** What the matrix says: percentiles, the named queries, the ten worst, and the verdicts on them. */
import { figure, median, percentile, share, table } from './numbers.js';

const WORST = 10;
const GUIDE_MS = { most: 5, all: 25 };
const SCALE_MAX = 4;
const namedBounds = { stateAndCurrency: 1 / 50, deepPage: 1 / 40, pastTheEnd: 1 / 10, getById: 1 };

export function matrixReport({ rows, lists, named }) {
  const hasPair = lists[0].pairMs !== undefined;
  const ratio = ({ oursMs, pairMs }) => oursMs / pairMs;
  const ours = lists.map(({ oursMs }) => oursMs);
  const pair = lists.map(({ pairMs }) => pairMs);
  const slowest = [...lists].sort(hasPair ? (a, b) => ratio(b) - ratio(a) : (a, b) => b.oursMs - a.oursMs).slice(0, WORST);
  const line = (name, oursMs, pairMs) => [name, figure(oursMs), ...(hasPair ? [figure(pairMs), share(oursMs / pairMs)] : [])];
  const of = (name, part) => line(name, percentile(ours, part), hasPair ? percentile(pair, part) : undefined);
  const head = (name) => [name, 'ours, ms', ...(hasPair ? ['plain pair, ms', 'ratio'] : [])];
  const each = ({ name, oursMs, pairMs }) => line(name, oursMs, pairMs);
  return {
    text: [
      `Lists with ${rows.toLocaleString('en')} rows stored, one client: ${lists.length} queries, median of each`,
      '',
      table(head('the matrix'), [of('median', 0.5), of('p95', 0.95), of('slowest', 1)]),
      '',
      table(head('named'), Object.values(named).map(each)),
      '',
      table(head(hasPair ? 'worst against the pair' : 'slowest'), slowest.map(each)),
    ].join('\n'),
    verdicts: [...(hasPair ? pairVerdicts(lists, named, ratio) : []), guide(ours)],
  };
}

function pairVerdicts(lists, named, ratio) {
  const differing = [...lists, ...Object.values(named)].filter(({ differs }) => differs);
  const slower = lists.filter((list) => ratio(list) > 1);
  const ofMedians = median(lists.map(({ oursMs }) => oursMs)) / median(lists.map(({ pairMs }) => pairMs));
  const ofRatios = median(lists.map(ratio));
  return [
    {
      ...verdict(
        'ours and the pair list the same rows',
        differing.length === 0,
        differing.map(({ name, differs }) => `${name}: ${differs}`)[0] ?? 'yes',
      ),
      isBroken: differing.length > 0,
    },
    verdict('no list of the matrix is slower than the pair', slower.length === 0, `${slower.length} of ${lists.length} are`),
    verdict('the median of the matrix is at most 1/3', ofMedians <= 1 / 3, `${share(ofMedians)}; median of the ratios ${share(ofRatios)}`),
    ...Object.entries(namedBounds).map(([key, bound]) =>
      verdict(`${named[key].name}: at most ${share(bound)}`, ratio(named[key]) <= bound, share(ratio(named[key]))),
    ),
  ];
}

function guide(ours) {
  const most = percentile(ours, 0.95);
  const all = Math.max(...ours);
  const text = `guide: 95 % under ${GUIDE_MS.most} ms, all under ${GUIDE_MS.all} ms`;
  return verdict(text, most < GUIDE_MS.most && all < GUIDE_MS.all, `p95 ${figure(most)} ms, slowest ${figure(all)} ms`);
}

/** Ours on a large table against ours on a smaller one, query by query. */
export function scaleReport(small, large) {
  const before = new Map(small.lists.map(({ name, oursMs }) => [name, oursMs]));
  const lists = large.lists
    .filter(({ name }) => before.has(name))
    .map(({ name, oursMs }) => ({ name, smallMs: before.get(name), largeMs: oursMs, times: oursMs / before.get(name) }))
    .sort((a, b) => b.times - a.times);
  const named = Object.keys(large.named).map((key) => [`${large.named[key].name}`, small.named[key].oursMs, large.named[key].oursMs]);
  const line = (name, smallMs, largeMs) => [name, figure(smallMs), figure(largeMs), figure(largeMs / smallMs)];
  const over = lists.filter(({ times }) => times > SCALE_MAX).length;
  const head = (name) => [name, `${small.rows.toLocaleString('en')} rows, ms`, `${large.rows.toLocaleString('en')} rows, ms`, 'times'];
  return {
    text: [
      table(
        head('grows most'),
        lists.slice(0, WORST).map(({ name, smallMs, largeMs }) => line(name, smallMs, largeMs)),
      ),
      '',
      table(
        head('named'),
        named.map((cells) => line(...cells)),
      ),
    ].join('\n'),
    verdicts: [
      verdict(
        `at ${large.rows.toLocaleString('en')} rows no list takes more than ${SCALE_MAX} times what it takes at ${small.rows.toLocaleString('en')}`,
        over === 0,
        `${over} of ${lists.length} do, worst ${figure(lists[0].times)} times`,
      ),
    ],
  };
}

function verdict(text, passed, measured) {
  return { line: 2, text, passed, measured };
}
