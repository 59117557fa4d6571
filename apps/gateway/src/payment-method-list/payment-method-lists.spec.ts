import { isRefusal, paymentForMethodList, type Outgoing, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import { z } from 'zod';
import { aListedPayment, aListedProfile, anAccount, aType, enabling, profileId } from '../../test/listings';
import type { Sender } from '../auth';
import { PaymentMethodLists } from './payment-method-lists';

const organizationId = 'org_1' as OrganizationId;
const otherProfile = 'pro_2' as ProfileId;
const payment = Buffer.from(JSON.stringify(z.encode(paymentForMethodList, aListedPayment())));

/** The last reply answers all further queries. */
function aService(replied: Buffer | Refusal | readonly (Buffer | Refusal)[] = payment) {
  const replies = [replied].flat() as (Buffer | Refusal)[];
  const queries: Outgoing[] = [];
  const cards = enabling('card', aType('credit'));
  const accounts = [anAccount('stripe_test', cards), anAccount('stripe', null, { profileId: otherProfile })];
  const profiles = new Map([[profileId, aListedProfile()]]);
  const service = new PaymentMethodLists(
    {
      query: (query) => {
        queries.push(query);
        return Promise.resolve(replies.length > 1 ? replies.shift()! : replies[0]!);
      },
    },
    { of: () => Promise.resolve({ merchantName: null, organizationId, accounts, payoutAccounts: [], profiles }) },
    { testConnectors: true },
  );
  return { service, queries };
}

const profile = (id: ProfileId) => ({ profileId: id, profileName: id });
const sender = (clientSecret: string | null, profiles = [profile(profileId)], only: ProfileId | null = null): Sender =>
  ({
    merchant: {
      kind: clientSecret === null ? 'merchant' : 'client',
      merchantId: 'acme_1' as MerchantId,
      account: {
        merchantId: 'acme_1' as MerchantId,
        organizationId: 'org_1' as never,
        accountType: 'standard' as const,
        customersOf: 'acme_1' as never,
        accountVersion: 3,
        defaultProfileId: null,
        profiles,
      },
      profileId: only,
      clientSecret,
      isSdk: false,
    },
    trace: { correlationId: 'req_1', traceparent: 'x' },
    ip: '10.0.0.1',
  }) as Sender;
const code = (result: object | Refusal) => (isRefusal(result) ? result.code : 'listed');

it('the list of a client costs one query, about the payment of its secret', async () => {
  const { service, queries } = aService();
  const list = await service.list({}, sender('pay_1_secret_x'));
  expect(list).toMatchObject({ currency: 'EUR', intent_data: { payment_id: 'pay_1' } });
  expect(queries.map(({ data }) => data)).toEqual([
    { merchantId: 'acme_1', paymentId: 'pay_1', caller: { kind: 'client', clientSecret: 'pay_1_secret_x' } },
  ]);
});

it.each([
  ['without the form of a secret', 'pay_1', 'client_secret_invalid', 0],
  ['without an id', '_secret_x', 'client_secret_invalid', 0],
  ['of an impossible id', 'pay/1_secret_x', 'payment_not_found', 0],
])('a client secret %s is refused', async (_, secret, expected, asked) => {
  const { service, queries } = aService();
  expect(code(await service.list({}, sender(secret)))).toBe(expected);
  expect(queries).toHaveLength(asked);
});

it('a payment named in the path is compared by its owner', async () => {
  const { service, queries } = aService(refuse('client_secret_invalid'));
  expect(code(await service.checkoutOf('pay_2', {}, sender('pay_1_secret_x')))).toBe('client_secret_invalid');
  expect(queries.map(({ data }) => data)).toMatchObject([{ paymentId: 'pay_2' }]);
});

it('the list of a merchant’s key needs no query, and covers the whole account or the named profile', async () => {
  const { service, queries } = aService();
  const both = [profile(profileId), profile(otherProfile)];
  const methods = async (from: Sender) =>
    ((await service.list({}, from)) as { payment_methods: { payment_method: string }[] }).payment_methods.length;
  expect(await methods(sender(null, both))).toBeGreaterThan(1);
  expect(await methods(sender(null, both, profileId))).toBe(1);
  expect(await service.list({}, sender(null))).toMatchObject({ redirect_url: 'https://acme.example/done' });
  expect(await service.list({}, sender(null, both))).toMatchObject({ redirect_url: null });
  expect(queries).toEqual([]);
});

it.each([{ limit: -1 }, { amount: -1 }])('%j is refused', async (filters) => {
  expect(code(await aService().service.list(filters, sender(null)))).toBe('value_not_allowed');
});

it('the list of a payment with surcharge rules asks for the surcharge of each payment method', async () => {
  const listed = aListedPayment({ mayHaveSurcharge: true });
  const replies: readonly (Buffer | Refusal)[] = [
    Buffer.from(JSON.stringify(z.encode(paymentForMethodList, listed))),
    Buffer.from(JSON.stringify({ surcharges: [{ display_total_surcharge_amount: 1 }], showsIndividually: false })),
  ];
  const { service, queries } = aService(replies);
  const list = JSON.stringify(await service.list({}, sender('pay_1_secret_x')));
  expect(queries.map(({ message }) => message.type)).toEqual(['payment.method_list', 'payment.surcharges']);
  expect(queries[1]?.data).toMatchObject({
    methods: expect.arrayContaining([
      { paymentMethod: 'card', paymentMethodType: 'credit', cardNetwork: expect.any(String) as string },
    ]) as unknown,
  });
  expect(list).toContain('"surcharge_details":{"display_total_surcharge_amount":1}');
  const away = aService([replies[0]!, refuse('no_reply')]);
  expect(code(await away.service.list({}, sender('pay_1_secret_x')))).toBe('no_reply');
});
