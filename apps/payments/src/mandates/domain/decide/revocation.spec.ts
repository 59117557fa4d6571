import type { connectorMandateOutcome, DataOf, Outcome } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type { AttemptId, CustomerId, OperationId, PaymentId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import { nextVersion } from '@payorch/platform/resources';
import { firstAccount, later, merchantId, now, profileId } from '../../../../test/fixtures';
import { mandateMessages } from '../../messages/mandate-events';
import { mandateJson } from '../../queries/mandate.view';
import type { DecideContext, Decision } from '../decision';
import { withUse, type Mandate } from '../mandate';
import { applyRevocationOutcome, syncRevocation } from './apply-revocation-outcome';
import { checkRevocation, revokeMandate } from './revoke-mandate';

const operation = 'op_1' as OperationId;
const caller = { topic: 'gateway.replies.1', correlationId: 'c1' };
const context = (changes: Partial<DecideContext> = {}): DecideContext => ({
  now,
  partition: 3,
  pendingReplies: [caller],
  newOperationId: () => operation,
  rules: { syncAfterMs: [2_000, 5_000], syncsBeforeIncident: 4, beginWithinMs: 300_000 },
  ...changes,
});
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
  terms: { use: 'single_use', limit: null, startDate: null, endDate: null },
  captured: minorUnits(0n),
  reserved: minorUnits(0n),
  customerAcceptance: null,
  revocation: null,
  createdAt: now,
  modifiedAt: now,
  ...given,
});
const unsaved = { reference: { mandateReference: null, customerReference: null } };
const silent = context({ pendingReplies: [] });

/** The mandate and the kinds of effects of a decision. */
function result(decision: Decision) {
  if (isRefusal(decision)) throw new Error(`refused: ${decision.code}`);
  return {
    mandate: decision.kind === 'decided' ? decision.state : undefined,
    effects: decision.effects.map(({ kind }) => kind),
  };
}
const revoking = (given: Partial<Mandate> = {}): Mandate =>
  result(revokeMandate(aMandate(given), undefined, context())).mandate!;

const error = { code: 'resource_missing', message: 'No such PaymentMethod', reason: null };
const received = (outcome: Outcome, changes: Partial<DataOf<typeof connectorMandateOutcome>> = {}) => ({
  merchantId,
  profileId,
  paymentId: 'pay_0' as PaymentId,
  attemptId: 'pay_0_1' as AttemptId,
  mandateId: 'man_1',
  operationId: operation,
  account: firstAccount,
  source: 'call' as const,
  outcome,
  sentAt: null,
  ...changes,
});
const unknown: Outcome = { kind: 'unknown', reference: null, error };
const declined: Outcome = { kind: 'declined', reference: null, error, retry: 'never' };
const notSent = (code: string): Outcome => ({ kind: 'not_sent', error: { ...error, code }, retry: 'never' });

describe('a revocation', () => {
  it('goes to the processor that saved the payment method, and meanwhile the mandate cannot be charged', () => {
    const { mandate, effects } = result(revokeMandate(aMandate(), undefined, context()));
    expect(mandate).toMatchObject({
      status: 'pending',
      revocation: { operation, state: 'pending', formerStatus: 'active', partition: 3, pendingReplies: [caller] },
    });
    expect(effects).toEqual(['revoke', 'sync_later']);
  });

  it('is done here alone where the processor saved nothing', () => {
    const { mandate, effects } = result(revokeMandate(aMandate(unsaved), undefined, context()));
    expect([mandate?.status, mandate?.revocation, effects]).toEqual(['revoked', null, ['reply']]);
  });

  it.each(['inactive', 'pending', 'active'] as const)('is accepted for the status %s', (status) => {
    expect(result(revokeMandate(aMandate({ ...unsaved, status }), undefined, context())).mandate?.status).toBe(
      'revoked',
    );
  });

  it('of an unknown mandate, and a second one, are refused', () => {
    expect(revokeMandate(undefined, undefined, context())).toMatchObject({ code: 'mandate_not_found' });
    expect(revokeMandate(aMandate({ status: 'revoked' }), undefined, context())).toMatchObject({
      code: 'mandate_validation_failed',
      details: { reason: 'Mandate has already been revoked' },
    });
  });

  it('is requested once: a second request waits for the first', () => {
    const second = { ...caller, correlationId: 'c2' };
    const { mandate, effects } = result(
      revokeMandate(revoking(), undefined, context({ pendingReplies: [second], newOperationId: () => 'x' as never })),
    );
    expect(mandate?.revocation).toMatchObject({ operation, pendingReplies: [caller, second] });
    expect(effects).toEqual([]);
  });

  it('that timed out shows the mandate as it is', () => {
    expect(result(checkRevocation(revoking(), undefined, context())).effects).toEqual(['reply']);
    expect(checkRevocation(undefined, undefined, context())).toMatchObject({ code: 'mandate_not_found' });
  });
});

