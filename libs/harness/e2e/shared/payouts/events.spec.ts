import { randomInt } from 'node:crypto';
import { aReceiver, eventually, ok, sharedSystem, type Json, type Receiver, type TestMerchant } from '@payorch/harness';
import { allApps } from '@payorch/provisioning';
import { encodingsOf, findMarkers, numberForms, type Marker } from '../../support/card-markers';
import {
  aPayoutMerchant,
  aReportedPayoutMerchant,
  createdPayout,
  destinationsOf,
  ibanOf,
  retrievePayout,
  toBank,
  toCard,
  toIban,
  toWallet,
  untilPayoutIs,
} from '../../support/payouts';
import { findPersonal, personalMarkers } from '../../support/personal-markers';
import { recordsIn } from '../../support/records';
import { dump, ledger, logs, redis, topics } from '../../support/stored-traces';

jest.setTimeout(60_000);

const system = sharedSystem();
let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
  merchant = await aReportedPayoutMerchant(system, {
    account: { webhook_details: { webhook_url: receiver.url } },
    connectors: ['pretendpay', 'stripe_test'],
  });
});
afterAll(() => receiver?.close());

const playing = (digits: string) => ({ connector: ['pretendpay'], ...destinationsOf['card']!({ name: '', digits }) });

/** The webhooks about a payout, each event once, in the order of their first delivery. */
const webhooksOf = (payoutId: string): Json[] => {
  const all = receiver.calls.map(({ body }) => JSON.parse(body) as Json);
  const own = all.filter(({ content }) => content.object.payout_id === payoutId);
  return [...new Map(own.map((event) => [event.event_id as string, event])).values()];
};
const untilWebhooks = (payoutId: string, count: number): Promise<Json[]> =>
  eventually(() => {
    const seen = webhooksOf(payoutId);
    return seen.length >= count ? seen : undefined;
  });

describe('the webhook', () => {
  const cancel = async (id: string) => void ok(await merchant.api.post(`/payouts/${id}/cancel`));
  const asItIs = () => Promise.resolve();
  it.each<[string, object, string, (id: string) => Promise<void>]>([
    ['payout_success', {}, 'success', asItIs],
    ['payout_failed', playing('0002'), 'failed', asItIs],
    ['payout_cancelled', { confirm: false }, 'cancelled', cancel],
  ])('%s has the payout as it was then', async (type, body, status, act) => {
    const { payout_id: id } = await createdPayout(merchant, body);
    await act(id);
    const payout = await retrievePayout(merchant, id);
    expect(payout.status).toBe(status);
    expect(await untilWebhooks(id, 1)).toEqual([
      {
        merchant_id: merchant.merchantId,
        processor_merchant_id: merchant.merchantId,
        event_id: expect.any(String),
        event_type: type,
        content: { type: 'payout_details', object: payout },
        timestamp: expect.any(String),
      },
    ]);
  });

  it('of each status has the status of its own moment', async () => {
    const [initiated, reversed] = await Promise.all(
      ['0051', '0069'].map((digits) => createdPayout(merchant, playing(digits))),
    );
    const states = async ({ payout_id }: Json) =>
      (await untilWebhooks(payout_id, 2)).map(({ event_type, content }) => [event_type, content.object.status]);
    expect(await states(initiated)).toEqual([
      ['payout_initiated', 'initiated'],
      ['payout_success', 'success'],
    ]);
    expect(await states(reversed)).toEqual([
      ['payout_success', 'success'],
      ['payout_reversed', 'reversed'],
    ]);
  });

  it('expired follows the declaration of an operator', async () => {
    const { payout_id: id } = await createdPayout(merchant, playing('0127'));
    const body = { payout_attempt_id: `${id}_1`, merchant_id: merchant.merchantId, status: 'expired' };
    const headers = { 'content-type': 'application/json' };
    const answer = await system.admin.raw('PUT', `/payouts/${id}/manual-update`, JSON.stringify(body), headers);
    expect(answer.status).toBe(200);
    const [event] = await untilWebhooks(id, 1);
    expect(event).toMatchObject({ event_type: 'payout_expired', content: { object: { status: 'expired' } } });
  });
});

