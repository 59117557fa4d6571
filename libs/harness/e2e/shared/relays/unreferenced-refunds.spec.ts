import { randomBytes } from 'node:crypto';
import {
  aMerchant,
  cards,
  connectorBody,
  eventually,
  ok,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { allApps } from '@payorch/provisioning';
import { cardRefundsTo } from '../../support/foreign-objects';
import { findMarkers, numberForms, testCardTrace, type Marker } from '../../support/card-markers';
import { recordsIn } from '../../support/records';
import { dump, ledger, logs, redis, topics } from '../../support/stored-traces';
import { absent, idLike, precondition, refusal, statusAndBody, wrongFormat, wrongValue } from '../../support/wire';

const system = sharedSystem();
const noRelay = refusal(404, 'IR_37', 'relay not found');
let merchant: TestMerchant;
let account: string;
beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: ['adyen_test', 'stripe_test'] });
  account = merchant.connectors['adyen_test']!.merchant_connector_id;
});

interface Refund {
  readonly name: string;
  readonly card?: object;
  readonly more?: object;
}

const aName = (): string => `goodwill-${randomBytes(6).toString('hex')}`;
const profile = () => ({ 'x-profile-id': merchant.profileId });
const recipient = (card: object = {}) => ({
  card_number: cards.succeeds,
  card_exp_month: '10',
  card_exp_year: '2035',
  card_holder_name: 'Jo Doe',
  ...card,
});
const bodyOf = ({ name, card, more }: Refund) => ({
  connector_resource_id: name,
  connector_id: account,
  type: 'unreferenced_refund',
  data: {
    unreferenced_refund: {
      amount: 600,
      currency: 'USD',
      customer_id: 'customer_1001',
      recipient_payment_method_data: { card: recipient(card) },
      ...more,
    },
  },
});
const post = (refund: Refund, headers: Record<string, string> = {}, by = merchant): Promise<Answer> =>
  by.api.post('/relay/unreferenced_refund', bodyOf(refund), { ...profile(), ...headers });
const seen = async ({ id }: Json, query = ''): Promise<Json> =>
  ok(await merchant.api.get(`/relay/${id}${query}`, profile()));

it('a refund without a charge sends the money once, and is shown without its card number', async () => {
  const name = aName();
  const made = ok(await post({ name, card: { card_number: '4242 4242 4242 4242' } }));
  expect(made).toEqual({
    id: idLike('relay'),
    status: 'success',
    connector_resource_id: name,
    error: null,
    connector_reference_id: expect.any(String),
    connector_id: account,
    profile_id: merchant.profileId,
    type: 'unreferenced_refund',
    data: {
      unreferenced_refund: {
        amount: 600,
        currency: 'USD',
        customer_id: 'customer_1001',
        recipient_payment_method_data: {
          card: {
            card_number: '424242******4242',
            card_holder_name: null,
            card_exp_month: '10',
            card_exp_year: '2035',
          },
        },
      },
    },
  });
  expect(await seen(made)).toEqual(made);
  expect(await seen(made, '?force_sync=true')).toEqual(made);
  expect(cardRefundsTo(system, name)).toEqual(['unreferenced_refund 600 to customer_1001']);
});

it('a card that the processor declines fails the refund, and no money moves', async () => {
  const name = aName();
  expect(ok(await post({ name, card: { card_number: cards.declined } }))).toMatchObject({
    status: 'failure',
    connector_reference_id: null,
    error: { code: 'DC_08', message: 'Payment declined: Card declined' },
  });
  expect(cardRefundsTo(system, name)).toEqual([]);
});

const arm = async (fault: string, card: string) => {
  const match = { kind: 'unreferenced_refund', card };
  ok(await system.sandbox.post('/control/faults', { match, fault, times: 1 }));
};
const untilKnown = (made: Json, status: string) =>
  eventually(async () => {
    const now = await seen(made, '?force_sync=true');
    return now.status === status && now;
  });

it('a refund whose answer is lost stays pending until a sync, and is not sent again', async () => {
  const [name, card_number] = [aName(), '5555555555554444'];
  await arm('execute_then_drop', card_number);
  const made = ok(await post({ name, card: { card_number } }));
  expect([made.status, made.error]).toEqual(['pending', null]);
  expect(await untilKnown(made, 'success')).toMatchObject({ id: made.id, error: null });
  expect(cardRefundsTo(system, name)).toEqual(['unreferenced_refund 600 to customer_1001']);
});

it('a refund that the processor may have lost is not sent again, and fails once the processor knows of none', async () => {
  const [name, card_number] = [aName(), '378282246310005'];
  await arm('fail_500', card_number);
  const made = ok(await post({ name, card: { card_number } }));
  expect(made).toMatchObject({ status: 'pending', error: null });
  await eventually(async () => (await seen(made, '?force_sync=true')).status === 'failure', { withinMs: 60_000 });
  expect(cardRefundsTo(system, name)).toEqual([]);
});

it('a refund of another amount than requested waits for a person', async () => {
  const [name, card_number] = [aName(), '6011111111111117'];
  await arm('wrong_amount:kept', card_number);
  expect(ok(await post({ name, card: { card_number } }))).toMatchObject({ status: 'pending', error: { code: 'IE' } });
  expect(cardRefundsTo(system, name)).toEqual(['unreferenced_refund 601 to customer_1001']);
});

