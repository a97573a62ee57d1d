/** Progress: per cent of the bytes, rate and time left; how often it is told, and when it is not. */
import { describe, expect, it } from 'vitest';
import type { Output, OutputFlags } from '../../../src/cli/terminal/output.js';
import { plainOutput } from '../../../src/cli/terminal/output.js';
import { openProgress } from '../../../src/cli/views/upload-progress.js';
import { loadWords } from '../../../src/cli/words/words.js';
import { openLineMarks } from '../../../src/client/journal/line-marks.js';

async function shown(flags: Partial<OutputFlags>, onTerminal: boolean) {
  const lines: string[] = [];
  const show = (text: string) => void lines.push(text);
  const output = {
    flags: { ...plainOutput, ...flags },
    words: await loadWords('en', 'en-GB'),
    spinner: async () => (onTerminal ? { show, stop: () => {} } : null),
    progress: show,
    note: show,
  } as unknown as Output;
  return { lines, output };
}

const bytes = { total: 4_000_000, at: (line: number) => line * 1_000 };

async function told(flags: Partial<OutputFlags>, onTerminal: boolean, everyMs: number): Promise<string[]> {
  const { lines, output } = await shown(flags, onTerminal);
  let nowMs = 0;
  const clock = { nowMs: () => nowMs, sleep: async () => {}, random: () => 0 };
  const progress = await openProgress(output, clock, { rows: null, bytes });
  for (const lastLine of [1_000, 2_000, 3_000]) {
    nowMs += everyMs;
    progress.event({ type: 'accepted', uploadId: 'u', rows: 1_000, lastLine });
  }
  progress.end();
  return lines;
}

describe('the progress of an upload', () => {
  it('is a bar with per cent of the bytes, rate and time left on a terminal', async () => {
    expect(await told({}, true, 2_000)).toEqual([
      'Sending  [#####---------------]  25 %  1.0 MB of 4.0 MB  1,000 rows  500 rows/s  0:06 left',
      'Sending  [##########----------]  50 %  2.0 MB of 4.0 MB  2,000 rows  500 rows/s  0:04 left',
      'Sending  [###############-----]  75 %  3.0 MB of 4.0 MB  3,000 rows  500 rows/s  0:02 left',
    ]);
  });

  it('is a line every five seconds with --progress plain, and every thirty where nobody asked', async () => {
    expect(await told({ progress: 'plain' }, false, 2_500)).toHaveLength(1);
    expect(await told({ progress: 'plain' }, false, 5_000)).toHaveLength(3);
    expect(await told({}, false, 5_000)).toHaveLength(0);
    expect(await told({}, false, 30_000)).toHaveLength(3);
  });
});

it('a line of a file is found among its bytes, to a part of a chunk', () => {
  const marks = openLineMarks();
  const line = Buffer.from(`${'x'.repeat(99)}\n`);
  for (let chunk = 0; chunk < 5; chunk++) marks.see(Buffer.concat(Array(10).fill(line)));
  expect([1, 10, 11, 50].map(marks.bytesAt)).toEqual([100, 1_000, 1_100, 5_000]);
  marks.see(Buffer.from('no end'));
  expect(marks.bytesAt(51)).toBe(5_006);
});
