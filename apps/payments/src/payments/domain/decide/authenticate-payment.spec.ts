import type { Outcome } from '@payorch/contracts';
import { statesOf } from '@payorch/kernel';
import { stateAfter } from '@payorch/operations';
import {
  aRequestor,
  at,
  authenticate,
  authenticated,
  authenticating,
  authenticationOf,
  browserWaits,
  receiveAuthentication,
  server,
  shown,
} from '../../../../test/authentications';
import {
  aContext,
  aPayment,
  aProfile,
  create,
  effectsOf,
  kindsOf,
  later,
  merchantId,
  paymentId,
  paymentOf,
  receive,
} from '../../../../test/builders';
import { outcomes } from '../../../../test/outcomes';
import { pendingReplyNamed } from '../../../../test/replies';
import { authenticationMachine, authenticationOperation } from '../../../authentications/domain/authentication.machine';
import { authenticationAccountOf } from '../../../authentications/domain/authentication';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { statusOf } from '../payment.status';
import { pollStatusOf } from '../authentications/poll';
import { cancelPayment } from './cancel-payment';
import { customerReturned, syncOnSchedule, syncPayment } from './sync-payment';

const { begun, awaited, requested, challenged } = authenticating;
const about = { merchantId, paymentId };
const caller = { kind: 'merchant' } as const;
const due = (payment: Payment, seconds = 1_000) =>
  syncOnSchedule(payment, { attemptId: activeAttempt(payment).id }, at(seconds));
const failure = { code: 'EXTERNAL_AUTHENTICATION_FAILURE', message: 'The authentication of the customer failed' };
const success = outcomes.authenticated;
const proof = success.kind === 'authenticated' && success.proof;

describe('a confirmation that requests an authentication', () => {
  it('asks the 3DS server for the card’s range, and authorizes nothing', () => {
    const decision = create(authenticated(), true, at(0));
    expect(kindsOf(decision)).toEqual(['pre_authenticate', 'sync_later']);
    expect(effectsOf(decision)[0]).toMatchObject({
      operation: { account: { merchantConnectorId: 'mca_3ds', connector: 'threedsecureio' } },
      card: { last4: '4242', cvc: 'absent', holderName: null },
      requestorUrl: 'https://acme.example',
    });
    const payment = paymentOf(decision);
    expect([statusOf(payment), activeAttempt(payment).state]).toEqual(['processing', 'authentication_initiated']);
    expect(shown(payment)).toMatchObject({
      external_3ds_authentication_attempted: true,
      external_authentication_details: { status: 'started', authentication_flow: null },
      next_action: null,
    });
  });

  it.each<[string, object, object]>([
    [
      'no settings',
      { profile: aProfile },
      { message: 'authentication_connector_details is not available in business profile' },
    ],
    [
      'no account',
      { accountsOfProfile: () => [] },
      { message: 'No authentication_connector found for profile_id pro_1' },
    ],
    ['a disabled account', { accountsOfProfile: () => [{ ...server, disabled: true }] }, {}],
    ['an account for payments', { accountsOfProfile: () => [{ ...server, connectorType: 'payment_processor' }] }, {}],
    ['an account at another connector', { accountsOfProfile: () => [{ ...server, connector: 'stripe_test' }] }, {}],
  ])('is refused at a profile with %s', (_name, changes, details) =>
    expect(create(authenticated(), true, at(0, changes))).toMatchObject({
      kind: 'refused',
      code: 'authentication_unprocessable',
      details,
    }),
  );

  it('goes to the first connector of the profile that has an account', () => {
    const profile = { ...aProfile, authentication: { ...aRequestor, connectors: ['netcetera', 'threedsecureio'] } };
    expect(authenticationAccountOf(begun(), { profile, accountsOfProfile: () => [server] })).toEqual({
      merchantConnectorId: 'mca_3ds',
      connector: 'threedsecureio',
    });
  });

  it.each([
    ['without three_ds', { authenticationType: 'no_three_ds' as const }],
    ['without an authentication type', { authenticationType: null }],
    ['without the request', { details: { request_external_three_ds_authentication: false } }],
  ])('is an ordinary one %s', (_name, changes) =>
    expect(kindsOf(create(authenticated(changes), true, at(0)))).toEqual(['route']),
  );

  it('goes on without 3-D Secure where the operator has switched it off, also without an account', () => {
    const off = at(0, { authenticatesCustomers: false, accountsOfProfile: () => [], profile: aProfile });
    const decision = create(authenticated(), true, off);
    expect(effectsOf(decision)).toMatchObject([{ kind: 'route', operation: { threeDs: false } }]);
    expect(effectsOf(decision)[0]).not.toHaveProperty('operation.isAuthenticated');
    expect(paymentOf(decision).authenticationType).toBe('no_three_ds');
    expect(kindsOf(create(authenticated(), true, at(0, { authenticatesCustomers: true })))).toContain(
      'pre_authenticate',
    );
  });

  it('is refused for an absent customer', () =>
    expect(create(authenticated({ details: { off_session: true } }), true, at(0))).toMatchObject({
      kind: 'refused',
      code: 'not_implemented',
    }));
});

