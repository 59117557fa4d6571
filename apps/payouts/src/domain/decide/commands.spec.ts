import { isRefusal, type Refusal, type RoutingSettings } from '@payorch/contracts';
import type { PayoutAttemptId, PayoutId } from '@payorch/kernel';
import {
  aContext,
  aCreate,
  aDestination,
  after,
  aPayout,
  aPendingReply,
  error,
  fulfill,
  inState,
  instant,
  kindsOf,
  merchantId,
  outcomes,
  payoutId,
  receive,
  routedTo,
  someFields,
  storedStates,
} from '../../../test/builders';
import type { Decision } from '../decision';
import { attemptOf, errorOf, type Payout } from '../payout';
import type { PayoutState } from '../payout.machine';
import { statusOf } from '../payout.status';
import { cancelPayout } from './cancel-payout';
import { confirmPayout } from './confirm-payout';
import { createPayout } from './create-payout';
import { declarePayout } from './declare-payout';
import { redactPayout } from './redact-payout';
import { checkPayout, payoutDue, syncPayout } from './sync-payout';
import { updatePayout } from './update-payout';

const merchant = { kind: 'merchant' } as const;
const about = { merchantId, payoutId };
const nothing = { changes: {}, destination: null, payoutMethodId: null } as const;
const waiting = aContext({ pendingReplies: [aPendingReply()] });
const codeOf = (decision: Decision): string | undefined => (isRefusal(decision) ? decision.code : undefined);
const detailsOf = (decision: Decision): unknown => (decision as Refusal).details;
const confirm = (payout: Payout | undefined, changes = {}, context = waiting): Decision =>
  confirmPayout(payout, { ...about, ...nothing, caller: merchant, ...changes }, context);
const cancel = (payout: Payout | undefined, context = waiting): Decision => cancelPayout(payout, about, context);
const update = (payout: Payout | undefined, changes = {}): Decision =>
  updatePayout(payout, { ...about, ...nothing, confirm: false, ...changes }, waiting);

/** By the state: what section 7 of the interface's states allows. */
const statesWith = (...statuses: readonly string[]): PayoutState[] =>
  storedStates.filter((state) => statuses.includes(statusOf({ state })));

describe('a creation', () => {
  it.each([
    ['without a destination', { destination: null, confirm: false }, 'requires_payout_method_data'],
    ['with a destination', { confirm: false }, 'requires_confirmation'],
    ['that confirms', { confirm: true }, 'routing'],
  ] as const)('%s waits, or begins', (_, changes, state) => {
    const decision = createPayout(undefined, aCreate(changes), waiting);
    expect(after(decision).state).toBe(state);
    expect(kindsOf(decision)).toEqual(state === 'routing' ? ['route', 'sync_later'] : ['reply']);
  });

  it('of an id that exists is refused', () => {
    const decision = createPayout(aPayout.success(), aCreate(), waiting);
    expect([codeOf(decision), detailsOf(decision)]).toEqual(['payout_exists', { id: payoutId }]);
  });

  it('keeps its caller until the steps stop, and begins attempt 1', () => {
    const payout = after(createPayout(undefined, aCreate(), waiting));
    expect(payout.pendingReplies).toEqual([aPendingReply()]);
    expect(attemptOf(payout)).toMatchObject({ id: `${payoutId}_1`, number: 1, account: null, step: null });
  });

  it('that confirms without a type is refused', () => {
    const decision = createPayout(undefined, aCreate({ fields: someFields({ payoutType: null }) }), waiting);
    expect([codeOf(decision), detailsOf(decision)]).toEqual(['missing_param', { field: 'payout_type' }]);
  });

  it('that confirms without a destination waits for one', () => {
    const payout = after(createPayout(undefined, aCreate({ destination: null }), waiting));
    expect(payout.state).toBe('requires_payout_method_data');
  });

  it('that confirms a destination of another type is refused', () =>
    expect(codeOf(createPayout(undefined, aCreate({ fields: someFields({ payoutType: 'card' }) }), waiting))).toBe(
      'invalid_request',
    ));

  it('is routed by the facts that the algorithm in force compares', () => {
    const program = {
      defaultSelection: { type: 'priority', data: [] },
      rules: [
        {
          name: 'large',
          connectorSelection: { type: 'priority', data: [] },
          statements: [
            {
              condition: [
                { lhs: 'amount', comparison: 'greater_than', value: { type: 'number', value: 100 }, metadata: {} },
                {
                  lhs: 'payment_method',
                  comparison: 'equal',
                  value: { type: 'enum_variant', value: 'bank_transfer' },
                  metadata: {},
                },
              ],
            },
          ],
        },
      ],
      metadata: {},
    };
    const routing = () =>
      ({ accountVersion: 7, payout: { active: { kind: 'advanced', data: program } } }) as unknown as RoutingSettings;
    const payout = after(createPayout(undefined, aCreate(), aContext({ routing })));
    expect(attemptOf(payout)).toMatchObject({
      routingVersion: 7,
      routingFacts: { values: { amount: 6540, payment_method: 'bank_transfer' } },
    });
  });
});

