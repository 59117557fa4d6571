import type Stripe from 'stripe';
import { failure } from '../../../test/stripe/payments';
import { RunningStripe, secretKey, until } from '../../../test/stripe/running-stripe';

let stripe: RunningStripe;
let client: Stripe;

beforeAll(async () => {
  stripe = await RunningStripe.start();
  ({ client } = stripe);
});
afterAll(() => stripe.stop());

const effects = (reference: string) => stripe.sandbox.effectsOf(reference);

const known = {
  business_profile: { mcc: '7994', url: 'https://games.example' },
  individual: { first_name: 'Ada', last_name: 'Lovelace', dob: { day: 10, month: 12, year: 1985 } },
  tos_acceptance: { date: 1_793_520_000, ip: '192.0.2.7' },
};
const custom: Stripe.AccountCreateParams = {
  type: 'custom',
  country: 'US',
  business_type: 'individual',
  capabilities: { transfers: { requested: true } },
};
const usBank = (account_number = '000123456789') => ({
  object: 'bank_account' as const,
  country: 'US',
  currency: 'usd',
  routing_number: '110000000',
  account_number,
});

async function recipient(external: object = usBank()) {
  const { id } = await client.accounts.create({ ...custom, ...known });
  const added = await client.accounts.createExternalAccount(id, { external_account: external } as never);
  return { id, added, as: { stripeAccount: id } };
}

const transferTo = (destination: string, order: string, amount = 6540, currency = 'usd') =>
  client.transfers.create({ amount, currency, destination, transfer_group: order, metadata: { order_id: order } });

async function funded(order: string, external?: object) {
  const made = await recipient(external);
  return { ...made, transfer: await transferTo(made.id, order) };
}

const pay = (as: Stripe.RequestOptions, order: string, rest: Partial<Stripe.PayoutCreateParams> = {}) =>
  client.payouts.create({ amount: 6540, currency: 'usd', metadata: { order_id: order }, ...rest }, as);

const ended = (id: string, as: Stripe.RequestOptions) =>
  until(
    () => client.payouts.retrieve(id, {}, as),
    ({ status }) => status !== 'pending',
  );

describe('a recipient', () => {
  it('is paid only once Stripe has what it requires', async () => {
    const account = await client.accounts.create(custom);
    expect(account).toMatchObject({ capabilities: { transfers: 'inactive' }, payouts_enabled: false });
    const added = await client.accounts.createExternalAccount(account.id, {
      external_account: usBank(),
      expand: ['account'],
    } as never);
    expect(added).toMatchObject({
      last4: '6789',
      account: { id: account.id, capabilities: { transfers: 'inactive' }, external_accounts: { data: [{}] } },
    });
    expect(await failure(transferTo(account.id, 'early'))).toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    });
    await client.accounts.update(account.id, { individual: { first_name: 'Ada' } });
    const due = (await client.accounts.retrieve(account.id)).requirements?.currently_due;
    expect(due).toEqual(expect.arrayContaining(['individual.last_name', 'tos_acceptance.ip']));
    expect(due).not.toContain('individual.first_name');
    const updated = await client.accounts.update(account.id, {
      ...known,
      individual: { last_name: 'L', dob: known.individual.dob },
    });
    expect(updated).toMatchObject({ capabilities: { transfers: 'active' }, payouts_enabled: true });
  });

  it.each([
    [{ individual: { ...known.individual, id_number: '111111111' } }, 'individual.verification.document'],
    [{ business_type: 'company' as const, company: { name: 'Engines' } }, 'company.tax_id'],
  ])('of whom Stripe requires more is not paid: %j', async (rest, requirement) => {
    const account = await client.accounts.create({ ...custom, ...known, ...rest });
    expect(account.requirements?.currently_due).toContain(requirement);
    expect(account.capabilities?.transfers).toBe('inactive');
  });

  it('is not paid after a rejection', async () => {
    const { id } = await recipient();
    const rejected = await client.accounts.reject(id, { reason: 'fraud' });
    expect(rejected).toMatchObject({ payouts_enabled: false, requirements: { disabled_reason: 'rejected.fraud' } });
  });

  it.each([
    [usBank('12'), 'account_number_invalid'],
    [{ object: 'card', number: '4242424242424242', exp_month: 3, exp_year: 2034 }, 'invalid_card_type'],
    [{ object: 'card', number: '4000056655665557', exp_month: 3, exp_year: 2034 }, 'incorrect_number'],
  ])('has no account that Stripe refuses: %j', async (external, code) => {
    expect(await failure(recipient(external))).toMatchObject({ code });
  });
});

