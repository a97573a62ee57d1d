/** Every code of a question stands in the documents. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { questionCodes } from '../../src/contract/question.js';

it.each(questionCodes)('%s is explained', (code) => {
  const page = readFileSync(new URL('../../docs/files.md', import.meta.url), 'utf8');
  expect(page).toContain(`\`${code}\``);
});
