import 'reflect-metadata';
import { LinkTokens, type PayoutLink, refuse } from '@payorch/contracts';
import { type MerchantId, type PayoutId, type ProfileId, Secret } from '@payorch/kernel';
import { account, answer, ownerServer } from '../../../test/owner-server';
import { Customers } from '../../customers';
import { BlockedDestinations } from '../blocked-destinations';
import { PayoutCustomers } from '../payout-customers';
import { PayoutDestinations } from '../payout-destinations';
import { PayoutLinks } from '../payout-links';
import { PayoutOperations } from '../payout-operations';
import { PayoutOwner } from '../payout-owner';
import { Payouts } from '../payouts';
import { SavedDestinations } from '../saved-destinations';
import { PayoutsController } from './payouts.controller';

const ofProfile = { allowed_domains: ['shop.example'], theme: '#0b5', merchant_name: 'ACME' };
const profiles = { retrieve: () => Promise.resolve({ details: { payout_link_config: ofProfile } } as never) };
const noDomains = { serves: () => Promise.resolve(false) };
const pages = {
  redirectSecrets: [new Secret('00'.repeat(32))] as [Secret],
  keyEnvironment: 'dev',
  publicUrl: 'https://pay.example',
};

const noDeletions = { begin: jest.fn(), abandon: jest.fn(), erase: jest.fn() };

const { owner, call } = ownerServer(
  [PayoutsController],
  ({ client, sealer, cache }) => {
    const payouts = new PayoutOwner(client);
    const customers = new PayoutCustomers(new Customers(client, noDeletions));
    const destinations = new PayoutDestinations(sealer);
    return [
      {
        provide: Payouts,
        useValue: new Payouts(
          payouts,
          customers,
          destinations,
          new SavedDestinations(client),
          new BlockedDestinations(client, payouts),
          new PayoutLinks(profiles, noDomains, pages),
          cache,
        ),
      },
      { provide: PayoutOperations, useValue: new PayoutOperations(payouts) },
    ];
  },
  {
    ...account,
    businessCountry: 'NL',
    profiles: [{ profileId: 'pro_1' as ProfileId, profileName: 'default', returnUrl: 'https://acme.example/done' }],
  },
);

const id = 'payout_7hQKZ5v1mXcB2nR8tY0Lk3w' as PayoutId;
const money = { amount: 6540, currency: 'EUR' };
const iban = 'NL46TEST0136169112';
const toIban = { payout_type: 'bank', payout_method_data: { bank: { iban } } };
const toCard = {
  payout_method_data: {
    card: { card_number: '4242 4242 4242 4242', expiry_month: '10', expiry_year: '40', card_holder_name: 'Ada' },
  },
};
const record = answer(
  '{"customer_id":"cus_1","name":"Ada","email":"ada@example.com","phone":null,"phone_country_code":"+31"}',
);
const client = { 'api-key': 'pk_dev_right' };

const types = () => owner.sentMessages.map(({ type }) => type);
const last = () => owner.sentMessages.at(-1)!;
const sentText = () =>
  JSON.stringify(owner.sentMessages, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));

