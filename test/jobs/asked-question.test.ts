/** What is asked about a file, in the words of what its rows are read as. */
import { expect, it } from 'vitest';
import type { Question } from '../../src/contract/question.js';
import { uploadKinds } from '../../src/contract/states.js';
import { askedAs } from '../../src/jobs/answers/choices.js';

const questions: Question[] = [
  { code: 'STEPS_OF_PAYMENT', field: 'amount', text: '', answer: ['say it: ', ['--only', 'Kind=paid']] },
  {
    ...{ code: 'REFERENCE_UNKNOWN', field: 'transactionReference', text: '' },
    answer: ['say it: ', ['--set', 'additionalData.No=No']],
  },
  { code: 'TIME_OF_DAY_MISSING', field: 'transactionDate', text: '', answer: ['say it: ', ['--time', '12:00']] },
  { code: 'TIMEZONE_MISSING', field: 'transactionDate', text: '', answer: ['say it: ', ['--timezone', 'ZONE']] },
  { code: 'TIMEZONE_IN_TITLE', field: 'transactionDate', text: '', answer: ['say it: ', ['--timezone', 'Europe/Zurich']] },
];

const asked = uploadKinds.map((kind) => {
  const columns = { header: ['Kind', 'No'], mapping: [null, null], samples: [['paid'], ['17']], rivals: {}, tellsPayouts: false };
  const table = { kind, ...columns, timeZone: 'Europe/Zurich', fileZone: null };
  return questions.map((question) => {
    const { title, choices } = askedAs(question, table) ?? { title: '', choices: [] };
    return [title, ...choices.map(({ text }) => text)].join(' | ');
  });
});

it('of sales, and of settlement records', () => {
  const [ofSales, ofRecords] = asked;
  expect(ofSales).toEqual([
    'Which rows are the sales? | those with Kind paid',
    'Which column tells two equal sales apart? | No is no field of a sale, and sent as additional data',
    'At what time of day were the sales? | 12:00 for all of them: the file has none',
    'Which time zone does the clock of the till have? | Europe/Zurich, as this machine',
    'Which time zone does the clock of the till have? | Europe/Zurich',
  ]);
  expect(ofRecords).toEqual([
    'Which rows are the settlement records? | those with Kind paid',
    'Which column tells two equal settlement records apart? | No is no field of a settlement record, and sent as additional data',
    'At what time of day were the payments of the settlement records? | 12:00 for all of them: the file has none',
    'Which time zone do the times of the settlement records have? | Europe/Zurich, as this machine',
    'Which time zone do the times of the settlement records have? | Europe/Zurich',
  ]);
});
