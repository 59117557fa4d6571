import type { Outcome } from '@payorch/contracts';
import { aPayment, capturedAs, eur, paymentOf, receive, receiveCaptureOutcome } from '../../../../test/builders';
import { declined, outcomes } from '../../../../test/outcomes';

/** The status of a capture after an outcome of it (states, 2). */
const rows: readonly (readonly [string, Outcome, 'charged' | 'pending' | 'failed'])[] = [
  ['a capture', outcomes.captured, 'charged'],
  ['an answer that comes later', outcomes.accepted, 'pending'],
  ['an error without an answer (500 to 511)', outcomes.unknown, 'pending'],
  ['another error', declined(), 'failed'],
];

it('a requested capture is started', () => {
  expect(aPayment.capturing().captures).toMatchObject([{ status: 'started', sequence: 1 }]);
});

describe.each(rows)('after %s', (_, outcome, status) => {
  it(`the only capture is ${status}`, () => {
    expect(paymentOf(receive(aPayment.capturing(), outcome)).captures).toMatchObject([{ status }]);
  });

  it(`one of several captures is ${status}`, () => {
    const payment = aPayment.capturingInParts(300n, 200n);
    const own = outcome.kind === 'captured' ? capturedAs(payment, 2) : outcome;
    expect(paymentOf(receiveCaptureOutcome(payment, 2, own)).captures).toMatchObject([
      { status: 'started' },
      { status },
    ]);
  });
});

it('a capture of less than the authorized amount is charged with its own amount', () => {
  const money = eur('6.00');
  const { captures } = paymentOf(receive(aPayment.capturing(600n), { kind: 'captured', reference: 'ref_1', money }));
  expect(captures).toMatchObject([{ status: 'charged', money }]);
});