describe('the browser’s step', () => {
  it('names the fingerprint page, the addresses and the poll', () => {
    const payment = awaited();
    expect(statusOf(payment)).toBe('requires_customer_action');
    expect(shown(payment)).toMatchObject({
      next_action: {
        type: 'three_ds_invoke',
        three_ds_data: {
          three_ds_authentication_url: 'https://pay.example/payments/pay_1/3ds/authentication',
          three_ds_authorize_url:
            'https://pay.example/payments/pay_1/merchant_a/authorize/threedsecureio?redirect_token=token-of-pay_1_1',
          three_ds_method_details: {
            three_ds_method_data_submission: true,
            three_ds_method_url: 'https://acs.example/method',
            three_ds_method_key: 'threeDSMethodData',
          },
          poll_config: { poll_id: 'external_authentication_pay_1', delay_in_secs: 2, frequency: 5 },
          message_version: '2.2.0',
          three_ds_server_transaction_id: 'server_1',
        },
      },
    });
  });

  it('requests the authentication once: a repeated request waits for the same result', () => {
    const first = authenticate(awaited(), browserWaits('one'));
    expect(kindsOf(first)).toEqual(['authenticate', 'sync_later']);
    expect(effectsOf(first)[0]).toMatchObject({
      reference: 'server_1',
      version: '2.2.0',
      methodCompletion: 'Y',
      requestsChallenge: false,
      returnUrl: expect.stringContaining('/authorize/threedsecureio?redirect_token=') as string,
      cardHolderName: 'Jo',
    });
    const second = authenticate(paymentOf(first), browserWaits('two'));
    expect(kindsOf(second)).toEqual([]);
    expect(paymentOf(second).pendingReplies.map(({ correlationId }) => correlationId)).toHaveLength(2);
    const answered = receiveAuthentication(paymentOf(second), outcomes.authentication_challenged);
    expect(kindsOf(answered)).toEqual(['sync_later', 'reply']);
    expect(paymentOf(answered).pendingReplies).toEqual([]);
    expect(authenticate(paymentOf(answered), browserWaits('three'))).toMatchObject({
      kind: 'unchanged',
      effects: [{ kind: 'reply' }],
    });
    expect(shown(paymentOf(answered), { kind: 'authentication' })).toEqual({
      trans_status: 'C',
      acs_url: 'https://acs.example/challenge',
      challenge_request: 'e30',
      challenge_request_key: 'creq',
      acs_reference_number: 'acs_ref',
      acs_trans_id: 'acs_1',
      three_dsserver_trans_id: 'server_1',
      acs_signed_content: null,
      error_message: null,
      three_ds_requestor_url: 'https://acme.example',
      three_ds_requestor_app_url: null,
    });
  });

  it.each([
    ['the profile', { profile: { ...aProfile, authentication: aRequestor, force3dsChallenge: true } }, {}],
    ['the payment', {}, { force_3ds_challenge: true }],
  ])('requests a challenge where %s does', (_name, changes, details) =>
    expect(effectsOf(authenticate(awaited(authenticated({ details })), changes))[0]).toMatchObject({
      requestsChallenge: true,
    }),
  );

  it('is refused without the browser’s data, with another client secret, before the range is known, and without a request', () => {
    const withoutBrowser = awaited(authenticated({ browserInfo: { user_agent: 'Mozilla/5.0' } }));
    const foreign = { kind: 'client', clientSecret: 'pay_2_secret_x' } as const;
    expect(authenticate(withoutBrowser)).toMatchObject({ code: 'missing_param', details: { field: 'browser_info' } });
    expect(authenticate(awaited(), {}, foreign)).toMatchObject({ code: 'client_secret_invalid' });
    expect(authenticate(begun())).toMatchObject({
      code: 'authentication_unprocessable',
      details: { message: 'Pre Authentication must be completed successfully before Authentication can be performed' },
    });
    expect(authenticate(aPayment.authorizing())).toMatchObject({ code: 'precondition_failed' });
  });
});

