import type { JsonObject, Outgoing } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { NoReply, Reply } from '@payorch/platform/kafka';
import { standardAccount } from '../../../test/standard-account';
import { faultsOf } from '../../../test/published-shape';
import { googlePay, walletsDetails } from '../../../test/wallets';
import type { ConnectorAccount } from '../../accounts/domain/connectors/connector-account';
import { publicWalletDetails } from '../../accounts/domain/connectors/wallet-details';
import type { Profile } from '../../accounts/domain/profile';
import type { AuthenticatedMerchant } from '../../auth/authenticate';
import { OwnerClient } from '../../owners/owner-client';
import { SessionTokens } from './session-tokens';

const merchant: AuthenticatedMerchant = {
  kind: 'client',
  merchantId: 'acme' as MerchantId,
  account: standardAccount('acme' as MerchantId),
  profileId: null,
  clientSecret: 'pay_1_secret_x',
  isSdk: false,
};
const trace = { correlationId: 'req', traceparent: '00-1-2-01' };
const payable = {
  kind: 'response',
  body: Buffer.from('{"profileId":"pro_1","money":{"amount":6540,"currency":"USD"},"country":null,"email":null}'),
} as const satisfies Reply;

const account = (id: string, connectorName: string, google_pay: JsonObject | string | null) =>
  ({
    merchantId: merchant.merchantId,
    merchantConnectorId: id,
    profileId: 'pro_1' as ProfileId,
    connectorType: 'payment_processor',
    connectorName,
    disabled: false,
    details: {
      metadata: { google_pay },
      payment_methods_enabled: [
        { payment_method: 'wallet', payment_method_types: [{ payment_method_type: 'google_pay' }] },
      ],
    },
    publicWalletDetails: null,
  }) as unknown as ConnectorAccount;

const { manual } = walletsDetails.apple_pay_combined;
/** An account with Apple Pay in browsers besides Google Pay. */
const shop = (id: string, connectorName: string) => ({
  ...account(id, connectorName, googlePay),
  details: {
    metadata: { google_pay: googlePay },
    payment_methods_enabled: [
      {
        payment_method: 'wallet',
        payment_method_types: [{ payment_method_type: 'google_pay' }, { payment_method_type: 'apple_pay' }],
      },
    ],
  },
  publicWalletDetails: publicWalletDetails({
    apple_pay: { ...manual, session_token_data: { ...manual.session_token_data, initiative: 'web' } },
  }),
});
/** What Apple answers, by account. */
type AppleSessions = Readonly<Record<string, JsonObject>>;

/** Sessions of these accounts, with the recorded queries and log lines. */
function sessions(
  accounts: readonly ConnectorAccount[],
  reply: () => Reply | NoReply = () => payable,
  apple: AppleSessions = {},
) {
  const validated: unknown[] = [];
  const queries: unknown[] = [];
  const logged: unknown[] = [];
  const request = ({ message, data }: Outgoing) => {
    queries.push([message.type, data]);
    return Promise.resolve(reply());
  };
  const note = (level: string) => (facts: unknown) => void logged.push([level, facts]);
  const tokens = new SessionTokens(
    new OwnerClient({ request }, { processorCallMs: 35_000, noProcessorCallMs: 5_000, walletSessionMs: 4_000 }),
    { list: () => Promise.resolve([...accounts]) },
    { retrieve: () => Promise.resolve({ details: {} } as Profile) },
    {
      of: ({ merchantConnectorId }, { paymentId, pageDomain }) => {
        validated.push([merchantConnectorId, paymentId, pageDomain]);
        return Promise.resolve(apple[merchantConnectorId]);
      },
    },
    { warn: note('warn'), debug: note('debug') },
  );
  const create = (sent: object = {}) =>
    tokens.create(
      { payment_id: 'pay_1', wallets: [], ...sent },
      { merchant, trace, ip: '127.0.0.1' },
      'pay.shop.example',
    ) as Promise<{
      session_token: { wallet_name: string; connector: string }[];
    }>;
  const next = (paymentId: string, sent: object = {}) =>
    tokens.continue(
      paymentId,
      { payment_method: 'wallet', payment_method_type: 'paypal', ...sent },
      { merchant, trace, ip: '127.0.0.1' },
    );
  return { create, next, queries, logged, validated };
}