describe('a new payout', () => {
  it('has generated ids, a client secret that names it, and the defaults of its account', async () => {
    owner.replies = [answer('{"status":"requires_payout_method_data"}')];
    const response = await call('POST', '/payouts/create', money);
    expect([response.statusCode, response.body]).toEqual([200, '{"status":"requires_payout_method_data"}']);
    expect(last()).toMatchObject({
      type: 'payout.create',
      data: {
        merchantId: 'acme',
        profileId: 'pro_1',
        confirm: false,
        destination: null,
        payoutMethodId: null,
        link: null,
        fields: {
          money: { amount: 6540n, currency: 'EUR' },
          returnUrl: 'https://acme.example/done',
          businessCountry: 'NL',
        },
      },
      options: { deadlineMs: 5_000, accountVersion: 7 },
    });
    const { payoutId, clientSecret, fields } = last().data as { [key: string]: string };
    expect(payoutId).toMatch(/^payout_[0-9A-Za-z]{23}$/);
    expect(clientSecret).toMatch(new RegExp(`^${payoutId}_secret_[0-9A-Za-z]{20}$`));
    expect((fields as unknown as { customerId: string }).customerId).toMatch(/^cus_[0-9A-Za-z]{20}$/);
    expect(types()).toEqual(['payout.create']);
  });

  it('may have a link, with the settings of its profile and the language of its merchant', async () => {
    owner.replies = [record, answer('{}')];
    const sent = { ...money, payout_id: id, customer_id: 'cus_1', payout_link: true, session_expiry: 60 };
    const before = Date.now();
    const more = { payout_link_config: { theme: '#fff', form_layout: 'journey' } };
    await call('POST', '/payouts/create', { ...sent, ...more }, { 'api-key': 'dev_right', 'accept-language': 'de-AT' });
    const { link } = last().data as unknown as { link: PayoutLink };
    const token = new LinkTokens(pages.redirectSecrets).ofPayoutLink({
      merchantId: 'acme' as MerchantId,
      payoutId: id,
    });
    expect(link).toEqual({
      payoutLinkId: expect.stringMatching(/^payout_link_[0-9A-Za-z]{20}$/),
      link: `https://pay.example/payout_link/acme/${id}?locale=de&link_token=${token}`,
      expiresAt: expect.any(String),
      config: {
        theme: '#fff',
        logo: null,
        merchant_name: 'ACME',
        form_layout: 'journey',
        enabled_payment_methods: null,
        test_mode: false,
        allowed_domains: ['shop.example'],
      },
    });
    expect(Math.round((Date.parse(link.expiresAt) - before) / 1000)).toBe(60);
  });

  it('may have an id of its merchant, of exactly 30 characters', async () => {
    owner.replies = [answer('{}')];
    await call('POST', '/payouts/create', { ...money, payout_id: id });
    expect(last().data['payoutId']).toBe(id);
    for (const payout_id of [id.slice(1), `${id}x`, `${id.slice(1)}.`])
      expect((await call('POST', '/payouts/create', { ...money, payout_id })).statusCode).toBe(400);
    expect(owner.sentMessages).toHaveLength(1);
  });

  it('is of the named profile', async () => {
    owner.replies = [answer('{}')];
    await call('POST', '/payouts/create', { ...money, profile_id: 'pro_2' });
    expect(last().data['profileId']).toBe('pro_2');
    expect((await call('POST', '/payouts/create', { ...money, profile_id: 'pro_3' })).statusCode).toBe(404);
    expect(owner.sentMessages).toHaveLength(1);
  });

  it('a confirmed one has the time of a processor’s call', async () => {
    owner.replies = [answer('{}')];
    await call('POST', '/payouts/create', { ...money, ...toIban, confirm: true });
    expect(last()).toMatchObject({ data: { confirm: true }, options: { deadlineMs: 35_000 } });
  });

  it('its bank account is sealed, and shown with its last digits', async () => {
    owner.replies = [answer('{}')];
    await call('POST', '/payouts/create', { ...money, ...toIban });
    expect(last().data['destination']).toMatchObject({
      type: 'bank',
      methodType: 'sepa',
      card: null,
      sealed: { reference: expect.stringMatching(/^data_/) as string },
      shown: { bank: { iban: '**************9112', bic: null } },
      fingerprint: expect.any(String) as string,
    });
    expect(last().data['fields']).toMatchObject({ payoutType: 'bank' });
    expect(sentText()).not.toContain(iban);
  });

  it('its card is sealed without a CVC, and shown with its last digits', async () => {
    owner.replies = [answer('{}')];
    await call('POST', '/payouts/create', { ...money, ...toCard });
    expect(last().data['destination']).toMatchObject({
      type: 'card',
      methodType: 'credit',
      card: { last4: '4242', network: 'Visa', cvc: 'absent' },
      sealed: null,
      shown: { card: { last4: '4242', card_isin: '424242', card_exp_month: '10', card_holder_name: 'Ada' } },
    });
    expect(last().data['fields']).toMatchObject({ payoutType: 'card' });
    expect(sentText()).not.toContain('4242424242424242');
  });

  it('one account has one fingerprint, and another account another', async () => {
    owner.replies = [answer('{}'), answer('{}'), answer('{}')];
    const other = { payout_method_data: { bank: { iban: 'DE89370400440532013000' } } };
    for (const sent of [toIban, toIban, other]) await call('POST', '/payouts/create', { ...money, ...sent });
    const [first, again, different] = owner.sentMessages.map(
      ({ data }) => (data['destination'] as { fingerprint: string }).fingerprint,
    );
    expect([again === first, different === first]).toEqual([true, false]);
  });

  it.each<[string, object, number, string]>([
    ['without an amount', { currency: 'EUR' }, 400, 'IR_06'],
    ['with amount 0', { ...money, amount: 0 }, 400, 'IR_16'],
    ['with an unknown field', { ...money, payout_methods: {} }, 400, 'IR_06'],
    ['with two destinations', { ...money, payout_method_data: { bank: { iban }, wallet: {} } }, 400, 'IR_06'],
    [
      'with a wrong card number',
      {
        ...money,
        payout_method_data: { card: { ...toCard.payout_method_data.card, card_number: '4242424242424241' } },
      },
      400,
      'IR_06',
    ],
    ['with a wrong IBAN', { ...money, payout_method_data: { bank: { iban: `${iban}1` } } }, 422, 'IR_05'],
    ['with an unknown status of the recipient', { ...money, entity_type: 'Person' }, 400, 'IR_06'],
    ['with a payout link, and no recipient', { ...money, payout_link: true }, 400, 'IR_04'],
  ])('%s is refused, and nothing is sent', async (_, sent, status, code) => {
    const response = await call('POST', '/payouts/create', sent);
    expect([response.statusCode, response.json()]).toMatchObject([status, { error: { code } }]);
    expect(owner.sentMessages).toEqual([]);
  });

  it('without a reply it is looked up, and named', async () => {
    const response = await call('POST', '/payouts/create', { ...money, payout_id: id });
    expect([response.statusCode, response.json()]).toMatchObject([503, { error: { payout_id: id } }]);
    expect(types()).toEqual(['payout.create', 'payout.check']);
  });
});