describe('a success', () => {
  it.each<[string, () => Payment, string]>([
    ['frictionless', requested, 'frictionless'],
    ['after a challenge', challenged, 'challenge'],
  ])('%s authorizes with its proof, and without another authentication', (_name, before, flow) => {
    const decision = receiveAuthentication(before(), success);
    expect(kindsOf(decision)).toEqual(['cancel_sync', 'reply', 'route']);
    expect(effectsOf(decision).at(-1)).toMatchObject({
      operation: { threeDs: false, isAuthenticated: true, authentication: proof },
    });
    const payment = paymentOf(decision);
    expect(activeAttempt(payment).state).toBe('authorizing');
    expect(shown(payment)).toMatchObject({
      external_authentication_details: {
        status: 'success',
        authentication_flow: flow,
        electronic_commerce_indicator: '05',
        ds_transaction_id: 'ds_1',
        version: '2.2.0',
        error_code: null,
        error_message: null,
      },
    });
  });

  it('answers the browser at once, while others wait for the authorization', () => {
    const waiting = paymentOf(authenticate(awaited(), browserWaits()));
    const returning = { ...pendingReplyNamed('return'), view: { kind: 'return' as const } };
    const decision = receiveAuthentication(
      { ...waiting, pendingReplies: [...waiting.pendingReplies, returning] },
      success,
    );
    expect(effectsOf(decision)[1]).toMatchObject({ pendingReplies: [{ view: { kind: 'authentication' } }] });
    expect(paymentOf(decision).pendingReplies).toEqual([returning]);
  });

  it('that comes again, or after the payment was cancelled, authorizes nothing', () => {
    const payment = requested();
    const authorized = paymentOf(receiveAuthentication(payment, success));
    expect(receiveAuthentication(authorized, success)).toMatchObject({ kind: 'unchanged', effects: [] });
    const cancelled = paymentOf(cancelPayment(payment, { ...about, cancellationReason: null }, at(4)));
    expect(statusOf(cancelled)).toBe('cancelled');
    expect(receiveAuthentication(cancelled, success)).toMatchObject({ kind: 'unchanged', effects: [] });
  });

  it('of another operation authorizes nothing', () =>
    expect(
      receiveAuthentication(requested(), success, { operationId: authenticationOf(awaited()).operation }),
    ).toMatchObject({ kind: 'unchanged' }));

  it('goes with the payment to the next account where the first one sent nothing, but not after a decline', () => {
    const profile = { ...aProfile, authentication: aRequestor, autoRetries: true, maxAutoRetries: 3 };
    const authorizing = paymentOf(receiveAuthentication(requested(), success));
    const fallbacks = [{ merchantConnectorId: 'mca_2', connector: 'adyen_test' }] as never;
    const notSent: Outcome = {
      kind: 'not_sent',
      error: { code: 'X', message: 'x', reason: null },
      retry: 'another_account',
    };
    const again = receive(authorizing, notSent, { fallbacks }, aContext({ now: later(5), profile }));
    expect(effectsOf(again)[0]).toMatchObject({ kind: 'authorize', operation: { authentication: proof } });
    const declinedOnce = outcomes.declined;
    const ended = receive(
      authorizing,
      { ...declinedOnce, retry: 'another_account' } as Outcome,
      { fallbacks },
      aContext({ now: later(5), profile }),
    );
    expect([statusOf(paymentOf(ended)), kindsOf(ended).includes('authorize')]).toEqual(['failed', false]);
  });
});

