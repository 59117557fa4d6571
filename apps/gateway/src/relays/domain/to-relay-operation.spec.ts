import { errorBody, isRefusal } from '@payorch/contracts';
import type { RecipientCardData, RelayRequest, RelayUnreferencedRefundData } from '@payorch/rest';
import { toUnreferencedRefund } from './to-unreferenced-refund';
import { resourceIdOf, toRelayOperation } from './to-relay-operation';

const request = (more: Partial<RelayRequest>): RelayRequest => ({
  connector_resource_id: 'pi_1',
  connector_id: 'mca_1',
  type: 'refund',
  ...more,
});
const usd = (amount: bigint) => ({ amount, currency: 'USD' });
const refund = { amount: 500, currency: 'USD' } as const;
const capture = { authorized_amount: 900, amount_to_capture: 500, currency: 'USD' } as const;
const increment = { total_amount: 900, additional_amount: 200, currency: 'USD' } as const;
const asWire = (result: unknown): unknown => {
  if (!isRefusal(result)) return result;
  const { status, body } = errorBody(result);
  return [status, body.error['code'], body.error['message']];
};

describe('the operation of a relay', () => {
  it.each<[string, Partial<RelayRequest>, object]>([
    ['a refund', { data: { refund } }, { type: 'refund', money: usd(500n), reason: null }],
    [
      'a capture',
      { type: 'capture', data: { capture: { ...capture, capture_method: 'manual' } } },
      { type: 'capture', money: usd(500n), authorized: usd(900n), captureMethod: 'manual' },
    ],
    [
      'an increment',
      { type: 'incremental_authorization', data: { incremental_authorization: increment } },
      { type: 'incremental_authorization', money: usd(900n), additional: 200n },
    ],
    [
      'a void',
      { type: 'void', data: { void: { amount: 500, cancellation_reason: 'late' } } },
      { type: 'void', amount: 500n, currency: null, reason: 'late' },
    ],
  ])('%s has the amounts of the request', (_, sent, operation) =>
    expect(toRelayOperation(request(sent))).toEqual(operation),
  );

  it.each<[string, Partial<RelayRequest>, readonly unknown[]]>([
    ['a refund without data', {}, [422, 'IR_06', 'Relay data is required for relay type refund']],
    ['a void without data', { type: 'void', data: null }, [422, 'IR_06', 'Relay data is required for relay type void']],
    ['data of another type', { type: 'capture', data: { refund } }, [400, 'IR_16', 'Invalid relay request']],
    [
      'an unreferenced refund on the route of the others',
      { type: 'unreferenced_refund', data: { refund } },
      [400, 'IR_16', 'Invalid relay request'],
    ],
    [
      'a refund of nothing',
      { data: { refund: { ...refund, amount: 0 } } },
      [400, 'IR_16', 'Amount should be greater than 0'],
    ],
    [
      'a void of less than nothing',
      { type: 'void', data: { void: { amount: -1 } } },
      [400, 'IR_16', 'Amount should be greater than 0'],
    ],
    [
      'a capture above the authorized amount',
      { type: 'capture', data: { capture: { ...capture, amount_to_capture: 901 } } },
      [400, 'IR_16', 'Capture Amount should be less than or equal to Authorized Amount'],
    ],
    [
      'one of several captures',
      { type: 'capture', data: { capture: { ...capture, capture_method: 'manual_multiple' } } },
      [501, 'IR_00', 'data.capture.capture_method manual_multiple is not implemented'],
    ],
    [
      'an increment of nothing authorized',
      {
        type: 'incremental_authorization',
        data: { incremental_authorization: { ...increment, additional_amount: 900 } },
      },
      [400, 'IR_16', 'Invalid relay request'],
    ],
  ])('%s is refused', (_, sent, refused) => expect(asWire(toRelayOperation(request(sent)))).toEqual(refused));
});