describe('the customer of a payout', () => {
  it('that the merchant knows has the record’s details where the request has none', async () => {
    owner.replies = [record, answer('{}')];
    await call('POST', '/payouts/create', { ...money, customer_id: 'cus_1', email: 'new@example.com' });
    expect(types()).toEqual(['customer.get', 'payout.create']);
    expect(last().data['fields']).toMatchObject({
      customerId: 'cus_1',
      customer: { name: 'Ada', email: 'new@example.com', phone: null, phoneCountryCode: '+31' },
    });
  });

  it('that the merchant does not know is created first', async () => {
    owner.replies = [refuse('customer_not_found'), answer('{}'), answer('{}')];
    await call('POST', '/payouts/create', { ...money, customer: { id: 'cus_new', name: 'Ada' } });
    expect(types()).toEqual(['customer.get', 'customer.create', 'payout.create']);
    expect(owner.sentMessages[1]!.data).toEqual({
      merchantId: 'acme',
      customerId: 'cus_new',
      fields: { name: 'Ada', email: null, phone: null, phoneCountryCode: null },
    });
  });

  it('that another request creates meanwhile is as good', async () => {
    owner.replies = [refuse('customer_not_found'), refuse('customer_exists'), answer('{}')];
    expect((await call('POST', '/payouts/create', { ...money, customer_id: 'cus_1' })).statusCode).toBe(200);
  });

  it('with details alone gets an id and a record', async () => {
    owner.replies = [answer('{}'), answer('{}')];
    await call('POST', '/payouts/create', { ...money, name: 'Ada' });
    expect(types()).toEqual(['customer.create', 'payout.create']);
    const { customerId } = owner.sentMessages[0]!.data;
    expect(last().data['fields']).toMatchObject({ customerId, customer: { name: 'Ada' } });
  });

  it('that was deleted is paid nothing', async () => {
    owner.replies = [answer(redactedRecord), refuse('customer_redacted')];
    const response = await call('POST', '/payouts/create', { ...money, customer_id: 'cus_1' });
    expect([response.statusCode, types()]).toEqual([400, ['customer.get', 'customer.create']]);
  });

  it('who cannot be read is no reason to go on', async () => {
    expect((await call('POST', '/payouts/create', { ...money, customer_id: 'cus_1' })).statusCode).toBe(503);
    expect(types()).toEqual(['customer.get']);
  });
});
const redactedRecord =
  '{"customer_id":"cus_1","name":"Redacted","email":"Redacted","phone":"Redacted","phone_country_code":"Redacted"}';

describe('an update', () => {
  it.each(['POST', 'PUT'] as const)('by %s changes what it names', async (method) => {
    owner.replies = [answer('{}')];
    await call(method, `/payouts/${id}`, { amount: 7000, priority: 'fast', confirm: true });
    expect(last()).toMatchObject({
      type: 'payout.update',
      data: { payoutId: id, destination: null, payoutMethodId: null, confirm: true },
      options: { deadlineMs: 35_000 },
    });
    expect(last().data['changes']).toEqual({ amount: 7000n, priority: 'fast' });
  });

  it('of a payout that cannot exist is refused', async () => {
    const response = await call('POST', '/payouts/payout_1', { amount: 7000 });
    expect([response.statusCode, response.json()]).toMatchObject([
      404,
      { error: { code: 'HE_02', message: 'Payout does not exist in our records' } },
    ]);
    expect(owner.sentMessages).toEqual([]);
  });

  it('of a browser is refused', async () => {
    expect((await call('POST', `/payouts/${id}`, { amount: 1 }, client)).statusCode).toBe(401);
    expect(owner.sentMessages).toEqual([]);
  });
});

