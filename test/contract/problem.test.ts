import { describe, expect, test } from 'vitest';
import { type OperationId, operationOf, operations } from '../../src/contract/operations.js';
import { type FailureCode, failureOfStatus, failures, problemOf, SalesError } from '../../src/contract/problem.js';
import { Problem, ValidationProblem } from '../../src/contract/problem-body.js';

const codes = Object.keys(failures) as FailureCode[];
/** What clients of the API read as `inFlight`, by its status: one that only routes of the console answer, and one that passes as `inFlight` does. */
const readAsInFlight: readonly FailureCode[] = ['conflict', 'running'];
const codesOfClients = codes.filter((code) => !readAsInFlight.includes(code));

describe.each(codes)('%s', (code) => {
  const { status, title } = failures[code];

  test('has a problem body of the documented shape', () => {
    const errors = { 'transactions[0].amount': ['must be a number'] };
    const body = problemOf(new SalesError(code, 'What happened.', { errors }), 'request-1');
    const schema = code === 'validation' ? ValidationProblem : Problem;
    expect(schema.strict().parse(JSON.parse(JSON.stringify(body)))).toEqual(body);
    expect(URL.canParse(body.type)).toBe(true);
    expect(body.requestId).toBe('request-1');
    expect('errors' in body && body.errors).toEqual(code === 'validation' ? errors : false);
  });

  test(status === null ? 'is told as 500 and says nothing more' : 'tells its status, title and detail', () => {
    const body = problemOf(new SalesError(code, 'What happened.'));
    if (status === null) {
      expect(body).toMatchObject({ status: 500, title: failures.internal.title });
      expect(body).not.toHaveProperty('detail');
    } else expect(body).toMatchObject({ status, title, detail: 'What happened.' });
  });

  test('without a message of its own has its title and no detail', () => {
    const error = new SalesError(code);
    expect(error.message).toBe(title);
    expect(problemOf(error)).not.toHaveProperty('detail');
    expect(problemOf(error)).not.toHaveProperty('requestId');
  });

  test('shows neither cause nor hint', () => {
    const error = new SalesError(code, undefined, { cause: new Error('SELECT secret'), hint: 'secret' });
    expect(JSON.stringify(problemOf(error))).not.toContain('secret');
  });

  test('can be tried again exactly when it is temporary', () => {
    expect(failures[code].retryable).toBe(failures[code].category === 'temporary');
  });
});

test('a validation problem without faults still has errors', () => {
  expect(problemOf(new SalesError('validation'))).toMatchObject({ status: 400, errors: {} });
});

test('each status has one failure', () => {
  for (const code of readAsInFlight) expect(failures[code].status).toBe(failures.inFlight.status);
  const statuses = codesOfClients.map((code) => failures[code].status).filter((status) => status !== null);
  expect(new Set(statuses).size).toBe(statuses.length);
});

test('failures of the server are told by the section that defines their status', () => {
  const types = codesOfClients.map((code) => problemOf(new SalesError(code))).filter(({ status }) => ![500, 502, 504].includes(status));
  expect(new Set(types.map(({ type }) => type)).size).toBe(types.length);
});

describe('failureOfStatus', () => {
  test.each(codesOfClients.filter((code) => failures[code].status !== null))('finds %s', (code) => {
    expect(failureOfStatus(failures[code].status ?? 0)).toBe(code);
  });

  test.each([
    [501, 'internal'],
    [507, 'internal'],
    [599, 'internal'],
    [200, 'protocol'],
    [302, 'protocol'],
    [403, 'forbidden'],
    [418, 'protocol'],
  ])('%d is %s', (status, code) => {
    expect(failureOfStatus(status)).toBe(code);
  });
});

test('every status in the table of operations has a failure', () => {
  for (const id of Object.keys(operations) as OperationId[]) {
    for (const status of operationOf(id).errors) expect(failures[failureOfStatus(status)].status).toBe(status);
  }
});
