import type { DataOf, RouteCandidate, routeNone, StraightThrough } from '@payorch/contracts';
import { errorBody } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import {
  aContext,
  aPayment,
  effectsOf,
  firstAccount,
  later,
  merchantId,
  paymentId,
  paymentOf,
  profileId,
  secondAccount,
  type ContextChanges,
} from '../../../../test/builders';
import { pendingReplyNamed } from '../../../../test/replies';
import { activeWith, aProgram } from '../../../../test/routing';
import type { Effect } from '../decision';
import { activeAttempt } from '../payment';
import { noRoute } from './no-route';

type RouteNone = DataOf<typeof routeNone>;

const ofMerchant = pendingReplyNamed('merchant');
const ofClient = pendingReplyNamed('client', { caller: 'client' });
const ofReturn = { ...pendingReplyNamed('return'), view: { kind: 'return' } as const };
const candidates: RouteCandidate[] = [
  { ...firstAccount, merchantConnectorId: 'mca_1.crd_1' as MerchantConnectorId, filter: 'currency' },
  { ...secondAccount, filter: 'disabled', health: 'no_worker' },
];

interface Given extends Partial<RouteNone> {
  readonly straightThrough?: StraightThrough;
}

function refusedAfter({ straightThrough, ...changes }: Given, context: ContextChanges = {}) {
  const pendingReplies = [ofMerchant, ofClient, ofReturn];
  const payment = { ...aPayment.authorizing(straightThrough ? { straightThrough } : {}), pendingReplies };
  const attempt = activeAttempt(payment);
  const { operation: operationId } = attempt.facts as { operation: RouteNone['operationId'] };
  const event = { merchantId, paymentId, profileId, attemptId: attempt.id, operationId, connector: null };
  const decision = noRoute(
    payment,
    { ...event, reason: 'no_account', candidates, ...changes },
    aContext({ now: later(1), ...context }),
  );
  const shownTo = ({ replyCorrelationId: id }: { readonly replyCorrelationId: string }) => {
    const refusals = effectsOf(decision).filter(
      (effect): effect is Extract<Effect, { kind: 'refuse' }> => effect.kind === 'refuse',
    );
    const own = refusals.find((effect) => effect.pendingReplies.some((one) => one.replyCorrelationId === id));
    return own && errorBody(own.refusal);
  };
  return { merchant: shownTo(ofMerchant), client: shownTo(ofClient), returning: shownTo(ofReturn) };
}

it('the merchant learns which filter left out each account, and a browser gets the bare sentence', () => {
  const { merchant, client, returning } = refusedAfter({});
  const error = {
    type: 'invalid_request',
    code: 'IR_39',
    message: 'No eligible connector was found for the current payment method configuration',
  };
  expect(client).toEqual({ status: 400, body: { error } });
  expect(returning).toEqual(client);
  expect(merchant).toEqual({
    status: 400,
    body: {
      error: {
        ...error,
        fields: [
          { field: 'mca_1', message: 'currency: the account does not take this currency (stripe_test)' },
          { field: 'mca_2', message: 'disabled: the account is disabled (adyen_test)' },
        ],
      },
    },
  });
});

it.each<[string, Given, readonly string[] | undefined]>([
  ['names no account', { candidates: [] }, undefined],
  ['is of an older routing', { candidates: undefined }, undefined],
  ['is about a disabled account', { reason: 'account_disabled', connector: 'adyen_test' }, undefined],
  ['is about a capture method', { reason: 'capture_method', connector: 'adyen_test' }, undefined],
  ['is about an account that is found after all', { reason: 'unknown_account' }, ['mca_1', 'mca_2']],
])('a refusal that %s lists the accounts as the table says', (_, given, fields) => {
  const { merchant, client } = refusedAfter(given);
  expect(merchant?.body.error.fields?.map(({ field }) => field)).toEqual(fields);
  expect(client?.body.error).not.toHaveProperty('fields');
});

describe('a request that names an account which the profile does not have', () => {
  const accounts = [
    { connector: 'adyen_test', merchantConnectorId: 'mca_2' },
    { connector: 'adyen_test', merchantConnectorId: 'mca_9' },
  ];
  const given: Given = {
    reason: 'unknown_account',
    connector: 'adyen_test',
    candidates: [],
    straightThrough: { kind: 'accounts', algorithm: 'priority', accounts },
  };
  const known = (owner: string): ContextChanges => ({
    account: (id) =>
      id === secondAccount.merchantConnectorId ? { ...secondAccount, profileId: owner as typeof profileId } : undefined,
  });

  it.each([
    ['unknown', profileId, 'mca_9'],
    ["another profile's", 'pro_2', 'mca_2'],
  ])('is refused with the id of the %s account', (_, owner, id) =>
    expect(refusedAfter(given, known(owner)).merchant).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'IR_16',
          message: `connector with name 'adyen_test' and merchant connector account id '${id}' not found for the given profile`,
        },
      },
    }),
  );

  it('is refused without the id where a browser confirms', () =>
    expect(refusedAfter(given, known(profileId)).client?.body.error).toMatchObject({ code: 'IR_39' }));
});

it('an attempt that found no route is routed anew by what is set then', () => {
  const routing = activeWith('advanced', aProgram);
  const payment = aPayment.authorizing({}, { routing });
  const attempt = activeAttempt(payment);
  expect(attempt).toMatchObject({ routingVersion: 7, routingFacts: { values: { currency: 'EUR' } } });
  const { operation: operationId } = attempt.facts as { operation: RouteNone['operationId'] };
  const back = noRoute(
    payment,
    { merchantId, paymentId, profileId, attemptId: attempt.id, operationId, connector: null, reason: 'no_account' },
    aContext({ now: later(1) }),
  );
  const unrouted = activeAttempt(paymentOf(back));
  expect(unrouted.state).toBe('confirmation_awaited');
  expect(unrouted).not.toHaveProperty('routingVersion');
  expect(unrouted).not.toHaveProperty('routingFacts');
});
