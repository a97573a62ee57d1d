/** `--settlement`: the rows are settlement records; `--sales`: they are not. Loads nothing else, for commands that read no file. */
import { Option } from 'commander';
import type { UploadKind } from '../../contract/states.js';

/** `--settlement`, for commands for rows of either kind. */
export function settlementFlag(what = 'the file has settlement records'): Option {
  return new Option('--settlement', `${what}: what an acquirer or payment service took, kept and paid`);
}

/** `--sales`: what looks like settlement records is sent as sales. */
export function salesFlag(): Option {
  return new Option('--sales', 'the rows are sales that no till sends, although the file tells fees and payouts').conflicts('settlement');
}

/** What the rows are. */
export function kindOf({ settlement }: { settlement?: boolean | undefined }): UploadKind {
  return settlement ? 'Settlement' : 'Sales';
}
