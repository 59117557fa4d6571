import type { Call } from './fault-registry';
import { FaultRegistry, seededRandom } from './fault-registry';

const aCall = (rest: Partial<Call> = {}): Call => ({
  kind: 'payment',
  connector: 'stripe_test',
  reference: 'op_1',
  paymentId: 'pay_1',
  card: '4242424242424242',
  cardFault: null,
  amount: 6540,
  requestedFault: undefined,
  ...rest,
});
const hang = { name: 'hang' } as const;
const refuse = { name: 'refuse' } as const;

describe('the fault of a call', () => {
  it('a call has no fault by default', () => {
    expect(new FaultRegistry().choose(aCall())).toBeUndefined();
  });

  it.each<[string, Partial<Call>, string | undefined]>([
    ['its own header', { requestedFault: 'rubbish' }, 'rubbish'],
    ['its card', { cardFault: 'execute_then_drop' }, 'execute_then_drop'],
    ['its amount', { amount: 7_700_005 }, 'execute_then_500'],
    ['its header before its card', { requestedFault: 'rubbish', cardFault: 'execute_then_drop' }, 'rubbish'],
    ['its card, but only a payment', { kind: 'capture', cardFault: 'execute_then_drop' }, undefined],
    ['its amount, but only a payment', { kind: 'refund', amount: 7_700_005 }, undefined],
  ])('a call gets the fault of %s', (_, call, name) => {
    expect(new FaultRegistry().choose(aCall(call))?.name).toBe(name);
  });

  it.each<[Partial<Call>, boolean]>([
    [{}, true],
    [{ connector: 'adyen_test' }, false],
    [{ kind: 'capture' }, false],
    [{ reference: 'op_2' }, false],
  ])('a rule for stripe_test, payment, op_1 matches %j: %s', (call, met) => {
    const registry = new FaultRegistry();
    registry.add({ match: { connector: 'stripe_test', kind: 'payment', reference: 'op_1' }, fault: hang });
    expect(registry.choose(aCall(call)) !== undefined).toBe(met);
  });

  it('a rule without a kind matches no lookup', () => {
    const registry = new FaultRegistry();
    registry.add({ match: {}, fault: hang });
    expect(registry.choose(aCall({ kind: 'void' }))).toEqual(hang);
    expect(registry.choose(aCall({ kind: 'lookup' }))).toBeUndefined();
  });

  it('rules apply in order, each as often as its times, until cleared', () => {
    const registry = new FaultRegistry();
    registry.add({ match: {}, fault: hang, times: 2 });
    registry.add({ match: {}, fault: refuse });
    expect([1, 2, 3, 4].map(() => registry.choose(aCall())?.name)).toEqual(['hang', 'hang', 'refuse', 'refuse']);
    registry.clear();
    expect(registry.choose(aCall())).toBeUndefined();
  });

  it('the same seed gives the same calls their faults', () => {
    const plan = (seed: number) => {
      const registry = new FaultRegistry();
      registry.add({ match: {}, fault: hang, probability: 0.3, seed });
      return Array.from({ length: 200 }, () => registry.choose(aCall()) !== undefined);
    };
    expect(plan(7)).toEqual(plan(7));
    expect(plan(7)).not.toEqual(plan(8));
    const hit = plan(7).filter(Boolean).length;
    expect(hit).toBeGreaterThan(35);
    expect(hit).toBeLessThan(85);
  });
});

it('random numbers lie in [0, 1)', () => {
  const random = seededRandom(42);
  const numbers = Array.from({ length: 1000 }, random);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(new Set(numbers).size).toBeGreaterThan(990);
});

it('a hidden payment is found after the given number of lookups', () => {
  const registry = new FaultRegistry();
  registry.hideFromLookups('pay_1', 2);
  expect([1, 2, 3].map(() => registry.consumeHiddenLookup('pay_1'))).toEqual([true, true, false]);
  expect(registry.consumeHiddenLookup('pay_2')).toBe(false);
});
