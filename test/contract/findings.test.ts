/** What sales doctor and the console's page of health say, at the bounds of their rules. */
import { describe, expect, it } from 'vitest';
import { backupFinding, certificateFinding, fileSystemFinding, roomFinding } from '../../src/contract/findings.js';

const day = 86_400_000;
const now = Date.parse('2026-11-25T12:00:00Z');

describe('findings', () => {
  it.each([
    [19_999_999, 'failed', 'Make room: nothing can be stored'],
    [20_000_000, 'warning', 'Make room soon'],
    [999_999_999, 'warning', 'Make room soon'],
    [1_000_000_000, 'ok', null],
  ])('%i bytes free: %s', (bytes, state, hint) => {
    expect(roomFinding(bytes, 'here')).toMatchObject({ state, hint, message: expect.stringMatching(/ GB free here$/) });
  });

  it.each([
    [null, 'warning'],
    [now - 8 * day + 1, 'ok'],
    [now - 8 * day, 'warning'],
    [now + day, 'ok'],
    [now + day + 1, 'warning'],
  ])('a backup at %s: %s', (at, state) => {
    expect(backupFinding(at === null ? null : new Date(at), now, 'do it').state).toBe(state);
  });

  it.each([
    [20, 'warning'],
    [21, 'ok'],
    [-1, 'warning'],
    [null, 'ok'],
  ])('a certificate with %s days left: %s', (days, state) => {
    expect([certificateFinding('x', days, true).state, certificateFinding('x', days, false).state]).toEqual([state, state]);
  });

  it('a disk of another machine is told by its kind', () => {
    expect(fileSystemFinding(26985, 'it')?.message).toBe('it is on a network file system (NFS)');
    expect(fileSystemFinding(61267, 'it')).toBeNull();
  });
});