it.each(['', '.', '..', 'a/b', 'a?b', 'a#b', 'a%2fb', 'a b', 'x'.repeat(256)])(
  'the id %j of an object would be another URL at the processor, and is refused',
  (connector_resource_id) =>
    expect(asWire(resourceIdOf(request({ connector_resource_id })))).toEqual([
      ...[
        400,
        'IR_07',
        'Invalid value provided: connector_resource_id. Allowed: 1 to 255 letters, digits and _.:=+@~-',
      ],
    ]),
);

it.each(['pi_3MtwBwLkdIwHu7ix28a3tqPa', '8835513921644842', 'a.b-c:d=='])('the id %s of an object is sent', (id) =>
  expect(resourceIdOf(request({ connector_resource_id: id }))).toBe(id),
);

describe('a refund without a charge', () => {
  const now = new Date('2026-11-01T10:00:00Z');
  const card = { card_number: '4242 4242 4242 4242', card_exp_month: '10', card_exp_year: '2035' };
  const data = { amount: 500, currency: 'USD', customer_id: 'cus_1', recipient_payment_method_data: { card } } as const;
  const unreferenced = (changes: Partial<RelayUnreferencedRefundData> = {}): Partial<RelayRequest> => ({
    type: 'unreferenced_refund',
    data: { unreferenced_refund: { ...data, ...changes } },
  });
  const to = (changes: Partial<RecipientCardData>) =>
    unreferenced({ recipient_payment_method_data: { card: { ...card, ...changes } } });
  const place = 'data.unreferenced_refund.recipient_payment_method_data.card';

  it('has the amount, the customer and the card of the request', () =>
    expect(toUnreferencedRefund(request(unreferenced()), now)).toEqual({
      reference: 'pi_1',
      money: usd(500n),
      customerId: 'cus_1',
      card: { ...card, card_holder_name: null },
    }));

  it.each<[string, Partial<RelayRequest>, readonly unknown[]]>([
    ['of another type', { data: { refund } }, [422, 'IR_06', 'Invalid relay request for unreferenced refund']],
    ['of nothing', unreferenced({ amount: 0 }), [400, 'IR_16', 'Amount must be greater than 0']],
    [
      'without a card',
      unreferenced({ recipient_payment_method_data: {} }),
      [422, 'IR_06', 'Invalid relay request for unreferenced refund'],
    ],
    [
      'under a text that would be another URL',
      { ...unreferenced(), connector_resource_id: '../x' },
      [400, 'IR_07', 'Invalid value provided: connector_resource_id. Allowed: 1 to 255 letters, digits and _.:=+@~-'],
    ],
    ...['', 'a/b', 'x'.repeat(65)].map((customer_id): [string, Partial<RelayRequest>, readonly unknown[]] => [
      `to the customer ${customer_id.slice(0, 4)}`,
      unreferenced({ customer_id }),
      [
        400,
        'IR_07',
        'Invalid value provided: data.unreferenced_refund.customer_id. Allowed: 1 to 64 letters, digits, _ and -',
      ],
    ]),
    ...['4242424242424241', '4242', 'four'].map((card_number): [string, Partial<RelayRequest>, readonly unknown[]] => [
      `to the card ${card_number}`,
      to({ card_number }),
      [422, 'IR_05', `${place}.card_number contains invalid data. Expected format is a valid card number`],
    ]),
    ['to a card of month 13', to({ card_exp_month: '13' }), [400, 'IR_16', 'Invalid Expiry Month']],
    ['to a card of last month', to({ card_exp_month: '9', card_exp_year: '26' }), [400, 'IR_16', 'Card Expired']],
    ['to a card of last year', to({ card_exp_year: '2025' }), [400, 'IR_16', 'Invalid Expiry Year']],
  ])('%s is refused', (_, sent, refused) => {
    const result = toUnreferencedRefund(request(sent), now);
    expect(asWire(result)).toEqual(refused);
    expect(JSON.stringify(result)).not.toContain('4242424242424241');
  });
});