describe('a transfer', () => {
  it('is reversed in parts until nothing is left', async () => {
    const { transfer, id } = await funded('parts');
    expect(transfer).toMatchObject({ amount: 6540, reversed: false, destination: id, transfer_group: 'parts' });
    await client.transfers.createReversal(transfer.id, { amount: 40 });
    const more = await failure(client.transfers.createReversal(transfer.id, { amount: 6501 }));
    expect(more).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(await client.transfers.createReversal(transfer.id)).toMatchObject({ amount: 6500, transfer: transfer.id });
    expect(await client.transfers.retrieve(transfer.id)).toMatchObject({
      reversed: true,
      amount_reversed: 6540,
      reversals: { data: [{ amount: 40 }, { amount: 6500 }] },
    });
    expect((await failure(client.transfers.createReversal(transfer.id))).message).toContain('fully reversed');
    expect(await effects('parts')).toEqual(['transfer', 'transfer_return', 'transfer_return']);
  });

  it('is listed by its group, and by its destination', async () => {
    const { transfer, id } = await funded('listed');
    for (const filter of [{ transfer_group: 'listed' }, { destination: id }])
      expect((await client.transfers.list(filter)).data.map((one) => one.id)).toEqual([transfer.id]);
  });

  it('is made once for its key, and its refusal is repeated', async () => {
    const { id } = await recipient();
    const params = { amount: 100, currency: 'usd', destination: id, metadata: { order_id: 'once' } };
    const key = { idempotencyKey: 'op_transfer' };
    const [first, again] = [await client.transfers.create(params, key), await client.transfers.create(params, key)];
    expect(again.id).toBe(first.id);
    expect(await effects('once')).toEqual(['transfer']);

    const poor = { amount: 101, currency: 'usd' };
    const as = { stripeAccount: id, idempotencyKey: 'op_poor' };
    expect(await failure(client.payouts.create(poor, as))).toMatchObject({ code: 'balance_insufficient' });
    await transferTo(id, 'more', 100);
    expect(await failure(client.payouts.create(poor, as))).toMatchObject({ code: 'balance_insufficient' });
    expect(await client.payouts.create(poor, { stripeAccount: id, idempotencyKey: 'op_new' })).toMatchObject({
      amount: 101,
    });
  });

  it('to an account that does not exist is refused', async () => {
    expect(await failure(transferTo('acct_none', 'none'))).toMatchObject({ code: 'resource_missing' });
  });
});