describe('the topic payouts.lifecycle', () => {
  const eventsOf = async (payoutId: string): Promise<[version: number, type: string, status: string][]> =>
    (await recordsIn(system, ['payouts.lifecycle']))
      .map(({ value, headers }) => [JSON.parse(String(value)) as Json, String(headers['ce_type'])] as const)
      .filter(([event]) => event.payoutId === payoutId)
      .map(([event, type]) => [event.version, type, event.status]);

  it('has each version once, in order', async () => {
    const { payout_id: id } = await createdPayout(merchant, playing('0069'));
    await untilPayoutIs(merchant, id, 'reversed');
    const events = await eventually(async () => {
      const seen = await eventsOf(id);
      return seen.at(-1)?.[2] === 'reversed' ? seen : undefined;
    });
    expect(events.map(([version]) => version)).toEqual(events.map((_, at) => at + 1));
    const types = events.map(([, type]) => type).filter((type) => type !== 'payout.updated');
    expect(types).toEqual(['payout.created', 'payout.succeeded', 'payout.reversed']);
  });

  it('has an ineligible recipient, who has no webhook', async () => {
    const other = await aPayoutMerchant(system, { connectors: ['adyen_test'] });
    const { payout_id: id } = await createdPayout(other, {
      ...destinationsOf['card']!({ name: '', digits: '0119' }),
    });
    const last = await eventually(async () => (await eventsOf(id)).find(([, type]) => type === 'payout.ineligible'));
    expect(last[2]).toBe('ineligible');
  });
});

it('no table, topic, key, log or ledger has a number or an address of a destination, or the name of its holder', async () => {
  const mark = personalMarkers();
  const digits = (count: number) => Array.from({ length: count }, () => randomInt(1, 10)).join('');
  const [account, sorted, phone, key] = [digits(12), digits(8), `1${digits(10)}`, digits(11)];
  const iban = ibanOf(`RABO${digits(10)}`);
  const [card, dpan] = ['4000000000070179', '4000000000070187'];
  const holder = { account_holder_name: mark.text('holder') };
  const ways = [
    toCard(card),
    toBank({ bank_account_number: account, bank_routing_number: '110000000', ...holder }),
    toBank({ bank_account_number: sorted, bank_sort_code: '200000', ...holder }),
    toIban(iban),
    toBank({ pix_key: mark.email('pix') }),
    toBank({ pix_key: key }),
    toWallet({ paypal: { email: mark.email('paypal') } }),
    toWallet({ venmo: { telephone_number: `+${phone}` } }),
    toWallet({
      apple_pay_decrypt: { dpan, expiry_month: '10', expiry_year: '35', card_holder_name: mark.text('device') },
    }),
  ];
  const customer = { name: mark.text('recipient'), email: mark.email('recipient') };
  for (const way of ways)
    await createdPayout(merchant, {
      connector: ['pretendpay'],
      customer_id: undefined,
      customer,
      billing: { address: { line1: mark.text('street') } },
      ...way,
    });
  await eventually(() => receiver.calls.some(({ body }) => body.includes(mark.text('recipient'))));
  const places = [
    ...(await dump(system)),
    ...(await topics(system)),
    ...(await redis(system)),
    ...[...logs(system, allApps), ledger(system)],
  ];
  const markersOf = (texts: Record<string, string>): Marker[] =>
    Object.entries(texts).map(([name, text]) => ({ name, text }));
  expect(findMarkers(places, markersOf({ card, dpan }), numberForms)).toEqual([]);
  const accounts = markersOf({ account, sorted, phone, key, iban, 'account of the iban': iban.slice(8) });
  expect(findMarkers(places, accounts, ({ text }) => encodingsOf(text))).toEqual([]);
  expect(findPersonal(places, mark.stems)).toEqual([]);
});
