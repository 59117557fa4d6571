import {
  aMerchant,
  cardFields,
  cards,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { absent, merchantOnly, missing, statusAndBody } from '../../support/wire';
import { comparison } from './algorithms';

const system = sharedSystem();
const path = '/routing/decision/surcharge';
const json = { 'content-type': 'application/json' };

const rate = (percentage: number, tax: number | null = null) => ({
  surcharge_details: {
    surcharge: { type: 'rate', value: { percentage } },
    tax_on_surcharge: tax === null ? null : { percentage: tax },
  },
});
const fixed = (amount: number) => ({ surcharge_details: { surcharge: { type: 'fixed', value: { amount } } } });
const rule = (connectorSelection: object, lhs: string, value: string) => ({
  name: `${lhs} ${value}`,
  connectorSelection,
  statements: [{ condition: [comparison(lhs, 'equal', 'enum_variant', value)] }],
});
/** Visa costs 2.75 % and the tax of 19 % on that, an Alipay payment 0.35. */
const rules = {
  defaultSelection: {},
  metadata: {},
  rules: [rule(rate(2.75, 19), 'card_network', 'Visa'), rule(fixed(35), 'wallet', 'ali_pay')],
};
const configs = { merchant_surcharge_configs: { show_surcharge_breakup_screen: true } };
const put = ({ api }: TestMerchant, body: object) => api.raw('PUT', path, JSON.stringify(body), json);

// 65.40 × 2.75 % = 1.7985, and 19 % of 1.80 = 0.342
const ofVisa = {
  surcharge: { type: 'rate', value: { percentage: 2.75 } },
  tax_on_surcharge: { percentage: 19 },
  display_surcharge_amount: 1.8,
  display_tax_on_surcharge_amount: 0.34,
  display_total_surcharge_amount: 2.14,
};
const charged = { surcharge_details: { surcharge_amount: 180, tax_amount: 34 }, net_amount: 6754 };

describe('surcharge rules', () => {
  let merchant: TestMerchant;
  beforeAll(async () => {
    merchant = await aMerchant(system);
  });

  it('are set, shown, replaced and deleted', async () => {
    const other = await aMerchant(system);
    expect(statusAndBody(await other.api.get(path))).toEqual(absent('Resource ID does not exist in our records'));
    expect(statusAndBody(await put(other, { name: 'Ours', ...configs }))).toEqual(missing('algorithm'));
    const record = ok(await put(other, { name: 'Ours', ...configs, algorithm: rules }));
    expect(record).toEqual({
      name: 'Ours',
      ...configs,
      algorithm: rules,
      created_at: expect.any(Number) as number,
      modified_at: record.created_at as number,
    });
    expect(ok(await other.api.get(path))).toEqual(record);
    const wrong = { ...rules, defaultSelection: rate(100.001), rules: [rule(fixed(-1), 'card_type', 'credit')] };
    const refused = await put(other, { ...configs, algorithm: wrong });
    expect((refused.body.error.fields as Json[]).map(({ field }) => field as string)).toEqual([
      'algorithm.defaultSelection.surcharge_details.surcharge.value.percentage',
      'algorithm.rules[0].connectorSelection.surcharge_details.surcharge.value.amount',
      'algorithm.rules[0].statements[0].condition[0].lhs',
    ]);
    const deleted = await other.api.raw('DELETE', path);
    expect([deleted.status, deleted.text]).toEqual([200, '']);
    expect(statusAndBody(await other.api.get(path))).toEqual(absent('Resource ID does not exist in our records'));
  });

  describe('of a merchant', () => {
    beforeAll(async () => {
      ok(await put(merchant, { name: 'Ours', ...configs, algorithm: rules }));
    });

    const open = async (more: object = {}): Promise<Json> =>
      ok(await merchant.api.post('/payments', { amount: 6540, currency: 'EUR', confirm: false, ...more }));
    const confirm = ({ payment_id, client_secret }: Json, total?: string, more: object = cardFields(cards.succeeds)) =>
      merchant.client.post(
        `/payments/${payment_id}/confirm`,
        { client_secret, ...more },
        total === undefined ? {} : { 'x-shown-total': total },
      );

    it('show what a payment method costs, and charge it', async () => {
      const payment = await open();
      expect(payment).toMatchObject({ surcharge_details: null, net_amount: 6540 });
      const { payment_id, client_secret } = payment;
      const list = ok(await merchant.client.get(`/account/payment_methods?client_secret=${client_secret}`));
      expect(list.show_surcharge_breakup_screen).toBe(true);
      const [credit] = (list.payment_methods as Json[])
        .flatMap((method) => method.payment_method_types as Json[])
        .filter((one) => one.payment_method_type === 'credit');
      const ofNetwork = (name: string): unknown =>
        (credit!.card_networks as Json[]).find(({ card_network }) => card_network === name)?.surcharge_details;
      expect([ofNetwork('Visa'), ofNetwork('Mastercard')]).toEqual([ofVisa, null]);
      const eligible = ok(
        await merchant.client.post(`/payments/${payment_id}/eligibility`, {
          client_secret,
          payment_method_type: 'card',
          payment_method_data: { card: { card_number: cards.succeeds } },
        }),
      );
      expect(eligible.surcharge_details).toEqual(ofVisa);
      const paid = ok(await confirm(payment));
      expect(paid).toMatchObject({ status: 'succeeded', amount: 6540, amount_received: 6754, ...charged });
      expect(ok(await merchant.api.get(`/payments/${payment_id}`))).toMatchObject(charged);
      const refund = (amount: number) => merchant.api.post('/refunds', { payment_id, amount });
      expect((await refund(6755)).status).toBe(400);
      expect(ok(await refund(6754))).toMatchObject({ amount: 6754 });
    });

    it('a confirmation is for the total that its customer has seen', async () => {
      const payment = await open();
      expect(statusAndBody(await confirm(payment, 'EUR 65.40'))).toMatchObject({
        status: 400,
        body: { error: { code: 'IR_16', total: 'EUR 67.54' } },
      });
      expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`))).toMatchObject({
        status: 'requires_payment_method',
        attempt_count: 1,
        net_amount: 6540,
      });
      expect(ok(await confirm(payment, 'EUR 67.54'))).toMatchObject({ status: 'succeeded', ...charged });
    });

    it('what is authorized is captured with the surcharge', async () => {
      const held = ok(await merchant.api.post('/payments', paymentBody({ currency: 'EUR', capture_method: 'manual' })));
      expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 6754, ...charged });
      const capture = (amount_to_capture: number) =>
        merchant.api.post(`/payments/${held.payment_id}/capture`, { amount_to_capture });
      expect((await capture(6755)).status).toBe(422);
      expect(ok(await capture(6754))).toMatchObject({ status: 'succeeded', amount_received: 6754 });
    });

    it('the merchant’s own surcharge wins, also one of zero', async () => {
      const own = { surcharge_details: { surcharge_amount: 0, tax_amount: null } };
      const paid = ok(await merchant.api.post('/payments', paymentBody({ currency: 'EUR', ...own })));
      expect(paid).toMatchObject({ status: 'succeeded', net_amount: 6540, amount_received: 6540 });
      const payment = await open({ surcharge_details: { surcharge_amount: 5 } });
      expect(ok(await confirm(payment))).toMatchObject({ net_amount: 6545, amount_received: 6545 });
    });

    it('a browser sends none', async () => {
      const payment = await open();
      const more = { ...cardFields(cards.succeeds), surcharge_details: { surcharge_amount: 180, tax_amount: 34 } };
      expect(statusAndBody(await confirm(payment, undefined, more))).toEqual(merchantOnly('surcharge_details'));
    });

    it('a charge without its customer has none', async () => {
      const paid = ok(await merchant.api.post('/payments', paymentBody({ currency: 'EUR', off_session: true })));
      expect(paid).toMatchObject({ surcharge_details: null, amount_received: 6540 });
    });
  });
});
