import { isRefusal } from '@payorch/contracts';
import type { AttemptId, CustomerId, OperationId, PaymentId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import { nextVersion } from '@payorch/platform/resources';
import { firstAccount, merchantId, now, profileId, secondAccount } from '../../../../test/fixtures';
import { mandateMessages } from '../../messages/mandate-events';
import type { DecideContext } from '../decision';
import type { Mandate } from '../mandate';
import type { Revocation } from '../revocation';
import { applyReport } from './apply-report';

const context: DecideContext = {
  now,
  partition: 3,
  pendingReplies: [],
  newOperationId: () => 'op_1' as OperationId,
  rules: { syncAfterMs: [2_000], syncsBeforeIncident: 4, beginWithinMs: 300_000 },
};
const aMandate = (given: Partial<Mandate> = {}): Mandate => ({
  merchantId,
  mandateId: 'man_1',
  version: 4,
  profileId,
  customerId: 'cus_a' as CustomerId,
  paymentMethodId: 'pm_1',
  paymentId: 'pay_0' as PaymentId,
  attemptId: 'pay_0_1' as AttemptId,
  account: firstAccount,
  reference: { mandateReference: 'pm_stripe', customerReference: 'cus_stripe' },
  status: 'active',
  terms: { use: 'multi_use', limit: null, startDate: null, endDate: null },
  captured: minorUnits(0n),
  reserved: minorUnits(0n),
  customerAcceptance: null,
  revocation: null,
  createdAt: now,
  modifiedAt: now,
  ...given,
});
const caller = { topic: 'gateway.replies.1', correlationId: 'c1' };
const underWay: Revocation = {
  operation: 'op_1' as OperationId,
  state: 'pending',
  formerStatus: 'active',
  partition: 3,
  syncCount: 1,
  error: null,
  pendingReplies: [caller],
  requestedAt: now.toISOString(),
};
const report = (status: 'active' | 'revoked', more: object = {}) => ({
  merchantId,
  mandateId: 'man_1',
  account: firstAccount,
  mandateReference: 'pm_stripe',
  status,
  ...more,
});

function applied(mandate: Mandate | undefined, ...sent: Parameters<typeof report>) {
  const decision = applyReport(mandate, report(...sent), context);
  if (isRefusal(decision)) throw new Error(decision.code);
  return decision.kind === 'decided' ? decision : undefined;
}

describe('a report of the processor', () => {
  it.each<[Mandate['status'], 'active' | 'revoked', Mandate['status'] | undefined]>([
    ['active', 'revoked', 'revoked'],
    ['inactive', 'revoked', 'revoked'],
    ['inactive', 'active', 'active'],
    ['active', 'active', undefined],
    ['revoked', 'active', undefined],
    ['revoked', 'revoked', undefined],
    ['pending', 'active', undefined],
  ])('moves a mandate that is %s by %s to %s', (status, reported, after) =>
    expect(applied(aMandate({ status }), reported)?.state.status).toBe(after),
  );

  it('ends a revocation under way, answers its caller and cancels its sync', () => {
    const { state: mandate, effects } = applied(aMandate({ status: 'pending', revocation: underWay }), 'revoked')!;
    expect(mandate).toMatchObject({ status: 'revoked', revocation: { state: 'succeeded', pendingReplies: [] } });
    expect(effects).toEqual([
      ...[{ kind: 'cancel_sync' }, { kind: 'forget_reference' }],
      { kind: 'reply', pendingReplies: [caller] },
    ]);
  });

  it('about another saved payment method or another account changes nothing', () => {
    expect(applied(aMandate(), 'revoked', { mandateReference: 'pm_other' })).toBeUndefined();
    expect(applied(aMandate(), 'revoked', { account: secondAccount })).toBeUndefined();
    expect(applied(aMandate({ reference: { mandateReference: null, customerReference: null } }), 'revoked')).toBe(
      undefined,
    );
    expect(applied(undefined, 'revoked')).toBeUndefined();
  });

  it('is no use of a single-use mandate that a payment has reserved', () => {
    const before = aMandate({
      terms: { use: 'single_use', limit: null, startDate: null, endDate: null },
      reserved: minorUnits(5n),
    });
    const after = nextVersion(before, applied(before, 'revoked')!.state, now);
    const messages = mandateMessages(before, after, { webhook: null }, { view: () => ({}), isReported: true });
    expect(messages.map(({ message }) => message.type)).toEqual(['mandate.revoked']);
  });
});