it('the query contains the client secret', async () => {
  const { create, queries } = sessions([]);
  expect(await create()).toEqual({ payment_id: 'pay_1', client_secret: 'pay_1_secret_x', session_token: [] });
  const caller = { kind: 'client', clientSecret: 'pay_1_secret_x' };
  expect(queries).toEqual([['payment.session', { merchantId: 'acme', paymentId: 'pay_1', caller }]]);
});

it('the response fits the published schema, with one session for each wallet and connector', async () => {
  const { create } = sessions([
    account('mca_1', 'stripe', googlePay),
    account('mca_2', 'stripe', { ...googlePay, merchant_info: { merchant_name: 'Second' } }),
    account('mca_3', 'adyen', googlePay),
  ]);
  const answer = await create();
  expect(answer.session_token).toEqual([
    expect.objectContaining({ connector: 'stripe', merchant_info: googlePay.merchant_info }),
    expect.objectContaining({ connector: 'adyen' }),
  ]);
  expect(faultsOf('PaymentsSessionResponse', answer)).toEqual([]);
});

it('an account with unusable settings is logged and skipped for the next one', async () => {
  const { create, logged } = sessions([
    account('mca_1', 'stripe', 'nonsense'),
    account('mca_2', 'stripe', null),
    account('mca_3', 'stripe', googlePay),
  ]);
  expect((await create()).session_token).toHaveLength(1);
  const facts = (merchantConnectorId: string) => ({
    merchantId: 'acme',
    merchantConnectorId,
    wallet: 'google_pay',
    payment_id: 'pay_1',
    request_id: 'req',
  });
  expect(logged).toEqual([
    ['warn', facts('mca_1')],
    ['debug', facts('mca_2')],
  ]);
});

it('only requested sessions are created', async () => {
  const { create } = sessions([account('mca_1', 'stripe', googlePay)]);
  expect((await create({ wallets: ['paze'] })).session_token).toEqual([]);
  expect((await create({ wallets: ['apple_pay', 'google_pay'] })).session_token).toHaveLength(1);
});

describe('Apple Pay in browsers', () => {
  const accounts = [shop('mca_1', 'stripe'), shop('mca_2', 'stripe'), shop('mca_3', 'adyen')];
  const named = async (apple: AppleSessions, sent: object = {}) => {
    const { create, validated } = sessions(accounts, () => payable, apple);
    const answer = await create(sent);
    expect(faultsOf('PaymentsSessionResponse', answer)).toEqual([]);
    const names = answer.session_token.map(({ wallet_name, connector }) => `${wallet_name} ${connector}`);
    return { answer, names, validated };
  };

  it("has Apple's own session, once for each connector", async () => {
    const { answer, names, validated } = await named({ mca_1: { nonce: '1' }, mca_3: { nonce: '3' } });
    expect(names).toEqual(['google_pay stripe', 'apple_pay stripe', 'google_pay adyen', 'apple_pay adyen']);
    expect(answer.session_token[1]).toMatchObject({ session_token_data: { nonce: '1' } });
    expect(answer.session_token[3]).toMatchObject({ session_token_data: { nonce: '3' } });
    expect(validated).toEqual([
      ['mca_1', 'pay_1', 'pay.shop.example'],
      ['mca_3', 'pay_1', 'pay.shop.example'],
    ]);
  });

  it('is left out where Apple does not validate the shop, and the other wallets stay', async () => {
    const { names } = await named({ mca_3: { nonce: '3' } });
    expect(names).toEqual(['google_pay stripe', 'google_pay adyen', 'apple_pay adyen']);
  });

  it('is not validated for a client that asks for other wallets', async () => {
    const { names, validated } = await named({ mca_1: {} }, { wallets: ['google_pay'] });
    expect([names, validated]).toEqual([['google_pay stripe', 'google_pay adyen'], []]);
  });
});

