import { bestOf, refusalFor, type Outcome } from './webhook-answer';

it.each<[Outcome, boolean, string | undefined]>([
  ['verified', true, undefined],
  ['unverified', true, undefined],
  ['unverified', false, undefined],
  ['refused', true, 'webhook_refused'],
  ['refused', false, 'webhook_refused'],
  ['unreadable', false, 'webhook_unreadable'],
  ['silent', true, 'not_begun_in_time'],
  ['silent', false, undefined],
])('%s (verification mandatory: %s) is answered %s', (outcome, mandatory, code) =>
  expect(refusalFor(outcome, mandatory)?.code).toBe(code),
);

it.each<[Outcome[], Outcome]>([
  [['refused', 'verified'], 'verified'],
  [['unreadable', 'refused'], 'refused'],
  [['refused', 'silent'], 'silent'],
  [['silent', 'unverified'], 'unverified'],
])('of %j the answer is %s', (outcomes, best) => expect(bestOf(outcomes)).toBe(best));
