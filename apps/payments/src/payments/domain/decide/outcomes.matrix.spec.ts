import type { Outcome } from '@payorch/contracts';
import { flowNotSupported } from '@payorch/contracts';
import { statesOf } from '@payorch/kernel';
import type { OperationDefinition } from '@payorch/operations';
import {
  captureOperation,
  caseOf,
  eventOf,
  extensionOperation,
  incrementOperation,
  outcomeCases,
  postCaptureVoidOperation,
  stateAfter,
} from '@payorch/operations';
import fc from 'fast-check';
import { inState } from '../../../../test/attempt-states';
import {
  aPayment,
  effectsOf,
  eur,
  extensionOf,
  kindsOf,
  receive,
  receiveExtensionOutcome,
  receiveVoidOutcome,
  voidOf,
} from '../../../../test/builders';
import { declined, outcomes } from '../../../../test/outcomes';
import { attemptMachine, attemptOperation } from '../attempts/attempt.machine';
import type { Decision } from '../decision';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';

const definitions = {
  attempt: attemptOperation,
  capture: captureOperation,
  increment: incrementOperation,
  extension: extensionOperation,
  post_capture_void: postCaptureVoidOperation,
} as unknown as Readonly<Record<string, OperationDefinition>>;
const sources = ['call', 'sync', 'webhook'] as const;
const kinds = Object.keys(outcomes) as Outcome['kind'][];
const notSupported: Outcome = {
  kind: 'not_sent',
  error: { code: flowNotSupported, message: 'no such flow', reason: null },
  retry: 'never',
};
const given: readonly Outcome[] = [...Object.values(outcomes), notSupported];
const after = (decision: Decision, before: Payment): Payment =>
  decision.kind === 'decided' ? decision.payment : before;

const cells = Object.entries(definitions).flatMap(([name, { machine }]) =>
  statesOf(machine).flatMap((state) => outcomeCases.map((reported) => [name, state, reported] as const)),
);

describe('the outcome tables', () => {
  it('have a result for every operation in every state and every case of an outcome', () => {
    for (const [name, state, reported] of cells) {
      const definition = definitions[name]!;
      const on = eventOf(definition, state, reported);
      const isEvent = Object.hasOwn(definition.machine[state]!, on);
      expect([
        name,
        state,
        reported,
        isEvent || ['verify', 'late_success', 'contradiction', 'stale'].includes(on),
      ]).toEqual([name, state, reported, true]);
      expect(statesOf(definition.machine)).toContain(stateAfter(definition, state, reported));
    }
  });

  it('never let an outcome that is not known end an operation', () => {
    for (const [name, state] of cells) {
      const definition = definitions[name]!;
      const next = stateAfter(definition, state, 'unknown');
      expect([name, state, next === state || Object.hasOwn(definition.outcomes[next]!, 'unknown')]).toEqual([
        name,
        state,
        true,
      ]);
    }
  });
});

describe.each(statesOf(attemptMachine))('an attempt in %s', (state) => {
  it.each(kinds)('follows its table for the outcome %s, from every source', (kind) => {
    for (const source of sources) {
      const payment = inState[state]();
      const { facts } = activeAttempt(payment);
      const decision = receive(payment, outcomes[kind], { source });
      // The failure of an authorization contradicts no capture.
      const isOfCharge = ['charged', 'partial_charged'].includes(state);
      const reported = isOfCharge
        ? 'superseded'
        : caseOf(
            { outcome: outcomes[kind], source },
            {
              authorized: 'authorized' in facts ? facts.authorized : undefined,
              incremented: state === 'increment_initiated' && 'money' in facts ? facts.money : undefined,
            },
          );
      expect(activeAttempt(after(decision, payment)).state).toBe(stateAfter(attemptOperation, state, reported));
      const on = eventOf(attemptOperation, state, reported);
      const isLate = decision.kind !== 'refused' && kindsOf(decision).includes('incident');
      expect([source, isLate]).toEqual([
        source,
        on === 'late_success' || (on === 'mismatched' && state !== 'authorizing'),
      ]);
      if (on === 'verify') expect(kindsOf(decision)).toEqual(['sync']);
      if (on === 'stale') expect(effectsOf(decision).filter(({ kind: effect }) => effect !== 'reply')).toEqual([]);
    }
  });
});

