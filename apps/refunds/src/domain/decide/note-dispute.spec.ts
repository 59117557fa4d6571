import type { DisputeId } from '@payorch/kernel';
import { minorUnits, money } from '@payorch/kernel';
import type { Currency } from '@payorch/kernel';
import {
  aContext,
  aRefund,
  after,
  later,
  merchantId,
  one,
  paymentId,
  refundRequestOf,
  usd,
} from '../../../test/builders';
import type { PaymentRefunds } from '../payment-refunds';
import { disputedOf, refundableOf } from '../payment-refunds';
import { noteDispute } from './note-dispute';
import { refundsDue } from './refunds-due';
import { requestRefund } from './request-refund';
import { reserveVoid } from './reserve-void';

const note = (
  known: PaymentRefunds | undefined,
  taken: bigint,
  { id = 'dp_1', version = 1, currency = 'USD' }: { id?: string; version?: number; currency?: Currency } = {},
) =>
  noteDispute(known, {
    merchantId,
    paymentId,
    disputeId: id as DisputeId,
    version,
    charged: usd(10_000n),
    taken: money(taken, currency),
  });
const disputed = (taken: bigint) => after(note(undefined, taken));
const request = (known: PaymentRefunds, amount: bigint) =>
  requestRefund(known, refundRequestOf(amount, 'ref_2'), aContext());
const exceeds = { kind: 'refused', code: 'refund_exceeds_charged' };

it('what a dispute took is not refunded as well: no more than the rest', () => {
  expect(request(disputed(10_000n), 100n)).toMatchObject(exceeds);
  expect(request(disputed(6_000n), 4_100n)).toMatchObject(exceeds);
  expect(request(disputed(6_000n), 4_000n)).toMatchObject({ kind: 'decided' });
});

it('several disputes of a charge add up; the newest note of each holds, in whatever order they come', () => {
  const both = after(note(disputed(3_000n), 4_000n, { id: 'dp_2' }), disputed(3_000n));
  expect(refundableOf(both)).toBe(3_000n);
  const won = after(note(both, 0n, { version: 3 }), both);
  expect(refundableOf(won)).toBe(6_000n);
  expect(note(won, 3_000n, { version: 2 }).kind).toBe('unchanged');
  expect(note(won, 0n, { version: 3 }).kind).toBe('unchanged');
});

it('a dispute of what was refunded before leaves nothing, and takes nothing below zero', () => {
  const refunded = aRefund.success();
  const both = after(note(refunded, 10_000n), refunded);
  expect([refundableOf(both), disputedOf(both)]).toEqual([0n, minorUnits(10_000n)]);
});

it('a dispute in another currency takes the whole charge', () =>
  expect(refundableOf(after(note(undefined, 1n, { currency: 'EUR' })))).toBe(0n));

it('a disputed charge is not voided either, until the dispute is won', () => {
  const reserve = { merchantId, paymentId, operationId: 'op_void_1' as never, charged: usd(10_000n) };
  expect(reserveVoid(disputed(1n), reserve)).toMatchObject({ effects: [{ kind: 'void_refused' }] });
  const won = after(note(disputed(1n), 0n, { version: 2 }), disputed(1n));
  expect(reserveVoid(won, reserve)).toMatchObject({ effects: [{ kind: 'void_reserved' }] });
});

it('a scheduled refund whose amount a dispute has taken is never sent: it fails', () => {
  const scheduled = aRefund.scheduled();
  const taken = after(note(scheduled, 10_000n), scheduled);
  const due = refundsDue(taken, undefined, aContext({ now: later(100_000) }));
  expect(due).toMatchObject({ kind: 'decided', effects: [] });
  expect(one(after(due, taken))).toMatchObject({
    state: 'failure',
    dueAt: null,
    facts: { error: { code: 'DISPUTED' } },
  });
});