describe('a confirmation', () => {
  it('of the merchant’s server may repeat the client secret', async () => {
    owner.replies = [answer('{}')];
    await call('POST', `/payouts/${id}/confirm`, { client_secret: `${id}_secret_1`, auto_fulfill: true });
    expect(last()).toMatchObject({
      type: 'payout.confirm',
      data: { payoutId: id, caller: { kind: 'merchant' }, changes: { autoFulfill: true } },
      options: { deadlineMs: 35_000 },
    });
  });

  it('of a client brings its secret and a destination', async () => {
    owner.replies = [answer('{}')];
    const sent = { client_secret: `${id}_secret_1`, ...toIban, name: 'Ada' };
    expect((await call('POST', `/payouts/${id}/confirm`, sent, client)).statusCode).toBe(200);
    expect(types()).toEqual(['payout.confirm']);
    expect(last().data).toMatchObject({
      caller: { kind: 'client', clientSecret: `${id}_secret_1` },
      destination: { type: 'bank' },
      changes: { customer: { name: 'Ada' }, payoutType: 'bank' },
    });
  });

  it.each<[string, object, object, number]>([
    ['a client without a secret', {}, client, 400],
    ['a client that changes the amount', { client_secret: 's', amount: 1 }, client, 400],
    ['a client that names another customer', { client_secret: 's', customer: { id: 'cus_2' } }, client, 401],
    ['a client that names a saved card', { client_secret: 's', payout_method_id: 'pm_1' }, client, 400],
    ['a wrong publishable key', { client_secret: 's' }, { 'api-key': 'pk_dev_wrong' }, 401],
    ['no key', {}, {}, 400],
  ])('of %s is refused, and nothing is sent', async (_, sent, headers, status) => {
    const response = await call('POST', `/payouts/${id}/confirm`, sent, headers as Record<string, string>);
    expect(response.statusCode).toBe(status);
    expect(owner.sentMessages).toEqual([]);
  });
});

describe('a saved payment method', () => {
  const saved = answer(
    JSON.stringify({
      paymentMethodId: 'pm_1',
      destination: {
        card: {
          reference: 'card_1',
          sealedNumber: 'sealed',
          bin: '424242',
          extendedBin: null,
          last4: '4242',
          network: 'Visa',
          facts: { network: 'Visa', issuer: 'Bank', type: 'DEBIT', subtype: null, issuingCountry: 'NL' },
          fingerprint: 'fp',
          expiryMonth: '10',
          expiryYear: '40',
          holderName: 'Ada',
          cvc: 'absent',
        },
      },
    }),
  );

  it('is the destination of a new payout of its customer', async () => {
    owner.replies = [saved, record, answer('{}')];
    const sent = { ...money, payout_method_id: 'pm_1', customer_id: 'cus_1', confirm: true };
    expect((await call('POST', '/payouts/create', sent)).statusCode).toBe(200);
    expect(owner.sentMessages[0]).toMatchObject({
      type: 'payment_method.find_destination',
      data: { paymentMethodId: 'pm_1', paymentToken: null, customerId: 'cus_1' },
    });
    expect(last().data).toMatchObject({
      payoutMethodId: 'pm_1',
      destination: { type: 'card', methodType: 'debit', card: { sealedNumber: 'sealed' }, fingerprint: 'fp' },
    });
  });

  it('that is a bank account is sealed as it was saved', async () => {
    const account = {
      type: 'bank',
      methodType: 'sepa',
      card: null,
      fingerprint: 'fp',
      sealed: { reference: 'data_1', sealed: 'sealed' },
      shown: { bank: { iban: '****9112' } },
    };
    owner.replies = [
      answer(JSON.stringify({ paymentMethodId: 'pm_2', destination: { account } })),
      record,
      answer('{}'),
    ];
    const sent = { ...money, payout_method_id: 'pm_2', customer_id: 'cus_1', confirm: true };
    expect((await call('POST', '/payouts/create', sent)).statusCode).toBe(200);
    expect(last().data).toMatchObject({ payoutMethodId: 'pm_2', destination: account });
  });

  it('is looked up for the stored customer of a payout', async () => {
    owner.replies = [answer('{"customer_id":"cus_9"}'), saved, answer('{}')];
    await call('POST', `/payouts/${id}`, { payout_token: 'token_1' });
    expect(types()).toEqual(['payout.get', 'payment_method.find_destination', 'payout.update']);
    expect(owner.sentMessages[1]!.data).toMatchObject({ paymentToken: 'token_1', customerId: 'cus_9' });
    expect(last().data).toMatchObject({ payoutMethodId: 'pm_1' });
  });

  it('of no form of ours is unknown, and no payout is created', async () => {
    const sent = { ...money, payout_method_id: 'pm 1', customer_id: 'cus_1', confirm: true };
    expect((await call('POST', '/payouts/create', sent)).statusCode).toBe(404);
    owner.replies = [refuse('payment_method_not_found')];
    expect((await call('POST', '/payouts/create', { ...sent, payout_method_id: 'pm_2' })).statusCode).toBe(404);
    expect(types()).toEqual(['payment_method.find_destination']);
  });
});