const extensions: Readonly<Record<string, () => Payment>> = {
  pending: () => aPayment.extending(),
  succeeded: () => after(receiveExtensionOutcome(aPayment.extending(), outcomes.extended), aPayment.extending()),
  failed: () => after(receiveExtensionOutcome(aPayment.extending(), declined()), aPayment.extending()),
  refused: () => after(receiveExtensionOutcome(aPayment.extending(), notSupported), aPayment.extending()),
};
const voids: Readonly<Record<string, () => Payment>> = {
  requested: () => aPayment.voidRequested(),
  pending: () => aPayment.voidPending(),
  succeeded: () => after(receiveVoidOutcome(aPayment.voidPending(), outcomes.voided), aPayment.voidPending()),
  failed: () => after(receiveVoidOutcome(aPayment.voidPending(), declined()), aPayment.voidPending()),
  refused: () => after(receiveVoidOutcome(aPayment.voidPending(), notSupported), aPayment.voidPending()),
};

describe.each([
  ['extension', extensions, receiveExtensionOutcome, extensionOf],
  ['post_capture_void', voids, receiveVoidOutcome, voidOf],
] as const)('an operation beside the attempt: %s', (name, states, receiveOutcome, operationOf) => {
  const definition = definitions[name]!;

  it.each(statesOf(definition.machine))('in %s follows its table for every outcome from every source', (state) => {
    for (const source of sources) {
      for (const outcome of given) {
        const payment = states[state]!();
        expect(operationOf(payment).state).toBe(state);
        const decision = receiveOutcome(payment, outcome, { source });
        const reported = caseOf({ outcome, source });
        expect(operationOf(after(decision, payment)).state).toBe(stateAfter(definition, state, reported));
        const isLate = decision.kind !== 'refused' && kindsOf(decision).includes('incident');
        expect([outcome.kind, isLate]).toEqual([outcome.kind, eventOf(definition, state, reported) === 'late_success']);
      }
    }
  });
});

describe('the operation under way', () => {
  const reports = fc.array(fc.record({ outcome: fc.constantFrom(...given), source: fc.constantFrom(...sources) }), {
    maxLength: 10,
  });

  it('a capture follows its table as long as its attempt awaits it', () => {
    fc.assert(
      fc.property(reports, (reported) => {
        let payment = aPayment.capturing(600n);
        for (const { outcome, source } of reported) {
          const { status } = payment.captures[0]!;
          const isUnderWay = activeAttempt(payment).state === 'capture_initiated';
          const decision = receive(payment, outcome, { source });
          const isMoved = decision.kind === 'decided' && kindsOf(decision)[0] !== 'sync';
          payment = after(decision, payment);
          const expected = stateAfter(
            captureOperation,
            status,
            caseOf({ outcome, source }, { authorized: eur('10.50') }),
          );
          expect(payment.captures[0]!.status).toBe(isUnderWay && isMoved ? expected : status);
        }
      }),
    );
  });

  it('an increment raises the amount of the payment exactly when it succeeds', () => {
    fc.assert(
      fc.property(reports, (reported) => {
        let payment = aPayment.incrementing();
        for (const { outcome, source } of reported) {
          const granted: Outcome = outcome.kind === 'authorized' ? { ...outcome, money: eur('15.50') } : outcome;
          payment = after(receive(payment, granted, { source }), payment);
          const { status } = payment.increments[0]!;
          expect(payment.money.amount).toBe(status === 'success' ? 1550n : 1050n);
        }
      }),
    );
  });
});
