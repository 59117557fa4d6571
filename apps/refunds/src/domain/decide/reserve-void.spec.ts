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
const about = (operationId = first) => ({ merchantId, paymentId, operationId });
const reserve = (known?: PaymentRefunds, operationId = first) =>
  reserveVoid(known, { ...about(operationId), charged: usd(10_000n) });
const ask = (known: PaymentRefunds, amount: bigint) =>
  requestRefund(known, refundRequestOf(amount, 'ref_2'), aContext());
const kept = { kind: 'void_reserved', operation: first };
const issued = 'Refund void cannot be performed after a post-capture void has been issued';

describe('keeping a charge for a void', () => {
  it('takes all of it where nothing was given back, and says so again whenever asked again', () => {
    const voiding = after(reserve());
    expect([reservedOf(voiding), voiding.voidedBy]).toEqual([10_000n, first]);
    expect(effectsOf(reserve())).toEqual([kept]);
    expect(reserve(voiding)).toEqual({ kind: 'unchanged', effects: [kept] });
  });

  it.each<[string, () => PaymentRefunds]>([
    ['scheduled', aRefund.scheduled],
    ['pending', aRefund.pending],
    ['under review', aRefund.manual_review],
    ['made', aRefund.success],
  ])('is refused once a refund is %s', (_, refunds) => {
    const refused = { kind: 'unchanged', effects: [{ kind: 'void_refused', operation: first }] };
    expect(reserve(refunds())).toEqual(refused);
  });

  it('is granted after a refund that failed, which can no longer be declared a success', () => {
    const failed = aRefund.failure();
    const voiding = after(reserve(failed), failed);
    const declared = { ...about(), refundId: failed.refunds[0]!.id, status: 'success' as const };
    expect(declareRefund(voiding, { ...declared, errorCode: null, errorMessage: null }, aContext())).toMatchObject({
      code: 'refund_exceeds_charged',
    });
    const late = receiveOutcome(voiding, outcomes.refunded, {}, aContext({ now: later(9) }));
    expect(effectsOf(late)).toContainEqual(expect.objectContaining({ kind: 'incident', incident: 'late_success' }));
  });

  it('is refused to a second one', () => {
    expect(effectsOf(reserve(after(reserve()), second))).toEqual([{ kind: 'void_refused', operation: second }]);
  });
});

describe('a charge that is kept for a void', () => {
  it.each<[string, bigint, object]>([
    ['all of it', 10_000n, { code: 'precondition_failed', details: { message: issued } }],
    ['a part of it', 600n, { code: 'precondition_failed', details: { message: issued } }],
    ['more than it', 10_001n, { code: 'refund_exceeds_charged' }],
  ])('is not refunded: %s', (_, amount, refusal) => expect(ask(after(reserve()), amount)).toMatchObject(refusal));

  it('is free again once that void came to nothing, and by its own word alone', () => {
    const voiding = after(reserve());
    expect(releaseVoid(voiding, about(second)).kind).toBe('unchanged');
    const free = after(releaseVoid(voiding, about()), voiding);
    expect([reservedOf(free), free.voidedBy, free.version]).toEqual([0n, null, 2]);
    expect(releaseVoid(free, about()).kind).toBe('unchanged');
    expect(releaseVoid(undefined, about()).kind).toBe('unchanged');
    expect(ask(free, 10_000n).kind).toBe('decided');
    expect(effectsOf(reserve(free, second))).toEqual([{ kind: 'void_reserved', operation: second }]);
  });
});