describe('operations on a payout', () => {
  it.each<['GET' | 'POST', string, object | undefined, string, number]>([
    ['GET', `/payouts/${id}`, undefined, 'payout.get', 5_000],
    ['GET', `/payouts/${id}?force_sync=true&expand_attempts=true`, undefined, 'payout.sync', 35_000],
    ['POST', `/payouts/${id}/cancel`, undefined, 'payout.cancel', 35_000],
    ['POST', `/payouts/${id}/fulfill`, { payout_id: id }, 'payout.fulfill', 35_000],
  ])('%s %s with %j', async (method, url, body, type, deadlineMs) => {
    owner.replies = [answer('{}')];
    expect((await call(method, url, body)).statusCode).toBe(200);
    expect(last()).toMatchObject({ type, data: { merchantId: 'acme', payoutId: id }, options: { deadlineMs } });
  });

  it('the body may not name another payout', async () => {
    const other = { payout_id: `${id.slice(0, -1)}0` };
    expect((await call('POST', `/payouts/${id}/cancel`, other)).statusCode).toBe(400);
    expect((await call('POST', `/payouts/${id}/fulfill`, other)).statusCode).toBe(400);
    expect(owner.sentMessages).toEqual([]);
  });

  it('of a browser are refused', async () => {
    for (const operation of ['cancel', 'fulfill'])
      expect((await call('POST', `/payouts/${id}/${operation}`, {}, client)).statusCode).toBe(401);
    expect((await call('GET', `/payouts/${id}`, undefined, client)).statusCode).toBe(401);
    expect(owner.sentMessages).toEqual([]);
  });

  it('another merchant’s id in the query is refused', async () =>
    expect((await call('GET', `/payouts/${id}?merchant_id=other`)).statusCode).toBe(422));
});

describe('a manual update', () => {
  const sent = { merchant_id: 'acme', payout_attempt_id: `${id}_1`, status: 'success', connector_payout_id: 'po_1' };
  const update = (body: object, key = 'test_admin') =>
    call('PUT', `/payouts/${id}/manual-update`, body, { 'api-key': key });

  it('reaches the owner', async () => {
    owner.replies = [answer('')];
    expect((await update(sent)).statusCode).toBe(200);
    expect(last()).toMatchObject({
      type: 'payout.declare',
      data: {
        merchantId: 'acme',
        payoutId: id,
        payoutAttemptId: `${id}_1`,
        status: 'success',
        errorCode: null,
        errorMessage: null,
        connectorPayoutId: 'po_1',
      },
    });
  });

  it.each([
    ['with a merchant’s key', sent, 'dev_right', 401],
    ['of another payout than the path’s', { ...sent, payout_id: 'other' }, 'test_admin', 400],
    ['of no merchant', { ...sent, merchant_id: 'a b' }, 'test_admin', 404],
    ['of no attempt', { ...sent, payout_attempt_id: 'a b' }, 'test_admin', 404],
    ['without an attempt', { merchant_id: 'acme' }, 'test_admin', 400],
    ['with an unknown status', { ...sent, status: 'paid' }, 'test_admin', 400],
  ])('%s is refused', async (_, body, key, status) => {
    expect((await update(body, key)).statusCode).toBe(status);
    expect(owner.sentMessages).toEqual([]);
  });
});