describe('an authentication without success', () => {
  const ends: readonly (readonly [string, () => Payment, Outcome])[] = [
    ...(['N', 'U', 'R', 'D', 'I'] as const).map(
      (transactionStatus) =>
        [
          `the result ${transactionStatus}`,
          requested,
          { ...(outcomes.not_authenticated as Extract<Outcome, { kind: 'not_authenticated' }>), transactionStatus },
        ] as const,
    ),
    ['a rejected challenge', challenged, outcomes.not_authenticated],
    ['a card in no range', begun, outcomes.declined],
    ['a range without an answer', begun, outcomes.unknown],
    ['a range that was not requested', begun, outcomes.not_sent],
    ['a request that was not sent', requested, outcomes.not_sent],
    ['an authentication that the server does not have', requested, outcomes.absent],
  ];

  it.each(ends)('%s fails the payment, and nothing is authorized', (_name, before, outcome) => {
    const decision = receiveAuthentication(before(), outcome);
    expect(kindsOf(decision)).toEqual(['cancel_sync', 'reply']);
    const payment = paymentOf(decision);
    expect(activeAttempt(payment)).toMatchObject({ state: 'failure', facts: { account: null, error: failure } });
    expect(shown(payment)).toMatchObject({
      status: 'failed',
      error_code: failure.code,
      attempts: [{ status: 'authentication_failed' }],
      external_authentication_details: { status: 'failed', electronic_commerce_indicator: null },
    });
    expect(receiveAuthentication(payment, success)).toMatchObject({ kind: 'unchanged', effects: [] });
  });

  it('of an unknown result keeps its browser waiting, and is looked up', () => {
    const waiting = paymentOf(authenticate(awaited(), browserWaits()));
    const decision = receiveAuthentication(waiting, outcomes.unknown);
    expect(effectsOf(decision)).toEqual([{ kind: 'sync_later', attemptId: 'pay_1_1', delayMs: 2_000 }]);
    expect(paymentOf(decision).pendingReplies).toHaveLength(1);
    expect(kindsOf(due(paymentOf(decision)))).toEqual(['sync', 'sync_later']);
  });
});