describe('a payout', () => {
  it('is pending, then paid, and leaves nothing to reverse', async () => {
    const { as, added, transfer } = await funded('paid');
    const payout = await pay(as, 'paid');
    expect(payout).toMatchObject({
      status: 'pending',
      method: 'standard',
      destination: added.id,
      type: 'bank_account',
    });
    expect(await ended(payout.id, as)).toMatchObject({ status: 'paid', failure_code: null });
    expect(await failure(client.transfers.createReversal(transfer.id))).toMatchObject({ code: 'balance_insufficient' });
    expect(await failure(pay(as, 'twice'))).toMatchObject({ code: 'balance_insufficient' });
    expect(await effects('paid')).toEqual(['transfer', 'payout']);
    expect((await client.payouts.list({}, as)).data.map(({ id }) => id)).toEqual([payout.id]);
    expect((await client.payouts.list()).data).toEqual([]);
  });

  it.each([
    ['000111111116', 'no_account'],
    ['000111111113', 'account_closed'],
    ['000222222227', 'insufficient_funds'],
    ['000333333335', 'debit_not_authorized'],
    ['000444444440', 'invalid_currency'],
  ])('to the account %s fails with %s, and its money can be taken back', async (number, code) => {
    const { as, transfer } = await funded(code, usBank(number));
    const payout = await ended((await pay(as, code)).id, as);
    expect(payout).toMatchObject({ status: 'failed', failure_code: code });
    await client.transfers.createReversal(transfer.id);
    expect(await effects(code)).toEqual(['transfer', 'transfer_return']);
  });

  it('to a debit card may be instant; one to a bank account may not', async () => {
    const card = { object: 'card', number: '4000056655665556', exp_month: 3, exp_year: 34, currency: 'usd' };
    const { as, added } = await funded('card', card);
    expect(added).toMatchObject({ object: 'card', brand: 'Visa', funding: 'debit', last4: '5556', exp_year: 2034 });
    const payout = await pay(as, 'card', { method: 'instant', destination: added.id });
    expect(payout).toMatchObject({ method: 'instant', type: 'card' });
    const bank = await funded('bank');
    expect(await failure(pay(bank.as, 'bank', { method: 'instant' }))).toMatchObject({
      code: 'instant_payouts_unsupported',
    });
  });

  it('is cancelled while it is pending', async () => {
    const { as, transfer } = await funded('cancelled');
    const { id } = await pay(as, 'cancelled');
    expect(await client.payouts.cancel(id, {}, as)).toMatchObject({ status: 'canceled' });
    expect((await failure(client.payouts.cancel(id, {}, as))).message).toContain('while they are pending');
    await client.transfers.createReversal(transfer.id);
    expect(await effects('cancelled')).toEqual(['transfer', 'transfer_return']);
  });

  it('comes back by another payout', async () => {
    const { as } = await funded('back');
    const { id } = await pay(as, 'back');
    expect((await failure(client.payouts.reverse(id, {}, as))).message).toContain('cannot be reversed');
    await ended(id, as);
    const back = await client.payouts.reverse(id, {}, as);
    expect(back).toMatchObject({ amount: -6540, original_payout: id });
    expect(await client.payouts.retrieve(id, {}, as)).toMatchObject({ status: 'paid', reversed_by: back.id });
    expect(await effects('back')).toEqual(['transfer', 'payout', 'payout_return']);
  });

  it.each([
    [{ currency: 'eur' }, 'resource_missing'],
    [{ destination: 'ba_none' }, 'resource_missing'],
    [{ amount: 6541 }, 'balance_insufficient'],
  ])('with %j is refused', async (rest, code) => {
    const { as } = await funded('refused');
    expect(await failure(pay(as, 'refused', rest))).toMatchObject({ statusCode: 400, code });
  });
});

it('events about recipients and payouts go to the endpoint of connected accounts, others to the merchant’s own', async () => {
  const url = await stripe.listen();
  for (const [secret, connect] of [
    ['whsec_own', false],
    ['whsec_connect', true],
  ] as const)
    await stripe.sandbox.call('POST', '/control/stripe/webhook_endpoints', { url, secret, connect });
  const { id, as, transfer } = await funded('events');
  const payout = await pay(as, 'events');
  await until(
    () => stripe.typesAbout(payout.id),
    (types) => types.length === 2,
  );
  expect(stripe.typesAbout(payout.id)).toEqual(['payout.created', 'payout.paid']);
  expect(stripe.typesAbout(transfer.id)).toEqual(['transfer.created']);
  expect(stripe.typesAbout(id)).toEqual(['account.updated', 'account.updated']);
  for (const { headers, body, event } of stripe.delivered) {
    const secret = event.type.startsWith('transfer.') ? 'whsec_own' : 'whsec_connect';
    const signature = String(headers['stripe-signature']);
    expect(client.webhooks.constructEvent(body, signature, secret).account).toBe(
      event.type.startsWith('transfer.') ? undefined : id,
    );
  }
});

it('a payout settles also after a restart', async () => {
  const before = await RunningStripe.start({ SANDBOX_STRIPE_SETTLE_AFTER: '1500ms' });
  const { folder } = before.sandbox;
  const { id } = await before.client.accounts.create({ ...custom, ...known });
  const as = { stripeAccount: id };
  await before.client.accounts.createExternalAccount(id, { external_account: usBank() } as never);
  await before.client.transfers.create({ amount: 100, currency: 'usd', destination: id });
  const payout = await before.client.payouts.create({ amount: 100, currency: 'usd' }, as);
  await before.stop({ retainLedger: true });
  const after = await RunningStripe.start({}, folder);
  const paid = await until(
    () => after.clientWith(secretKey).payouts.retrieve(payout.id, {}, as),
    ({ status }) => status !== 'pending',
  );
  expect(paid.status).toBe('paid');
  await after.stop();
});

it('every response matches Stripe’s published description', () => {
  expect(stripe.problems()).toEqual([]);
  expect(stripe.described()).toBeGreaterThan(60);
});