it('a repeated request under its key gets the same relay, and the processor one refund', async () => {
  const name = aName();
  const headers = { 'x-idempotency-key': aName() };
  const first = await post({ name }, headers);
  const again = await post({ name }, headers);
  expect([again.status, again.text]).toEqual([200, first.text]);
  const other = await post({ name, card: { card_number: '5555555555554444' } }, headers);
  expect([other.status, other.body.error.code]).toEqual([422, 'IR_06']);
  expect(cardRefundsTo(system, name)).toEqual(['unreferenced_refund 600 to customer_1001']);
});

it('the public events of the relay have a version each, and say nothing of the card or the customer', async () => {
  const made = ok(await post({ name: aName() }));
  const events = await eventually(async () => {
    const found = (await recordsIn(system, ['relays.lifecycle']))
      .map(({ value }) => JSON.parse(String(value)) as Json)
      .filter(({ relayId }) => relayId === made.id);
    return found.length === 2 ? found : undefined;
  });
  expect(events.map(({ version, status, type }: Json) => [version, status, type])).toEqual([
    [1, 'pending', 'unreferenced_refund'],
    [2, 'success', 'unreferenced_refund'],
  ]);
  expect(JSON.stringify(events)).not.toMatch(/customer_1001/);
  expect(JSON.stringify(events)).not.toMatch(testCardTrace);
});

it('no table, topic, key, log or ledger has the number of the card, or the name of its holder', async () => {
  const [card_number, card_holder_name] = ['4000000000070179', 'Wilhelmina Ashgrove'];
  expect(ok(await post({ name: aName(), card: { card_number, card_holder_name } })).status).toBe('success');
  const places = [
    ...(await dump(system)),
    ...(await topics(system)),
    ...(await redis(system)),
    ...[...logs(system, allApps), ledger(system)],
  ];
  const number: Marker = { name: 'number', text: card_number };
  expect(findMarkers(places, [number], numberForms)).toEqual([]);
  expect(places.filter(({ content }) => content.includes(card_holder_name)).map(({ name }) => name)).toEqual([]);
});

it('a relay keeps nothing that the deletion of its customer would have to erase', async () => {
  const customer_id = `customer_${randomBytes(4).toString('hex')}`;
  ok(await merchant.api.post('/customers', { customer_id, name: 'Ada Quill', email: 'ada@quill.example' }));
  const made = ok(await post({ name: aName(), more: { customer_id } }));
  ok(await merchant.api.raw('DELETE', `/customers/${customer_id}`));
  expect(await seen(made)).toEqual(made);
});

describe('a refund without a charge is refused', () => {
  const place = 'data.unreferenced_refund.recipient_payment_method_data.card';

  it.each<[string, Omit<Refund, 'name'>, object]>([
    [
      'a wrong card number',
      { card: { card_number: '4242424242424241' } },
      wrongFormat(`${place}.card_number`, 'a valid card number'),
    ],
    ['an expired card', { card: { card_exp_year: '2020' } }, precondition('Invalid Expiry Year')],
    ['an amount of zero', { more: { amount: 0 } }, precondition('Amount must be greater than 0')],
    [
      'no customer',
      { more: { customer_id: '' } },
      wrongValue('data.unreferenced_refund.customer_id', '1 to 64 letters, digits, _ and -'),
    ],
  ])('with %s', async (_, sent, refused) => {
    const name = aName();
    const { status, body } = statusAndBody(await post({ name, ...sent }));
    const { fields: _fields, ...error } = body.error;
    expect({ status, body: { error } }).toMatchObject(refused);
    expect(cardRefundsTo(system, name)).toEqual([]);
  });

  it('for a profile of another merchant, and for another profile of the same one', async () => {
    const other = await aMerchant(system);
    const foreign = { 'x-profile-id': other.profileId };
    const name = aName();
    expect((await post({ name }, foreign)).status).toBe(401);
    expect(statusAndBody(await post({ name }, foreign, other))).toEqual(
      absent('Merchant connector account does not exist in our records', { reason: account }),
    );
    const path = `/account/${merchant.merchantId}/business_profile`;
    const { profile_id } = ok(await merchant.api.post(path, { profile_name: 'second' }));
    const second = { 'x-profile-id': profile_id as string };
    expect((await post({ name }, second)).body.error.code).toBe('HE_02');
    const made = ok(await post({ name: aName() }));
    for (const query of ['', '?force_sync=true']) {
      expect(statusAndBody(await merchant.api.get(`/relay/${made.id}${query}`, second))).toEqual(noRelay);
      expect(statusAndBody(await other.api.get(`/relay/${made.id}${query}`, foreign))).toEqual(noRelay);
    }
    expect(cardRefundsTo(system, name)).toEqual([]);
  });

  it('at a disabled account, and with a publishable key', async () => {
    const details = { profile_id: merchant.profileId, connector_label: 'disabled', disabled: true };
    const path = `/account/${merchant.merchantId}/connectors`;
    const made = ok(await merchant.api.post(path, connectorBody('adyen_test', details)));
    const body = { ...bodyOf({ name: aName() }), connector_id: made.merchant_connector_id };
    const answer = await merchant.api.post('/relay/unreferenced_refund', body, profile());
    expect(answer.body.error.code).toBe('HE_03');
    expect((await merchant.client.post('/relay/unreferenced_refund', body, profile())).status).toBe(401);
  });
});