describe('an outcome of a revocation', () => {
  it.each<[string, Outcome, object, string[]]>([
    [
      'revokes the mandate',
      { kind: 'revoked', reference: 'pm_stripe' },
      { status: 'revoked', revocation: { state: 'succeeded', pendingReplies: [] } },
      ['cancel_sync', 'reply', 'forget_reference'],
    ],
    [
      'revokes the mandate here where the connector has no such operation',
      notSent('FLOW_NOT_SUPPORTED'),
      { status: 'revoked', revocation: { state: 'succeeded' } },
      ['cancel_sync', 'reply'],
    ],
    [
      'revokes the mandate here where the account is gone',
      notSent('NO_ACCOUNT'),
      { status: 'revoked' },
      ['cancel_sync', 'reply'],
    ],
    [
      'restores the status after a refusal',
      declined,
      { status: 'active', revocation: { state: 'failed', error } },
      ['cancel_sync', 'refuse'],
    ],
    [
      'restores the status where nothing was sent',
      notSent('BREAKER_OPEN'),
      { status: 'active' },
      ['cancel_sync', 'refuse'],
    ],
    [
      'restores the status where the processor never had it',
      { kind: 'absent' },
      { status: 'active' },
      ['cancel_sync', 'refuse'],
    ],
    [
      'leaves an unknown one pending, and plans a sync',
      unknown,
      { status: 'pending', revocation: { state: 'pending', pendingReplies: [] } },
      ['sync_later', 'reply'],
    ],
  ])('%s', (_, outcome, expected, effects) => {
    const decided = result(applyRevocationOutcome(revoking(), received(outcome), silent));
    expect(decided.mandate).toMatchObject(expected);
    expect(decided.effects).toEqual(effects);
  });

  it('names the connector and its error to the caller', () => {
    const decision = applyRevocationOutcome(revoking(), received(declined), silent);
    expect(isRefusal(decision) ? [] : decision.effects.at(-1)).toMatchObject({
      pendingReplies: [caller],
      refusal: {
        code: 'connector_refused',
        details: { code: error.code, message: error.message, connector: 'stripe_test' },
      },
    });
  });

  it('that reports a success after a failure still revokes the mandate', () => {
    const failed = result(applyRevocationOutcome(revoking(), received(declined), silent)).mandate;
    const revoked = result(
      applyRevocationOutcome(failed, received({ kind: 'revoked', reference: 'pm_stripe' }), silent),
    );
    expect(revoked.mandate?.status).toBe('revoked');
  });

  it('of another operation, and one that comes again, change nothing', () => {
    const other = received(declined, { operationId: 'op_2' as OperationId });
    expect(applyRevocationOutcome(revoking(), other, silent)).toEqual({ kind: 'unchanged', effects: [] });
    const done = result(
      applyRevocationOutcome(revoking(), received({ kind: 'revoked', reference: 'r' }), silent),
    ).mandate;
    expect(applyRevocationOutcome(done, received(declined), silent)).toEqual({ kind: 'unchanged', effects: [] });
  });

  it('of a sync that the processor did not answer keeps the schedule of the worker', () => {
    const event = received(unknown, { source: 'sync', unanswered: { called: false, syncInMs: 700 } });
    const decision = applyRevocationOutcome(revoking(), event, silent);
    expect(isRefusal(decision) ? [] : decision.effects).toContainEqual({ kind: 'sync_later', delayMs: 700 });
  });

  it('leaves a mandate revoked that a payment used up meanwhile', () => {
    const use = { merchantId, mandateId: 'man_1', reserved: 0n, captured: 5n, revoke: true };
    const used = withUse(revoking(), use);
    expect(used.status).toBe('pending');
    expect(result(applyRevocationOutcome(used, received(declined), silent)).mandate?.status).toBe('revoked');
  });
});

