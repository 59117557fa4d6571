import { detailsOfText, detailsPlace } from '@payorch/operations';
import { testSeals } from '@payorch/harness';
import { perform } from '@payorch/platform/resources';
import { aContext, aPayout, after, inState, noRule } from '../../test/builders';
import { cancelPayout } from '../domain/decide/cancel-payout';
import type { Effect } from '../domain/decision';
import { attemptOf, type Payout } from '../domain/payout';
import { performersWith } from './effects';
import { versionMessages } from './version-messages';

const seals = testSeals();
const performers = performersWith({ seals, gsmRule: noRule });
const sent = (payout: Payout, ...effects: readonly Effect[]) => {
  const { messages = [] } = perform(payout, effects, performers);
  return messages.map(({ message, data }) => ({ type: message.type, data: data as Record<string, unknown> }));
};
const types = (payout: Payout, ...effects: readonly Effect[]) => sent(payout, ...effects).map(({ type }) => type);

it('a step is sent to its account with what earlier steps created; its personal facts are sealed for all steps', () => {
  const payout = aPayout.fulfilling();
  const [message] = sent(payout, { kind: 'send' });
  expect(message).toMatchObject({
    type: 'connector.payout_fulfill',
    data: {
      operationId: attemptOf(payout)!.operation,
      account: { merchantConnectorId: 'mca_1', connector: 'full' },
      payoutMethodType: 'sepa',
      billingCountry: 'NL',
      recipientReference: 'made_1',
      reference: 'po_1',
    },
  });
  expect(JSON.stringify(message!.data, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
    /Ada|Winnings|Utrecht|NL46/,
  );
  const ids = { merchantId: payout.merchantId, operationId: attemptOf(payout)!.operation };
  const opened = seals.open(message!.data['sealedDetails'] as string, detailsPlace('payout_create', ids));
  expect(detailsOfText('payout_create', opened)).toMatchObject({ customer: { name: 'Ada Lovelace' } });
});

it('a route request names the first operation, and a due one is the same', () => {
  const payout = aPayout.routing();
  const [first, due] = [sent(payout, { kind: 'route' }), sent(payout, { kind: 'sync' })];
  expect(first).toMatchObject([{ type: 'route.payout_request', data: { autoFulfill: true } }]);
  const operationOf = ([one]: typeof first) => (one!.data['operation'] as { operationId: string }).operationId;
  expect(operationOf(due)).toBe(operationOf(first));
});

it('what is due before the money is sent again; afterwards it is looked up', () => {
  expect(types(inState('creating_recipient'), { kind: 'sync' })).toEqual(['connector.payout_recipient']);
  for (const state of ['creating', 'fulfilling', 'initiated', 'requires_vendor_account_creation'] as const)
    expect(types(inState(state), { kind: 'sync' })).toEqual(['connector.payout_sync']);
});

it('a cancellation has an operation of its own, which is looked up by the payout’s reference', () => {
  const payout = aPayout.initiated();
  const asking = after(cancelPayout(payout, {}, aContext()), payout);
  const [cancel, sync] = sent(asking, { kind: 'cancel' }, { kind: 'sync' });
  expect(cancel).toMatchObject({ type: 'connector.payout_cancel', data: { reference: 'po_1' } });
  expect(cancel!.data['operationId']).not.toBe(attemptOf(asking)!.operation);
  expect(sync).toMatchObject({
    type: 'connector.payout_sync',
    data: { flow: 'payout_cancel', reference: 'po_1', operationId: cancel!.data['operationId'] },
  });
});

describe('the messages of a version', () => {
  const messages = (before: Payout | undefined, to: Payout, hasEndpoint = true) =>
    versionMessages(before, to, { gsmRule: noRule, hasEndpoint }).map(({ message, data }) =>
      message.type === 'webhook.requested' ? (data as { eventType: string }).eventType : message.type,
    );

  it.each([
    ['success', 'payout.succeeded', 'payout_success'],
    ['failed', 'payout.failed', 'payout_failed'],
    ['cancelled', 'payout.cancelled', 'payout_cancelled'],
    ['initiated', 'payout.initiated', 'payout_initiated'],
    ['expired', 'payout.expired', 'payout_expired'],
    ['reversed', 'payout.reversed', 'payout_reversed'],
  ] as const)('%s has an event and a webhook', (state, event, webhook) => {
    const before = aPayout.fulfilling();
    expect(messages(before, inState(state))).toEqual([event, webhook]);
    expect(messages(before, inState(state), false)).toEqual([event]);
    expect(messages(inState(state), inState(state))).toEqual(['payout.updated']);
  });

  it('every other version has an event alone', () => {
    expect(messages(undefined, inState('requires_confirmation'))).toEqual(['payout.created']);
    expect(messages(aPayout.routing(), inState('ineligible'))).toEqual(['payout.ineligible']);
    expect(messages(aPayout.creating(), aPayout.fulfilling())).toEqual(['payout.updated']);
  });
});