describe('the end of its time', () => {
  it('a browser that never comes ends the authentication', () => {
    const decision = due(awaited());
    expect(kindsOf(decision)).toEqual(['cancel_sync', 'reply']);
    expect(authenticationOf(paymentOf(decision)).error?.code).toBe('AUTHENTICATION_TIMEOUT');
  });

  it.each([
    ['a challenge', challenged, 'authenticate'],
    ['a request', requested, 'authenticate'],
    ['a range', begun, 'pre_authenticate'],
  ])('%s without a result is asked for three times, then ends without one', (_name, before, flow) => {
    let payment = before();
    for (let round = 0; round < 3; round++) {
      const decision = due(payment, 1_000 + round);
      expect(effectsOf(decision)[0]).toMatchObject({ kind: 'sync', flow });
      payment = paymentOf(decision);
    }
    expect([statusOf(paymentOf(due(payment))), kindsOf(due(payment))]).toEqual(['failed', ['cancel_sync', 'reply']]);
  });

  it('a job that comes early asks for the challenge, and ends nothing, however often', () => {
    let payment = challenged();
    for (let round = 0; round < 5; round++) {
      const decision = due(payment, 10 + round);
      expect(kindsOf(decision)).toEqual(['sync', 'sync_later']);
      payment = paymentOf(
        receiveAuthentication(paymentOf(decision), outcomes.accepted, { source: 'sync' }, 11 + round),
      );
    }
    expect([statusOf(payment), kindsOf(due(awaited(), 10))]).toEqual(['requires_customer_action', ['sync_later']]);
  });

  it('a challenge that was completed without a return is authorized by the lookup', () => {
    const asked = paymentOf(due(challenged()));
    expect(kindsOf(receiveAuthentication(asked, success, { source: 'sync' }, 1_001))).toContain('route');
  });

  it('is never that of an attempt that is authorized', () => {
    const authorizing = paymentOf(receiveAuthentication(requested(), success));
    expect(kindsOf(due(authorizing))).not.toContain('cancel_sync');
  });
});

describe('syncs of callers', () => {
  const force = (payment: Payment) =>
    kindsOf(syncPayment(payment, { ...about, caller, expandAttempts: false, expandCaptures: false }, at(5)));
  const comesBack = (payment: Payment) =>
    kindsOf(
      customerReturned(payment, { ...about, connector: 'threedsecureio', parameters: { cres: 'forged' } }, at(5)),
    );

  it.each<[string, () => Payment]>([
    ['the range', begun],
    ['the fingerprint', awaited],
    ['the request', requested],
  ])('neither a retrieval nor a returning browser disturbs %s', (_name, before) => {
    expect(force(before())).not.toContain('sync');
    expect(comesBack(before())).toEqual(['reply']);
  });

  it('a browser that returns from the challenge proves nothing: the server is asked', () => {
    expect(comesBack(challenged())).toEqual(['sync']);
    const open = receiveAuthentication(
      paymentOf(
        customerReturned(
          challenged(),
          { ...about, connector: 'x', parameters: {} },
          at(5, { pendingReply: pendingReplyNamed('r') }),
        ),
      ),
      outcomes.accepted,
      { source: 'sync' },
    );
    expect([statusOf(paymentOf(open)), kindsOf(open)]).toEqual(['requires_customer_action', ['reply']]);
  });
});

describe('the poll', () => {
  it.each<[string, () => Payment, number, string | undefined]>([
    ['of an authentication under way', awaited, 5, 'pending'],
    ['of an authorization under way', () => paymentOf(receiveAuthentication(requested(), success)), 5, 'pending'],
    [
      'of a failed authentication',
      () => paymentOf(receiveAuthentication(requested(), outcomes.not_authenticated)),
      5,
      'completed',
    ],
    [
      'fifteen minutes after its end',
      () => paymentOf(receiveAuthentication(requested(), outcomes.not_authenticated)),
      1000,
      undefined,
    ],
    ['of a payment without one', aPayment.authorizing, 5, undefined],
  ])('%s is answered', (_name, payment, seconds, status) =>
    expect(pollStatusOf(payment(), later(seconds))).toBe(status),
  );
});

it('an ended authentication ignores every outcome, and only a success leads to one', () => {
  for (const state of ['succeeded', 'failed'] as const) expect(authenticationOperation.outcomes[state]).toEqual({});
  const leads = statesOf(authenticationMachine).flatMap((state) =>
    Object.keys(authenticationOperation.outcomes[state]).filter(
      (reported) => stateAfter(authenticationOperation, state, reported as 'authenticated') === 'succeeded',
    ),
  );
  expect([...new Set(leads)]).toEqual(['authenticated']);
});