describe('a due sync of a revocation', () => {
  it('is sent, and the next one is planned before its outcome', () => {
    const decision = syncRevocation(revoking(), undefined, silent);
    expect(decision).toMatchObject({
      state: { revocation: { syncCount: 1 } },
      effects: [{ kind: 'sync' }, { kind: 'sync_later', delayMs: 5_000 }],
    });
  });

  it('opens an incident once it has been asked often enough', () => {
    const asked = revoking();
    const late = { ...asked, revocation: { ...asked.revocation!, syncCount: 3 } };
    expect(result(syncRevocation(late, undefined, silent)).effects).toEqual(['sync', 'sync_later', 'incident']);
    const silence = received(unknown, { source: 'sync', unanswered: { called: true, syncInMs: 700 } });
    const days = context({ pendingReplies: [], now: later(86_400) });
    expect(result(applyRevocationOutcome(asked, silence, days)).effects).toContain('incident');
  });

  it('does nothing once the outcome is known', () => {
    expect(syncRevocation(aMandate({ status: 'revoked' }), undefined, silent)).toEqual({
      kind: 'unchanged',
      effects: [],
    });
  });
});

describe('the events of a mandate', () => {
  const webhook = { url: 'https://shop.example', paymentStatuses: null, refundStatuses: null, payoutStatuses: null };
  const used = { captured: minorUnits(5n), status: 'revoked' } as const;
  const typesOf = (before: Mandate | undefined, after: Partial<Mandate>, hasEndpoint = true): unknown[] =>
    mandateMessages(
      before,
      before ? nextVersion(before, { ...before, ...after }, later(1)) : aMandate(after),
      { webhook: hasEndpoint ? webhook : null },
      { view: () => ({}) },
    ).map(({ message, data }) =>
      message.type === 'webhook.requested' ? (data as { eventType: string }).eventType : message.type,
    );

  it.each<[Mandate | undefined, Partial<Mandate>, string[]]>([
    [undefined, {}, ['mandate.created', 'mandate_active']],
    [aMandate(), { reserved: minorUnits(5n) }, ['mandate.updated']],
    [aMandate(), { status: 'pending' }, ['mandate.updated']],
    [aMandate({ status: 'pending' }), { status: 'active' }, ['mandate.updated', 'mandate_active']],
    [aMandate(), used, ['mandate.used_up', 'mandate_revoked']],
    [aMandate(), { status: 'revoked' }, ['mandate.revoked', 'mandate_revoked']],
    [aMandate(used), { reserved: minorUnits(0n) }, ['mandate.updated']],
  ])('are one for each version, and a webhook where the status changes (%#)', (before, after, expected) =>
    expect(typesOf(before, after)).toEqual(expected),
  );

  it('are without a webhook where the profile has no endpoint', () =>
    expect(typesOf(undefined, {}, false)).toEqual(['mandate.created']));
});

it('the next version is newer than the last, whatever the clock says', () => {
  const before = aMandate({ modifiedAt: later(9) });
  expect(nextVersion(before, before, now)).toMatchObject({ version: 5, modifiedAt: new Date(later(9).getTime() + 1) });
});

it.each([
  [null, null],
  [
    { acceptance_type: 'online', accepted_at: 't', online: { ip_address: '10.0.0.1', user_agent: 'x' } },
    { acceptance_type: 'online', accepted_at: 't', online: { ip_address: '10.0.0.1', user_agent: 'x' } },
  ],
  [
    { acceptance_type: 'offline' },
    { acceptance_type: 'offline', accepted_at: null, online: { ip_address: null, user_agent: '' } },
  ],
])('the consent %j is shown as %j', (customerAcceptance, shown) =>
  expect(mandateJson(aMandate({ customerAcceptance }), undefined)['customer_acceptance']).toEqual(shown),
);
