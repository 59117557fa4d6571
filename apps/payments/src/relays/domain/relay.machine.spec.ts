import type { RelayType } from '@payorch/contracts';
import { relayTypes } from '@payorch/contracts';
import { statesOf, unreachableStates } from '@payorch/kernel';
import { eventOf, outcomeCases, stateAfter } from '@payorch/operations';
import { openRelayStates, relayMachine, relayOperations } from './relay.machine';

const states = statesOf(relayMachine);
/** The outcome with which the processor says that it executed the operation. */
const executed = {
  refund: 'refunded',
  capture: 'captured',
  incremental_authorization: 'authorized',
  void: 'voided',
  unreferenced_refund: 'refunded',
} as const satisfies Record<RelayType, string>;

it('the relay machine reaches every state from the first, and only open states await an outcome', () => {
  expect(unreachableStates(relayMachine, 'pending')).toEqual([]);
  expect(states.filter((state) => 'succeeded' in relayMachine[state])).toEqual([...openRelayStates]);
});

const refunds: readonly RelayType[] = ['refund', 'unreferenced_refund'];

describe.each(relayTypes)('a relay of type %s', (type) => {
  const operation = relayOperations[type];
  const isRefund = refunds.includes(type);

  it('succeeds only by the outcome of its own operation', () => {
    const successes = outcomeCases.filter((one) => eventOf(operation, 'pending', one) === 'succeeded');
    expect(successes).toEqual([executed[type]]);
    expect(outcomeCases.filter((one) => eventOf(operation, 'review', one) === 'succeeded')).toEqual(successes);
  });

  it('fails only by a definite answer', () => {
    const failing = outcomeCases.filter((one) => stateAfter(operation, 'pending', one) === 'failure');
    expect(failing).toEqual(['declined', 'not_sent', 'not_supported', 'absent']);
    expect(outcomeCases.filter((one) => stateAfter(operation, 'review', one) === 'failure')).toEqual(['declined']);
  });

  it.each(states)('does not move in %s by an unknown outcome', (state) =>
    expect(stateAfter(operation, state, 'unknown')).toBe(state),
  );

  it('that succeeded fails by a decline only if it is a refund, whose money a bank may return', () => {
    const moving = outcomeCases.filter((one) => stateAfter(operation, 'success', one) !== 'success');
    expect(moving).toEqual(isRefund ? ['declined'] : []);
    expect(eventOf(operation, 'success', 'declined')).toBe(isRefund ? 'failed' : 'contradiction');
  });

  it('that failed opens an incident when the processor reports its execution', () => {
    expect(eventOf(operation, 'failure', executed[type])).toBe('late_success');
    expect(outcomeCases.filter((one) => stateAfter(operation, 'failure', one) !== 'failure')).toEqual([]);
  });
});