describe('a confirmation', () => {
  it('of a payout that waits for it begins; of one whose steps run, it changes nothing', () => {
    expect(after(confirm(inState('requires_confirmation'))).state).toBe('routing');
    for (const state of statesWith('requires_creation', 'initiated')) {
      const decision = confirm(inState(state));
      expect([isRefusal(decision) ? '' : decision.kind, kindsOf(decision)]).toEqual(['unchanged', ['reply']]);
    }
  });

  it('brings the destination and the type that a payout lacks', () => {
    const bare = after(
      createPayout(
        undefined,
        aCreate({ destination: null, confirm: false, fields: someFields({ payoutType: null }) }),
        aContext(),
      ),
    );
    const decision = confirm(bare, { changes: { payoutType: 'bank' }, destination: aDestination() });
    expect(after(decision, bare)).toMatchObject({ state: 'routing', destination: aDestination() });
  });

  it.each(
    statesWith(
      ...['cancelled', 'success', 'failed', 'pending', 'ineligible', 'requires_fulfillment'],
      ...['requires_vendor_account_creation', 'expired', 'reversed'],
    ).map((state) => [state]),
  )('of a payout in %s is refused', (state) => {
    const decision = confirm(inState(state));
    const message = `You cannot confirm this payout because it has status ${statusOf({ state })}`;
    expect([codeOf(decision), detailsOf(decision)]).toEqual(['precondition_failed', { message }]);
  });

  it('of a client needs the secret, and changes no more than where the money goes', () => {
    const payout = inState('requires_confirmation');
    const client = (clientSecret: string) => ({ caller: { kind: 'client', clientSecret } });
    expect(codeOf(confirm(payout, client('another')))).toBe('client_secret_invalid');
    const changed = confirm(payout, { ...client(payout.clientSecret), changes: { autoFulfill: false } });
    expect(detailsOf(changed)).toEqual({ field: 'auto_fulfill' });
    expect(after(confirm(payout, client(payout.clientSecret)), payout).state).toBe('routing');
  });
});

describe('an update', () => {
  it('changes everything before the confirmation, and merges what it names of the customer', () => {
    const payout = inState('requires_confirmation');
    const customer = { name: null, email: 'new@example.com', phone: null, phoneCountryCode: null };
    const updated = after(update(payout, { changes: { autoFulfill: false, customer } }), payout);
    expect(updated.fields).toMatchObject({
      autoFulfill: false,
      customer: { name: 'Ada Lovelace', email: 'new@example.com' },
    });
  });

  it.each(statesWith('requires_creation', 'requires_vendor_account_creation', 'initiated').map((state) => [state]))(
    'in %s changes what no processor gets, and nothing else',
    (state) => {
      const payout = inState(state);
      const updated = after(update(payout, { changes: { metadata: { season: 'autumn' } } }), payout);
      expect(updated.fields.metadata).toEqual({ season: 'autumn' });
      const message = `Payout ${payoutId} cannot be updated for status ${statusOf({ state })}`;
      expect(detailsOf(update(payout, { changes: { autoFulfill: false } }))).toEqual({ message });
      expect(detailsOf(update(payout, { destination: aDestination({ fingerprint: 'f2' }) }))).toEqual({ message });
    },
  );

  it.each(
    statesWith(
      ...['success', 'failed', 'cancelled', 'expired', 'reversed', 'pending', 'ineligible', 'requires_fulfillment'],
    ).map((state) => [state]),
  )('in %s is refused', (state) => {
    const message = `Payout ${payoutId} cannot be updated for status ${statusOf({ state })}`;
    const decision = update(inState(state), { changes: { metadata: null } });
    expect([codeOf(decision), detailsOf(decision)]).toEqual(['invalid_request', { message }]);
  });

  it('of the amount alone keeps the currency', () => {
    const payout = inState('requires_confirmation');
    const updated = after(update(payout, { changes: { amount: 100n } }), payout);
    expect(updated.fields).toMatchObject({ money: { amount: 100n, currency: 'EUR' } });
  });

  it('that confirms begins the steps', () => {
    const payout = inState('requires_payout_method_data');
    const decision = update(payout, { destination: aDestination(), confirm: true });
    expect(after(decision, payout).state).toBe('routing');
  });
});

