/** `--settlement`: the rows are settlement records. Loads nothing else, for commands that read no file. */
import { Option } from 'commander';
import type { UploadKind } from '../../contract/states.js';

/** Of commands for rows of either kind. */
export function settlementFlag(what = 'the file has settlement records'): Option {
  return new Option('--settlement', `${what}: what an acquirer or payment service took, kept and paid`);
}

/** What the rows are. */
export function kindOf({ settlement }: { settlement?: boolean | undefined }): UploadKind {
  return settlement ? 'Settlement' : 'Sales';
}
