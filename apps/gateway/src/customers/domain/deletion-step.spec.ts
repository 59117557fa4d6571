import { deletionStep, givenUpAfterMs } from './deletion-step';

const requestedAt = new Date('2026-01-05T10:00:00.000Z');
const after = (ms: number) => new Date(requestedAt.getTime() + ms);

it.each([
  ['a deleted customer is erased and looked at again', { isDeleted: true, erasedAt: null }, 0, 'erase_and_look_again'],
  ['a customer erased before is erased once more', { isDeleted: true, erasedAt: requestedAt }, 0, 'erase_and_finish'],
  ['a deletion that may still begin waits', { isDeleted: false, erasedAt: null }, givenUpAfterMs - 1, 'wait'],
  ['a deletion that can no longer begin ends', { isDeleted: false, erasedAt: null }, givenUpAfterMs, 'finish'],
] as const)('%s', (_, state, ms, step) => expect(deletionStep({ requestedAt, ...state }, after(ms))).toBe(step));
