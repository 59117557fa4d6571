import type { ConnectorAccountSettings, connectorRelayOutcome, DataOf, Outcome, relayCreate } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type { CardReference, MerchantConnectorId, OperationId, ProfileId, RelayId } from '@payorch/kernel';
import { minorUnits, money } from '@payorch/kernel';
import { nextVersion } from '@payorch/platform/resources';
import { firstAccount, later, merchantId, now, profileId } from '../../../../test/fixtures';
import type { DecideContext, Decision } from '../decision';
import { relayToRow } from '../../persistence/relay.mapper';
import { relayView } from '../../queries/relay.view';
import { statusOf, syncedOf, type Relay } from '../relay';
import { applyRelayOutcome } from './apply-outcome';
import { createRelay } from './create-relay';
import { checkRelay, relaySyncDue, syncRelay } from './sync-relay';

const operation = 'op_1' as OperationId;
const caller = { topic: 'gateway.replies.1', correlationId: 'c1' };
const usd = (amount: bigint) => money(amount, 'USD');

const account = (changes: Partial<ConnectorAccountSettings> = {}): ConnectorAccountSettings => ({
  merchantId,
  profileId,
  accountVersion: 1,
  updatedAt: now.toISOString(),
  ...firstAccount,
  connectorType: 'payment_processor',
  connectorLabel: 'first',
  disabled: false,
  paymentMethodsEnabled: null,
  sealedCredentials: '',
  sealedWebhookSecrets: null,
  metadata: null,
  createdAt: now.toISOString(),
  deleted: false,
  ...changes,
});
const context = (changes: Partial<DecideContext> = {}): DecideContext => ({
  now,
  partition: 3,
  pendingReplies: [caller],
  newOperationId: () => operation,
  accountOf: (id) => (id === firstAccount.merchantConnectorId ? account() : undefined),
  rules: { syncAfterMs: [2_000, 5_000], syncsBeforeIncident: 4, beginWithinMs: 300_000 },
  ...changes,
});
const silent = context({ pendingReplies: [] });

type Command = DataOf<typeof relayCreate>;
const refund = { type: 'refund', money: usd(500n), reason: null } as const;
const capture = { type: 'capture', money: usd(500n), authorized: usd(900n), captureMethod: null } as const;
const increment = { type: 'incremental_authorization', money: usd(900n), additional: minorUnits(200n) } as const;
const cancel = { type: 'void', amount: minorUnits(500n), currency: null, reason: null } as const;
const unreferenced = {
  ...({ type: 'unreferenced_refund', money: usd(500n), customerId: 'cus_1' } as const),
  recipient: { maskedNumber: '424242******4242', expiryMonth: '10', expiryYear: '2035' },
  sealedRecipient: { reference: 'data_1' as CardReference, sealed: 'a.seal.for.the.workers' },
} as const;
const command = (changes: Partial<Command> = {}): Command => ({
  merchantId,
  relayId: 'relay_1' as RelayId,
  profileId,
  reference: 'pi_1',
  operation: refund,
  merchantConnectorId: firstAccount.merchantConnectorId,
  ...changes,
});

/** The relay after a decision, and the kinds of its effects. */
function result(decision: Decision, before?: Relay) {
  if (isRefusal(decision)) throw new Error(`refused: ${decision.code}`);
  const relay = decision.kind === 'decided' ? nextVersion(before, decision.state, now) : undefined;
  return { relay, effects: decision.effects.map(({ kind }) => kind) };
}
const aRelay = (requested: Command['operation'] = refund, changes: Partial<Relay> = {}): Relay => ({
  ...result(createRelay(undefined, command({ operation: requested }), context())).relay!,
  ...changes,
});

const error = { code: 'charge_already_refunded', message: 'Refused', reason: 'It was refunded before' };
const outcomes = {
  refunded: { kind: 'refunded', reference: 're_1', money: usd(500n) },
  captured: { kind: 'captured', reference: 'pi_1', money: usd(500n) },
  authorized: { kind: 'authorized', reference: 'pi_1', money: usd(900n) },
  voided: { kind: 'voided', reference: 'pi_1' },
  accepted: { kind: 'accepted', reference: 're_1' },
  unknown: { kind: 'unknown', reference: null, error },
  declined: { kind: 'declined', reference: null, error, retry: 'never' },
  absent: { kind: 'absent' },
} as const satisfies Record<string, Outcome>;
type Event = DataOf<typeof connectorRelayOutcome>;
const received = (outcome: Outcome, changes: Partial<Event> = {}): Event => ({
  merchantId,
  profileId,
  relayId: 'relay_1' as RelayId,
  operationId: operation,
  account: firstAccount,
  source: 'call',
  outcome,
  sentAt: now.toISOString(),
  ...changes,
});