it("the owner's refusal is returned", async () => {
  const { create } = sessions([account('mca_1', 'stripe', googlePay)], () => refuse('client_secret_expired'));
  expect(await create()).toEqual(refuse('client_secret_expired'));
});

it.each([
  [{ payment_id: "x'--" }, 'payment_not_found'],
  [{ merchant_connector_details: { creds_identifier: 'x' } }, 'not_implemented'],
])('%j is refused without a query', async (sent, code) => {
  const { create, queries } = sessions([]);
  expect(await create(sent)).toMatchObject({ kind: 'refused', code });
  expect(queries).toEqual([]);
});

describe('the order after a session', () => {
  const payPal = (id: string, more: object = {}): ConnectorAccount => ({
    ...account(id, 'paypal_test', null),
    details: {
      metadata: { paypal_sdk: { client_id: `shop-${id}` } },
      payment_methods_enabled: [
        { payment_method: 'wallet', payment_method_types: [{ payment_method_type: 'paypal' }] },
      ],
    },
    ...more,
  });
  const about = { merchantId: 'acme', paymentId: 'pay_1', caller: { kind: 'client', clientSecret: 'pay_1_secret_x' } };
  const asked = ['payment.session', about];
  const refusedAs = (what: string) =>
    refuse('not_implemented', { message: `post_session_tokens ${what} is not implemented` });

  it('is created at the account of the only session of PayPal', async () => {
    const { create, next, queries } = sessions([
      account('mca_0', 'stripe', googlePay),
      { ...payPal('mca_1'), connectorName: 'stripe_test' },
      payPal('mca_2', { disabled: true }),
      payPal('mca_3'),
      payPal('mca_4'),
    ]);
    const { session_token } = await create({ wallets: ['paypal'] });
    expect(session_token).toMatchObject([{ connector: 'paypal_test', session_token: 'shop-mca_3' }]);
    expect(await next('pay_1')).toEqual(payable.body);
    expect(queries.slice(1)).toEqual([asked, ['payment.create_order', { ...about, merchantConnectorId: 'mca_3' }]]);
  });

  it('that gets no reply is checked, with the same view', async () => {
    const replies = [payable, { kind: 'no_reply' } as const, refuse('payment_not_found')];
    const { next, queries } = sessions([payPal('mca_1')], () => replies.shift()!);
    expect(await next('pay_1')).toEqual(refuse('not_begun_in_time'));
    expect(queries.at(-1)).toEqual(['payment.check', { ...about, shows: 'order' }]);
  });

  it.each<[string, ConnectorAccount[], object, string]>([
    ['another type', [payPal('mca_1')], { payment_method_type: 'google_pay' }, 'of wallet google_pay'],
    ['another method', [payPal('mca_1')], { payment_method: 'pay_later' }, 'of pay_later paypal'],
    ['no account', [], {}, 'without a connector account for PayPal’s orders'],
    [
      'a connector without orders',
      [{ ...payPal('mca_1'), connectorName: 'stripe_test' }],
      {},
      'without a connector account for PayPal’s orders',
    ],
  ])('of %s is refused by its name, after the client secret was checked', async (_, accounts, sent, what) => {
    const { next, queries } = sessions(accounts);
    expect(await next('pay_1', sent)).toEqual(refusedAs(what));
    expect(queries).toEqual([asked]);
  });

  it("is answered with the owner's refusal", async () => {
    const { next } = sessions([payPal('mca_1')], () => refuse('client_secret_invalid'));
    expect(await next('pay_1')).toEqual(refuse('client_secret_invalid'));
  });

  it('names no payment with an id of another form', async () => {
    const { next, queries } = sessions([]);
    expect([await next("x'--"), queries]).toEqual([refuse('payment_not_found'), []]);
  });
});