describe('a cancellation', () => {
  const atOnce: readonly PayoutState[] = [
    ...(['requires_payout_method_data', 'requires_confirmation', 'checking_eligibility'] as const),
    ...(['creating_recipient', 'creating_recipient_account', 'requires_vendor_account_creation'] as const),
  ];

  it.each(atOnce.map((state) => [state]))('in %s is ours alone', (state) => {
    const payout = inState(state);
    const decision = cancel(payout);
    const cancelled = after(decision, payout);
    expect([cancelled.state, errorOf(cancelled)?.message]).toEqual(['cancelled', 'Cancelled by user']);
    expect(kindsOf(decision)).toContain('reply');
  });

  it('of a payout that waits for the fulfilment at a connector without other steps is ours alone', () => {
    const fields = someFields({ autoFulfill: false });
    const routed = after(createPayout(undefined, aCreate({ fields }), aContext()));
    const prepared = after(
      receive(routed, outcomes.payout_created, routedTo('payout_create', [], { ...instant, connector: 'stubborn' })),
      routed,
    );
    expect(detailsOf(cancel(prepared))).toEqual({ flow: 'Cancel payout', connector: 'stubborn' });
    expect(after(cancel(inState('checking_eligibility'))).state).toBe('cancelled');
  });

  it.each([
    ['requires_fulfillment', 'cancelling_created'],
    ['creation_pending', 'cancelling_creation'],
    ['fulfillment_pending', 'cancelling_fulfillment'],
    ['initiated', 'cancelling_initiated'],
  ] as const)('in %s is the processor’s, and refused it leaves the payout as it was', (state, asked) => {
    const payout = inState(state);
    const decision = cancel(payout);
    const asking = after(decision, payout);
    expect([asking.state, kindsOf(decision)]).toEqual([asked, ['cancel', 'sync_later']]);
    const refused = receive(asking, outcomes.declined);
    expect(after(refused, asking)).toMatchObject({ state, pendingReplies: [] });
    expect([errorOf(after(refused, asking)), kindsOf(refused)]).toEqual([error, expect.arrayContaining(['reply'])]);
    expect(after(receive(asking, outcomes.voided), asking).state).toBe('cancelled');
    const attempt = attemptOf(asking)!;
    const ofFulfilment = { operationId: attempt.operation, flow: 'payout_fulfill' } as const;
    expect(after(receive(asking, outcomes.paid, ofFulfilment), asking).state).toBe('success');
    expect(after(receive(asking, outcomes.declined, ofFulfilment), asking).state).toBe('failed');
    expect(after(receive(asking, outcomes.unknown), asking).state).toBe(asked);
  });

  it.each(
    storedStates
      .filter((state) => !atOnce.includes(state) && !['requires_fulfillment', 'initiated'].includes(state))
      .filter((state) => !state.endsWith('_pending'))
      .map((state) => [state]),
  )('in %s is refused', (state) => {
    const message = `Payout PayoutId("${payoutId}") cannot be cancelled for status ${statusOf({ state })}`;
    const decision = cancel(inState(state));
    expect([codeOf(decision), detailsOf(decision)]).toEqual(['invalid_request', { message }]);
  });

  it('of a payout whose processor never returned a reference is refused', () => {
    const creating = aPayout.creating();
    const unknown = after(receive(creating, outcomes.unknown), creating);
    expect([unknown.state, codeOf(cancel(unknown))]).toEqual(['creation_pending', 'invalid_request']);
  });
});

describe('a fulfilment', () => {
  it('is sent once: fifty at once pay once', () => {
    let payout = aPayout.requires_fulfillment();
    const decisions = Array.from({ length: 50 }, () => {
      const decision = fulfill(payout, waiting);
      if (!isRefusal(decision) && decision.kind === 'decided') payout = after(decision, payout);
      return decision;
    });
    expect(decisions.filter((decision) => kindsOf(decision).includes('send'))).toHaveLength(1);
    const message = `Payout PayoutId("${payoutId}") cannot be fulfilled for status pending`;
    expect(decisions.slice(1).map(detailsOf)).toEqual(Array.from({ length: 49 }, () => ({ message })));
  });

  it.each(storedStates.filter((state) => state !== 'requires_fulfillment').map((state) => [state]))(
    'in %s is refused',
    (state) => expect(codeOf(fulfill(inState(state)))).toBe('invalid_request'),
  );
});