describe('a requested relay', () => {
  it('is sent once, and its caller waits', () => {
    const { relay, effects } = result(createRelay(undefined, command(), context()));
    expect(relay).toMatchObject({
      version: 1,
      state: 'pending',
      operation,
      partition: 3,
      account: firstAccount,
      reference: 'pi_1',
      pendingReplies: [caller],
    });
    expect(effects).toEqual(['send', 'sync_later']);
  });

  it('without a charge is sent with its sealed card, which the relay does not have', () => {
    const decision = createRelay(undefined, command({ operation: unreferenced }), context());
    const { relay } = result(decision);
    expect(decision).toMatchObject({ effects: [{ kind: 'send', operation: unreferenced }, { kind: 'sync_later' }] });
    const { sealedRecipient: _, ...shown } = unreferenced;
    expect(relay!.requested).toEqual(shown);
    expect(syncedOf(relay!)).toEqual({ type: 'unreferenced_refund', money: usd(500n) });
    const row = JSON.stringify(relayToRow(relay!));
    expect(row).not.toContain('a.seal.for.the.workers');
    const view = JSON.parse(String(relayView(relay!)));
    expect(view).toMatchObject({ status: 'pending', connector_resource_id: 'pi_1', type: 'unreferenced_refund' });
    expect(view.data).toEqual({
      unreferenced_refund: {
        amount: 500,
        currency: 'USD',
        customer_id: 'cus_1',
        recipient_payment_method_data: {
          card: {
            card_number: '424242******4242',
            card_holder_name: null,
            card_exp_month: '10',
            card_exp_year: '2035',
          },
        },
      },
    });
  });

  it('that exists is not sent again', () => {
    expect(result(createRelay(aRelay(), command(), context()))).toEqual({ relay: undefined, effects: ['reply'] });
  });

  it.each<[string, ConnectorAccountSettings | undefined, string]>([
    ['an unknown account', undefined, 'connector_account_not_found'],
    ['an account of another profile', account({ profileId: 'pro_2' as ProfileId }), 'connector_account_not_found'],
    ['an account for payouts', account({ connectorType: 'payout_processor' }), 'connector_account_not_found'],
    ['a disabled account', account({ disabled: true }), 'connector_account_disabled'],
  ])('at %s is refused', (_, found, code) => {
    const decision = createRelay(undefined, command(), context({ accountOf: () => found }));
    expect(decision).toMatchObject({ kind: 'refused', code });
  });

  it('names its account by the id alone', () => {
    const asked: string[] = [];
    const accountOf = (id: string) => void asked.push(id);
    createRelay(undefined, command({ merchantConnectorId: 'mca_9' as MerchantConnectorId }), context({ accountOf }));
    expect(asked).toEqual(['mca_9']);
  });
});

