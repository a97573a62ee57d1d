/** What is asked about a file, in the words of what its rows are read as. */
import { expect, it } from 'vitest';
import { phrase, phraseText } from '../../src/contract/phrase.js';
import { type QuestionCode, questionOf } from '../../src/contract/question.js';
import { uploadKinds } from '../../src/contract/states.js';
import { askedAs } from '../../src/jobs/answers/choices.js';

const questionWith = (code: QuestionCode, field: string, ...remedy: string[]) =>
  questionOf({ code, field, text: phrase``, answer: ['say it: ', { remedies: [remedy] }] });
const questions = [
  questionWith('STEPS_OF_PAYMENT', 'amount', '--only', 'Kind=paid'),
  questionWith('REFERENCE_UNKNOWN', 'transactionReference', '--set', 'additionalData.No=No'),
  questionWith('TIME_OF_DAY_MISSING', 'transactionDate', '--time', '12:00'),
  questionWith('TIMEZONE_MISSING', 'transactionDate', '--timezone', 'ZONE'),
  questionWith('TIMEZONE_IN_TITLE', 'transactionDate', '--timezone', 'Europe/Zurich'),
];

const asked = uploadKinds.map((kind) => {
  const columns = { header: ['Kind', 'No'], mapping: [null, null], samples: [['paid'], ['17']], rivals: {}, tellsPayouts: false };
  const table = { kind, ...columns, timeZone: 'Europe/Zurich', fileZone: null };
  return questions.map((question) => {
    const { title, choices } = askedAs(question, table) ?? { title: '', choices: [] };
    return [title, ...choices.map(({ text }) => text)].map((one) => phraseText(one)).join(' | ');
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
