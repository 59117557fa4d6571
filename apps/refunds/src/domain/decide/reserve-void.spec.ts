import type { OperationId } from '@payorch/kernel';
import {
  aContext,
  aRefund,
  after,
  effectsOf,
  receiveOutcome,
  later,
  merchantId,
  outcomes,
  paymentId,
  usd,
  refundRequestOf,
} from '../../../test/builders';
import type { PaymentRefunds } from '../payment-refunds';
import { reservedOf } from '../payment-refunds';
import { declareRefund } from './declare-refund';
import { requestRefund } from './request-refund';
import { releaseVoid, reserveVoid } from './reserve-void';

const first = 'op_void_1' as OperationId;
const second = 'op_void_2' as OperationId;
const voidOf = (operationId = first) => ({ merchantId, paymentId, operationId });
const reserve = (known?: PaymentRefunds, operationId = first) =>
  reserveVoid(known, { ...voidOf(operationId), charged: usd(10_000n) });
const request = (known: PaymentRefunds, amount: bigint) =>
  requestRefund(known, refundRequestOf(amount, 'ref_2'), aContext());
const reserved = { kind: 'void_reserved', operation: first };
const issued = 'Refund void cannot be performed after a post-capture void has been issued';

describe('a request to reserve a charge for a void', () => {
  it('reserves the whole unrefunded charge, and a repeated request gets the same event', () => {
    const voiding = after(reserve());
    expect([reservedOf(voiding), voiding.voidedBy]).toEqual([10_000n, first]);
    expect(effectsOf(reserve())).toEqual([reserved]);
    expect(reserve(voiding)).toEqual({ kind: 'unchanged', effects: [reserved] });
  });

  it.each<[string, () => PaymentRefunds]>([
    ['scheduled', aRefund.scheduled],
    ['pending', aRefund.pending],
    ['under review', aRefund.manual_review],
    ['successful', aRefund.success],
  ])('is refused when a refund is %s', (_, refunds) => {
    const refused = { kind: 'unchanged', effects: [{ kind: 'void_refused', operation: first }] };
    expect(reserve(refunds())).toEqual(refused);
  });

  it('is granted after a failed refund, which an operator can then no longer declare a success', () => {
    const failed = aRefund.failure();
    const voiding = after(reserve(failed), failed);
    const declared = { ...voidOf(), refundId: failed.refunds[0]!.id, status: 'success' as const };
    expect(declareRefund(voiding, { ...declared, errorCode: null, errorMessage: null }, aContext())).toMatchObject({
      code: 'refund_exceeds_charged',
    });
    const late = receiveOutcome(voiding, outcomes.refunded, {}, aContext({ now: later(9) }));
    expect(effectsOf(late)).toContainEqual(expect.objectContaining({ kind: 'incident', incident: 'late_success' }));
  });

  it('is refused to a second void', () => {
    expect(effectsOf(reserve(after(reserve()), second))).toEqual([{ kind: 'void_refused', operation: second }]);
  });
});

describe('a charge that is reserved for a void', () => {
  it.each<[string, bigint, object]>([
    ['the whole charge', 10_000n, { code: 'precondition_failed', details: { message: issued } }],
    ['a part of the charge', 600n, { code: 'precondition_failed', details: { message: issued } }],
    ['more than the charge', 10_001n, { code: 'refund_exceeds_charged' }],
  ])('is not refunded by a request for %s', (_, amount, refusal) =>
    expect(request(after(reserve()), amount)).toMatchObject(refusal),
  );

  it('is released by the failure of that void alone', () => {
    const voiding = after(reserve());
    expect(releaseVoid(voiding, voidOf(second)).kind).toBe('unchanged');
    const released = after(releaseVoid(voiding, voidOf()), voiding);
    expect([reservedOf(released), released.voidedBy, released.version]).toEqual([0n, null, 2]);
    expect(releaseVoid(released, voidOf()).kind).toBe('unchanged');
    expect(releaseVoid(undefined, voidOf()).kind).toBe('unchanged');
    expect(request(released, 10_000n).kind).toBe('decided');
    expect(effectsOf(reserve(released, second))).toEqual([{ kind: 'void_reserved', operation: second }]);
  });
});
