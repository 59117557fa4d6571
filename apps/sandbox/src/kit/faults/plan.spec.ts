import { parseFault } from './fault';
import { planOf, normalPlan } from './plan';

const planFor = (text: string) => planOf(parseFault(text));

it('a call without a fault has the normal plan', () => {
  expect(planOf(undefined)).toEqual(normalPlan);
});

it.each([
  ['refuse', 'reset'],
  ['hang', 'hang'],
  ['fail_500', 'fail'],
  ['fail_429', 'too_many'],
])('%s executes nothing', (text, before) => {
  expect(planFor(text).before).toBe(before);
});

it.each([
  ['execute_then_drop', 'drop'],
  ['execute_then_500', 'fail'],
  ['execute_then_hang', 'hang'],
  ['rubbish', 'rubbish'],
  ['wrong_amount', 'wrong_amount'],
  ['lookup_not_found_then_found', 'drop'],
])('%s executes and ends with the answer %s', (text, answer) => {
  expect(planFor(text)).toMatchObject({ before: 'execute', answer, variation: {} });
});

it.each([
  ['slow:70', { delayMs: 70 }],
  ['wrong_amount:kept', { variation: { amountDelta: 1 }, answer: 'whole' }],
  ['pending_then_settled:9:failed', { variation: { settlesLater: { ms: 9, status: 'failed' } } }],
  ['lookup_not_found_then_found:4', { hiddenLookups: 4 }],
  ['duplicate_webhook', { webhooks: { always: true, copies: 2 } }],
  ['late_webhook:70', { webhooks: { always: true, delayMs: 70 } }],
  ['early_webhook', { webhooks: { always: true, beforeAnswer: true } }],
  ['no_webhook', { webhooks: { never: true } }],
])('%s has the plan %j', (text, plan) => {
  expect(planFor(text)).toMatchObject(plan);
});