describe('an outcome', () => {
  it.each<[string, Command['operation'], Outcome]>([
    ['a refund', refund, outcomes.refunded],
    ['a capture', capture, outcomes.captured],
    ['an increment', increment, outcomes.authorized],
    ['a void', cancel, outcomes.voided],
    ['a refund without a charge', unreferenced, outcomes.refunded],
  ])('ends %s with a success', (_, requested, outcome) => {
    const before = aRelay(requested);
    const { relay, effects } = result(applyRelayOutcome(before, received(outcome), silent), before);
    expect(relay).toMatchObject({ version: 2, state: 'success', error: null, pendingReplies: [] });
    expect(effects).toEqual(['cancel_sync', 'reply']);
  });

  it.each<[string, Outcome, string]>([
    ['a decline', outcomes.declined, 'charge_already_refunded'],
    ['an absence', outcomes.absent, 'No error code'],
  ])('%s fails the relay with its error', (_, outcome, code) => {
    const { relay } = result(applyRelayOutcome(aRelay(), received(outcome), silent));
    expect(relay).toMatchObject({ state: 'failure', error: { code } });
  });

  it.each<[string, Outcome]>([
    ['unknown', outcomes.unknown],
    ['accepted', outcomes.accepted],
  ])('that is %s leaves the relay pending, and syncs follow', (_, outcome) => {
    const { relay, effects } = result(applyRelayOutcome(aRelay(), received(outcome), silent));
    expect([relay!.state, relay!.error, effects]).toEqual(['pending', null, ['sync_later', 'reply']]);
  });

  it.each<[string, Command['operation'], Outcome, string]>([
    ['a refund', refund, { ...outcomes.refunded, money: usd(600n) }, 'amount'],
    ['a capture', capture, { ...outcomes.captured, money: usd(400n) }, 'amount'],
    ['an increment', increment, { kind: 'mismatched', reference: 'pi_1', money: money(900n, 'EUR') }, 'currency'],
  ])('with another amount of %s needs a person', (_, requested, outcome, field) => {
    const { relay } = result(applyRelayOutcome(aRelay(requested), received(outcome), silent));
    expect(relay).toMatchObject({
      state: 'review',
      incidents: ['amounts_differ'],
      error: { code: 'IE', message: `Integrity Check Failed! as data mismatched for fields ${field}` },
    });
    expect(statusOf(relay!)).toBe('pending');
  });

  it('with another amount that only a webhook reports is proved by a sync first', () => {
    const event = received({ ...outcomes.refunded, money: usd(600n) }, { source: 'webhook' });
    const { relay, effects } = result(applyRelayOutcome(aRelay(), event, silent));
    expect([relay!.state, effects]).toEqual(['pending', ['sync']]);
  });

  it('of another operation, and one that comes again, change nothing', () => {
    const event = received(outcomes.refunded, { operationId: 'op_2' as OperationId });
    expect(applyRelayOutcome(aRelay(), event, silent)).toMatchObject({ kind: 'unchanged' });
    const done = aRelay(refund, { state: 'success', pendingReplies: [] });
    expect(applyRelayOutcome(done, received(outcomes.refunded), silent)).toMatchObject({ kind: 'unchanged' });
  });

  it.each<[string, Command['operation'], Relay['state'], Outcome, string]>([
    ['an executed operation that had failed', capture, 'failure', outcomes.captured, 'late_success'],
    ['a denied capture that had succeeded', capture, 'success', outcomes.declined, 'contradicted'],
  ])('of %s opens an incident once', (_, requested, state, outcome, incident) => {
    const before = aRelay(requested, { state, pendingReplies: [] });
    const { relay } = result(applyRelayOutcome(before, received(outcome), silent), before);
    expect([relay!.state, relay!.incidents]).toEqual([state, [incident]]);
    const again = result(applyRelayOutcome(relay, received(outcome), silent), relay);
    expect(again.relay!.incidents).toEqual([incident]);
  });
});

describe('a sync', () => {
  it('on request keeps the caller until its outcome', () => {
    const before = aRelay(refund, { pendingReplies: [] });
    const { relay, effects } = result(syncRelay(before, undefined, context()), before);
    expect([relay!.pendingReplies, effects]).toEqual([[caller], ['sync']]);
    const synced = received(outcomes.unknown, { source: 'sync' });
    expect(result(applyRelayOutcome(relay, synced, silent), relay).effects).toEqual(['reply']);
  });

  it('of a relay that ended, and a check, are answered at once', () => {
    const done = aRelay(refund, { state: 'failure' });
    for (const decide of [syncRelay, checkRelay])
      expect(result(decide(done, undefined, context()))).toEqual({ relay: undefined, effects: ['reply'] });
    for (const decide of [syncRelay, checkRelay])
      expect(decide(undefined, undefined, context())).toMatchObject({ kind: 'refused', code: 'relay_not_found' });
  });

  it('that is due plans the next one first, without end, and one of them opens an incident', () => {
    let relay = aRelay(refund, { pendingReplies: [] });
    for (let round = 0; round < 8; round++) {
      const { relay: after, effects } = result(relaySyncDue(relay, undefined, silent), relay);
      expect(effects).toEqual(['sync', 'sync_later']);
      relay = after!;
    }
    expect(relay.incidents).toEqual(['still_unknown']);
    const ended = aRelay(refund, { state: 'success' });
    expect(relaySyncDue(ended, undefined, silent)).toMatchObject({ kind: 'unchanged', effects: [] });
  });

  it('without an answer of the processor follows the worker, and counts no round', () => {
    const before = aRelay(refund, { syncCount: 1 });
    const event = received(outcomes.unknown, { source: 'sync', unanswered: { called: false, syncInMs: 700 } });
    const decision = applyRelayOutcome(before, event, silent);
    expect(decision).toMatchObject({ effects: [{ kind: 'sync_later', delayMs: 700 }, { kind: 'reply' }] });
    expect(result(decision, before).relay).toMatchObject({ state: 'pending', syncCount: 0, pendingReplies: [] });
    const muchLater = context({ pendingReplies: [], now: later(3_600) });
    expect(result(applyRelayOutcome(before, event, muchLater)).relay!.incidents).toEqual(['still_unknown']);
  });
});