describe('a sync', () => {
  const sync = (payout: Payout): Decision =>
    syncPayout(payout, { ...about, caller: merchant, expandAttempts: false }, waiting);

  it.each(statesWith('pending', 'initiated', 'requires_vendor_account_creation').map((state) => [state]))(
    'of a payout in %s asks the processor, and its caller waits',
    (state) => expect(kindsOf(sync(inState(state)))).toEqual(['sync']),
  );

  it.each(
    statesWith('success', 'failed', 'requires_fulfillment', 'requires_creation', 'requires_confirmation').map((one) => [
      one,
    ]),
  )('of a payout in %s is answered at once', (state) => expect(kindsOf(sync(inState(state)))).toEqual(['reply']));

  it('that is due repeats for ever; a person is needed only where silence is unusual', () => {
    const incidentsAfter = (state: PayoutState): readonly string[] => {
      let payout = inState(state);
      for (let round = 0; round < 20; round++) {
        const decision = payoutDue(payout, {}, aContext());
        expect(kindsOf(decision)).toEqual(['sync', 'sync_later']);
        payout = after(decision, payout);
      }
      return payout.incidents;
    };
    expect(incidentsAfter('fulfilling')).toEqual(['still_unknown']);
    expect(incidentsAfter('routing')).toEqual(['still_unknown']);
    expect(incidentsAfter('initiated')).toEqual([]);
    expect(incidentsAfter('requires_vendor_account_creation')).toEqual([]);
    expect(kindsOf(payoutDue(inState('success'), {}, aContext()))).toEqual([]);
  });

  it('or another command about an unknown payout is refused', () => {
    const all = [
      syncPayout(undefined, { ...about, caller: merchant, expandAttempts: false }, waiting),
      checkPayout(undefined, { ...about, caller: merchant }, waiting),
      ...[
        confirm(undefined),
        update(undefined),
        cancel(undefined),
        redactPayout(undefined, { ...about, isLast: false }, waiting),
      ],
    ];
    expect(new Set(all.map(codeOf))).toEqual(new Set(['payout_not_found']));
  });
});

describe('a declaration', () => {
  const declare = (payout: Payout, changes: object): Decision =>
    declarePayout(
      payout,
      {
        ...about,
        payoutAttemptId: attemptOf(payout)!.id,
        status: null,
        errorCode: null,
        errorMessage: null,
        connectorPayoutId: null,
        ...changes,
      },
      waiting,
    );

  it.each(['success', 'failed', 'cancelled', 'expired', 'reversed'] as const)('ends an open payout as %s', (status) => {
    const payout = aPayout.fulfilling();
    const decision = declare(payout, { status, errorCode: 'by_hand' });
    expect(statusOf(after(decision, payout))).toBe(status);
    expect(kindsOf(decision)).toEqual(['cancel_sync', 'acknowledge']);
  });

  it('of a payout on its way is looked up, and keeps the processor’s id', () => {
    const payout = aPayout.fulfilling();
    const declared = after(declare(payout, { status: 'initiated', connectorPayoutId: 'po_9' }), payout);
    expect([declared.state, attemptOf(declared)?.reference]).toEqual(['initiated', 'po_9']);
  });

  it('leaves a success by a reversal alone, and names the present attempt', () => {
    expect(codeOf(declare(aPayout.success(), { status: 'failed' }))).toBe('invalid_request');
    expect(statusOf(after(declare(aPayout.success(), { status: 'reversed' })))).toBe('reversed');
    const other = `${'x'.repeat(30)}_1` as PayoutAttemptId;
    expect(codeOf(declare(aPayout.fulfilling(), { payoutAttemptId: other }))).toBe('payout_not_found');
  });

  it('without anything new changes nothing', () =>
    expect(kindsOf(declare(aPayout.success(), { status: 'success' }))).toEqual(['acknowledge']));
});

describe('a redaction', () => {
  const texts = (payout: Payout): string =>
    JSON.stringify([payout.fields.customer, payout.fields.billing, payout.destination]);

  it('erases who receives a payout and where, once nothing more is sent', () => {
    const ended = aPayout.success();
    expect(texts(after(redactPayout(ended, { ...about, isLast: false }, waiting), ended))).not.toMatch(
      /Ada|Utrecht|NL46/,
    );
    const open = aPayout.fulfilling();
    const marked = after(redactPayout(open, { ...about, isLast: false }, waiting), open);
    expect(texts(marked)).toMatch(/Ada/);
    expect(texts(after(receive(marked, outcomes.paid), marked))).not.toMatch(/Ada|Utrecht|NL46/);
  });

  it('that is the last leaves a payout under way its destination alone, and changes nothing again', () => {
    const open = aPayout.fulfilling();
    const last = { ...about, isLast: true };
    const erased = after(redactPayout(open, last, waiting), open);
    expect([texts(erased).match(/Ada|Utrecht/), erased.destination]).toEqual([null, open.destination]);
    expect(kindsOf(redactPayout(erased, last, waiting))).toEqual(['redact_webhooks', 'acknowledge']);
    expect(after(receive(erased, outcomes.paid), erased).destination).toBeNull();
  });

  it('of a payout that waits for its confirmation leaves one without a destination', () => {
    const payout = inState('requires_confirmation');
    expect(after(redactPayout(payout, { ...about, isLast: false }, waiting), payout).state).toBe(
      'requires_payout_method_data',
    );
  });
});

it('ids of payouts have exactly 30 characters', () => expect(payoutId satisfies PayoutId).toHaveLength(30));
