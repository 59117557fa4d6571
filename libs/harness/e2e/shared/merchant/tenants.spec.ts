import {
  aMerchant,
  apiAt,
  cardFields,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type Api,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { merchantRoutes, narrowedLists, wholeLists, tenantsCustomer, type Ids, type Route } from './merchant-routes';
import { paymentKeys } from '../../support/payment-keys';
import { rowCounts } from '../../support/rows';
import {
  missing,
  noPayment,
  notAllowed,
  refusal,
  statusAndBody,
  unauthorized,
  type StatusAndBody,
} from '../../support/wire';

interface Tenant extends TestMerchant {
  readonly keyId: string;
  readonly accountId: string;
  readonly payment: Json;
  readonly refund: Json;
  readonly mandateId: string;
  readonly customer: Json;
  readonly ephemeralKey: Json;
  readonly paymentMethod: Json;
}

const system = sharedSystem();
let we: Tenant;
let they: Tenant;
let before: Record<string, number>;
let theirsBefore: Json[];

async function aTenant(): Promise<Tenant> {
  const merchant = await aMerchant(system);
  const [key] = ok(await system.admin.get(`/api_keys/${merchant.merchantId}/list`));
  const payment = ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD', capture_method: 'manual' }));
  const mandate_data = { customer_acceptance: { acceptance_type: 'offline' }, mandate_type: { multi_use: null } };
  const saving = { customer_id: tenantsCustomer, setup_future_usage: 'off_session', mandate_data };
  const paid = ok(await merchant.api.post('/payments', paymentBody(saving)));
  const refund = ok(await merchant.api.post('/refunds', { payment_id: paid.payment_id, amount: 100 }));
  expect(refund.status).toBe('succeeded');
  const customer = ok(await merchant.api.post('/customers', { name: 'Jo' }));
  const { customer_id } = customer;
  const paymentMethod = ok(await merchant.api.post('/payment_methods', { payment_method: 'card', customer_id }));
  const ephemeralKey = ok(await merchant.api.post('/ephemeral_keys', { customer_id: customer.customer_id }));
  return {
    ...merchant,
    refund,
    mandateId: paid.mandate_id as string,
    paymentMethod,
    keyId: key.key_id as string,
    accountId: merchant.connectors['stripe_test'].merchant_connector_id as string,
    payment,
    customer,
    ephemeralKey,
  };
}

/** All objects of a tenant that another tenant could read or change. */
const allOf = async ({
  api,
  merchantId,
  profileId,
  accountId,
  keyId,
  payment,
  refund,
  mandateId,
  customer,
  paymentMethod,
}: Tenant): Promise<Json[]> => {
  const read = [
    api.get(`/account/${merchantId}/business_profile/${profileId}`),
    api.get(`/account/${merchantId}/connectors/${accountId}`),
    api.get(`/payments/${payment.payment_id}?expand_attempts=true`),
    api.get(`/payments/${refund.payment_id}`),
    api.get(`/refunds/${refund.refund_id}`),
    api.get(`/mandates/${mandateId}`),
    api.get(`/customers/${customer.customer_id}`),
    api.get(`/payment_methods/${paymentMethod.payment_method_id}`),
    system.admin.get(`/accounts/${merchantId}`),
    system.admin.get(`/api_keys/${merchantId}/${keyId}`),
  ];
  return Promise.all(read.map(async (answer) => ok(await answer)));
};

beforeAll(async () => {
  we = await aTenant();
  they = await aTenant();
  before = await rowCounts(system, [we, they]);
  theirsBefore = await allOf(they);
});

const idsOf = (tenant: Tenant): Ids => ({
  merchantId: tenant.merchantId,
  profileId: tenant.profileId,
  accountId: tenant.accountId,
  keyId: tenant.keyId,
  paymentId: tenant.payment.payment_id as string,
  paidId: tenant.refund.payment_id as string,
  refundId: tenant.refund.refund_id as string,
  customerId: tenant.customer.customer_id as string,
  ephemeralKeyId: tenant.ephemeralKey.id as string,
  mandateId: tenant.mandateId,
  paymentMethodId: tenant.paymentMethod.payment_method_id as string,
});
const absentIds: Ids = {
  merchantId: 'merchant_none',
  profileId: 'pro_none',
  accountId: 'mca_none',
  keyId: 'dev_none',
  paymentId: 'pay_none',
  paidId: 'pay_nil',
  refundId: 'ref_none',
  customerId: 'cus_none',
  ephemeralKeyId: 'eki_none',
  mandateId: 'man_none',
  paymentMethodId: 'pm_none',
};

const send = (api: Api, { method, path, body }: Route): Promise<Answer> =>
  body === undefined
    ? api.raw(method, path)
    : api.raw(method, path, JSON.stringify(body), { 'content-type': 'application/json' });

/** The answer with its ids replaced: apart from the ids, a foreign object and an absent one must have the same answer. */
function alike({ status, text }: Answer, ids: Ids): { status: number; text: string } {
  const named = Object.entries(ids) as [string, string][];
  return { status, text: named.reduce((all, [name, id]) => all.replaceAll(id, `<${name}>`), text) };
}

describe('a foreign id answers as an absent one does', () => {
  it.each(merchantRoutes)('%s', async (_, route) => {
    const own = idsOf(we);
    const theirs = idsOf(they);
    const foreign = await send(we.api, route(theirs, own));
    const absent = await send(we.api, route(absentIds, own));
    expect(foreign.status).toBeGreaterThanOrEqual(400);
    expect(foreign.status).toBeLessThan(500);
    expect(alike(foreign, theirs)).toEqual(alike(absent, absentIds));
  });

  it.each(narrowedLists)('in a list of %s', async (_, route) => {
    const own = idsOf(we);
    const foreign = await send(we.api, route(idsOf(they), own));
    const absent = await send(we.api, route(absentIds, own));
    expect(alike(foreign, idsOf(they))).toEqual(alike(absent, absentIds));
    expect(foreign.body.data ?? []).toEqual([]);
    expect(ok(await send(we.api, route(own, own))).data.length).toBeGreaterThan(0);
  });

  it('in the header of a profile', async () => {
    for (const id of [they.profileId, absentIds.profileId])
      expect(statusAndBody(await we.api.post('/payments', paymentBody(), { 'x-profile-id': id }))).toEqual(
        unauthorized,
      );
  });

  it('at a key of another merchant', async () => {
    const noKey = refusal(404, 'HE_02', 'API Key does not exist in our records');
    for (const keyId of [they.keyId, absentIds.keyId]) {
      const path = `/api_keys/${we.merchantId}/${keyId}`;
      for (const answer of [
        await system.admin.get(path),
        await system.admin.post(path, { name: 'x' }),
        await system.admin.raw('DELETE', path),
      ])
        expect(statusAndBody(answer)).toEqual(noKey);
    }
  });

  it('at the pages of the customer’s browser', async () => {
    for (const [merchantId, paymentId] of [
      [we.merchantId, they.payment.payment_id],
      [they.merchantId, we.payment.payment_id],
      [absentIds.merchantId, they.payment.payment_id],
      [they.merchantId, absentIds.paymentId],
    ] as const) {
      // Even with a valid token, which no attacker has.
      const query = `?redirect_token=${system.redirectToken(merchantId, paymentId)}`;
      const start = `/payments/redirect/${paymentId}/${merchantId}/${paymentId}_1`;
      const back = `/payments/${paymentId}/${merchantId}/redirect/response/stripe_test`;
      for (const path of [start, back]) {
        expect(statusAndBody(await system.api.get(`${path}${query}`))).toEqual(noPayment);
        expect((await system.api.get(path)).text).toContain('This address does not lead to a payment');
      }
    }
  });

  it('in the webhook path of an account', async () => {
    const postEvent = (accountId: string) =>
      system.api.post(`/webhooks/${we.merchantId}/${accountId}`, { type: 'payment.succeeded' });
    const foreign = await postEvent(they.accountId);
    expect(foreign.status).toBe(404);
    expect(alike(foreign, idsOf(they))).toEqual(alike(await postEvent(absentIds.accountId), absentIds));
  });
});

it.each(wholeLists)('nothing of another merchant is among %s', async (_, route) => {
  const { status, text } = await send(we.api, route(idsOf(we), idsOf(we)));
  expect(status).toBe(200);
  expect(Object.values(idsOf(they)).filter((id) => text.includes(id))).toEqual([]);
});

describe('a key of another merchant or kind is refused', () => {
  it.each([...merchantRoutes, ...narrowedLists, ...wholeLists])('%s', async (_, route) => {
    const own = idsOf(we);
    const right = route(own, own);
    const isForClients =
      /^\/payment_methods\/[^/]+\/update$|^\/payments\/(?!list$|filter$|aggregate$)[^/]+(\/(confirm|complete_authorize|eligibility|eligibility_check))?$/.test(
        right.path.split('?')[0] ?? '',
      );
    const revoked = await aRevokedKey();
    const wrongKeys: [string | undefined, StatusAndBody][] = [
      [undefined, isForClients ? missing('api_key') : unauthorized],
      ['', unauthorized],
      [system.adminKey, unauthorized],
      [revoked, unauthorized],
      [`dev_${'x'.repeat(64)}`, unauthorized],
      [we.publishableKey, isForClients ? missing('client_secret') : unauthorized],
    ];
    for (const [key, expected] of wrongKeys) {
      const api = apiAt(system.baseUrl('gateway'), key === undefined ? {} : { 'api-key': key });
      expect(statusAndBody(await send(api, right))).toEqual(expected);
    }
  });

  let revoked: string | undefined;
  async function aRevokedKey(): Promise<string> {
    if (revoked !== undefined) return revoked;
    const other = await aMerchant(system, { merchantId: 'gone', connectors: [] });
    const [key] = ok(await system.admin.get(`/api_keys/${other.merchantId}/list`));
    ok(await system.admin.raw('DELETE', `/api_keys/${other.merchantId}/${key.key_id}`));
    before = await rowCounts(system, [we, they]);
    return (revoked = other.apiKey);
  }
});

describe('a client', () => {
  const invalid = refusal(
    400,
    'IR_09',
    'The client_secret provided does not match the client_secret associated with the Payment',
  );
  const calls: [string, (id: string, secret: string) => Route][] = [
    ['reads', (id, secret) => ({ method: 'GET', path: `/payments/${id}?client_secret=${secret}` })],
    [
      'changes',
      (id, secret) => ({ method: 'POST', path: `/payments/${id}`, body: { client_secret: secret, amount: 1 } }),
    ],
    [
      'confirms',
      (id, secret) => ({
        method: 'POST',
        path: `/payments/${id}/confirm`,
        body: { client_secret: secret, ...cardFields() },
      }),
    ],
    [
      'completes',
      (id, secret) => ({
        method: 'POST',
        path: `/payments/${id}/complete_authorize`,
        body: { client_secret: secret },
      }),
    ],
    [
      'calculates the tax of',
      (id, secret) => ({
        method: 'POST',
        path: `/payments/${id}/calculate_tax`,
        body: { client_secret: secret, shipping: {}, payment_method_type: 'credit' },
      }),
    ],
    [
      'shows its wallets',
      (id, secret) => ({
        method: 'POST',
        path: '/payments/session_tokens',
        body: { client_secret: secret, payment_id: id, wallets: [] },
      }),
    ],
    [
      'continues a wallet of',
      (id, secret) => ({
        method: 'POST',
        path: `/payments/${id}/post_session_tokens`,
        body: { client_secret: secret, payment_method: 'wallet', payment_method_type: 'paypal' },
      }),
    ],
  ];

  it.each(calls)('%s only with the client secret of this payment', async (_, call) => {
    const { payment } = we;
    const another = `${payment.payment_id}_secret_${'x'.repeat(20)}`;
    for (const secret of [another, they.payment.client_secret, 'nonsense', `${payment.client_secret}x`])
      expect(statusAndBody(await send(we.client, call(payment.payment_id, secret)))).toEqual(invalid);
    expect(statusAndBody(await send(we.client, call(payment.payment_id, '')))).toEqual(missing('client_secret'));
  });

  it.each(calls)('%s no payment of another merchant, even with its ids and secret', async (_, call) => {
    const { payment } = they;
    expect(statusAndBody(await send(we.client, call(payment.payment_id, payment.client_secret)))).toEqual(noPayment);
    expect(statusAndBody(await send(we.client, call('pay_none', payment.client_secret)))).toEqual(noPayment);
  });

  it.each(calls.filter(([name]) => name !== 'completes'))(
    '%s no payment with a secret key next to the client secret',
    async (_, call) => {
      const { payment } = we;
      expect(statusAndBody(await send(we.api, call(payment.payment_id, payment.client_secret)))).toEqual(
        notAllowed('client_secret is not a valid parameter'),
      );
    },
  );

  it('reaches no other route, with or without the secret', async () => {
    const { payment } = we;
    const body = { client_secret: payment.client_secret };
    for (const path of [
      '/payments',
      `/payments/${payment.payment_id}/capture`,
      `/payments/${payment.payment_id}/cancel`,
    ]) {
      const answer = await we.client.post(path, path === '/payments' ? { ...body, amount: 1, currency: 'USD' } : body);
      expect(statusAndBody(answer)).toEqual(unauthorized);
    }
  });
});

it('refused requests changed no object of either tenant', async () => {
  expect(await rowCounts(system, [we, they])).toEqual(before);
  expect(await allOf(they)).toEqual(theirsBefore);
  expect(ok(await we.api.get(`/payments/${we.payment.payment_id}`))).toEqual(we.payment);
});

describe('an id that two merchants use', () => {
  it('never selects an account of another merchant', async () => {
    for (const id of [they.accountId, absentIds.accountId]) {
      const data = { connector: 'stripe_test', merchant_connector_id: id };
      const refused = await we.api.post('/payments', paymentBody({ routing: { type: 'single', data } }));
      // The same sentence for an account of another merchant and for none.
      expect([refused.status, refused.body.error]).toMatchObject([
        400,
        {
          code: 'IR_16',
          message: `connector with name 'stripe_test' and merchant connector account id '${id}' not found for the given profile`,
        },
      ]);
    }
  });

  it('names a separate payment of each merchant', async () => {
    const body = { payment_id: 'order-1', customer_id: 'cus-1' };
    const ours = ok(await we.api.post('/payments', paymentBody({ ...body, name: 'Our customer', amount: 100 })));
    const theirs = ok(await they.api.post('/payments', { ...body, amount: 200, currency: 'EUR' }));
    expect(ours).toMatchObject({ status: 'succeeded', amount: 100 });
    // The customers with the same id are separate too.
    expect(theirs).toMatchObject({ status: 'requires_payment_method', amount: 200, name: null });
    ok(await they.api.post('/payments/order-1/cancel'));
    expect(ok(await we.api.get('/payments/order-1'))).toEqual(ours);
    expect(ok(await they.api.get('/payments/order-1')).status).toBe('cancelled');
    expect(ours.client_secret).not.toBe(theirs.client_secret);
  });
});

describe('the view of a client', () => {
  it('has all keys, and hides what the merchant wrote for itself and its processors', async () => {
    const more = {
      metadata: { margin: 40 },
      frm_metadata: { score: 1 },
      connector_metadata: { noon: { order_category: 'x' } },
    };
    const payment = ok(await we.api.post('/payments', paymentBody(more)));
    const path = `/payments/${payment.payment_id}?client_secret=${payment.client_secret}`;
    const seen = ok(await we.client.get(path));
    expect(Object.keys(seen)).toEqual(paymentKeys);
    const hidden = paymentKeys.filter((key) => JSON.stringify(seen[key]) !== JSON.stringify(payment[key]));
    expect(hidden.sort()).toEqual(['connector_metadata', 'frm_metadata', 'metadata']);
    expect(hidden.map((key) => seen[key])).toEqual(hidden.map(() => null));
    expect(JSON.stringify(seen)).not.toContain('margin');
    const wide = ok(await we.client.get(`${path}&expand_attempts=true&expand_captures=true`));
    expect(JSON.stringify(wide)).not.toContain('margin');
  });
});
