/** The most memory that client and server had while a file was uploaded. */
import { figure, table } from './numbers.js';

const boundsMb = { client: 200, server: 700 };

export function memoryReport({ rows, wallS, clientPeakMb, serverPeakMb }) {
  const peaks = { client: clientPeakMb, server: serverPeakMb };
  const name = `${rows.toLocaleString('en')} rows`;
  return {
    text: table(
      ['memory at its most', 'client, MB', 'server, MB', 'rows/s'],
      [[name, figure(clientPeakMb), figure(serverPeakMb), figure(rows / wallS)]],
    ),
    verdicts: Object.entries(boundsMb).map(([side, bound]) => ({
      line: 4,
      text: `${side}: at most ${bound} MB for ${name}`,
      passed: peaks[side] <= bound,
      measured: `${figure(peaks[side])} MB`,
    })),
  };
}
