import type { RefundStatus } from '@payorch/contracts';
import { statesOf } from '@payorch/kernel';
import {
  aContext,
  aRefund,
  after,
  kindsOf,
  merchantId,
  one,
  outcomes,
  paymentId,
  receiveOutcome,
  refundId,
} from '../../test/builders';
import { syncRefund } from './decide/sync-refund';
import { updateRefund } from './decide/update-refund';
import type { RefundState } from './refund.machine';
import { refundMachine } from './refund.machine';
import { refundStatuses, statusOf } from './refund.status';

/** The stored state of a refund → its status on the interface (states, 4). */
const rows: Readonly<Record<RefundState, RefundStatus>> = {
  scheduled: 'pending',
  pending: 'pending',
  manual_review: 'review',
  success: 'succeeded',
  failure: 'failed',
};
const states = statesOf(refundMachine);

it.each(states)('a refund in %s has its status on the interface', (state) => {
  expect(statusOf(one(aRefund[state]()))).toBe(rows[state]);
});

it('every status of the interface is that of a state', () => {
  expect([...new Set(Object.values(rows))].sort()).toEqual([...refundStatuses].sort());
});

describe('what happens to a refund that is sent', () => {
  it.each<[string, keyof typeof outcomes, RefundStatus, object]>([
    ['the processor refunds it', 'refunded', 'succeeded', { reference: 're_1' }],
    ['the processor has it, and answers later', 'accepted', 'pending', { error: null }],
    ['an error without an answer (500 to 511)', 'unknown', 'pending', { error: { code: 'closed' } }],
    ['another error', 'declined', 'failed', { error: { code: 'closed' } }],
    ['the processor reviews it', 'under_review', 'review', { error: null }],
    ['another amount than requested', 'mismatched', 'review', {}],
  ])('%s: the status is the one of the interface', (_, outcome, status, facts) => {
    const refunds = aRefund.pending();
    const refund = one(after(receiveOutcome(refunds, outcomes[outcome]), refunds));
    expect(statusOf(refund)).toBe(status);
    expect(refund.facts).toMatchObject(facts);
  });
});

describe.each(states)('a refund in %s', (state) => {
  const about = { merchantId, paymentId, refundId };

  it('takes a new reason and metadata in any status', () => {
    const refunds = aRefund[state]();
    const changed = one(
      after(updateRefund(refunds, { ...about, reason: 'late', metadata: { a: 1 } }, aContext()), refunds),
    );
    expect(changed).toMatchObject({ reason: 'late', metadata: { a: 1 }, state });
  });

  it('calls the processor for force_sync unless it has ended, or was not sent', () => {
    const calls = kindsOf(syncRefund(aRefund[state](), about, aContext())).includes('sync');
    expect(calls).toBe(!['succeeded', 'failed'].includes(rows[state]) && state !== 'scheduled');
  });
});
