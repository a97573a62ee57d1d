/** The state of an upload as a person sees it: what the server wrote, its reasons grouped. */
import { maskCardNumbers } from '../../contract/card-number.js';
import { rowMembers } from '../../contract/states.js';
import type { UploadState } from '../../contract/upload.js';
import type { Output } from '../terminal/output.js';
import { countWidth, reasonLine, reasonsIn } from './reasons.js';

/** Prints the status, the server's summary and the errors, equal ones together. */
export function showUploadState(state: UploadState, output: Output): void {
  const { date, status, summary, errors, withdrawn, kind = 'Sales' } = state;
  // It says that it is withdrawn; what had become of the rows matters no more.
  if (withdrawn) {
    output.text(maskCardNumbers(summary));
    return;
  }
  const good = status === 'Processed' && errors.length === 0;
  output.text(`${status}   ${date}`, good ? 'green' : 'yellow');
  output.text(maskCardNumbers(summary));
  const { reasons, others } = reasonsIn(errors.map(maskCardNumbers));
  const width = countWidth(reasons);
  for (const reason of reasons) output.text(reasonLine(reason, width, (index) => `${rowMembers[kind].rows}[${index}]`));
  for (const other of others) output.text(`  ${other}`);
}
