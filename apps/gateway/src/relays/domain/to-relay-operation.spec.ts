import { errorBody, isRefusal } from '@payorch/contracts';
import type { RelayRequest } from '@payorch/rest';
import { checkUnreferencedRefund } from './check-unreferenced-refund';
import { resourceIdOf, toRelayOperation } from './to-relay-operation';

const request = (more: Partial<RelayRequest>): RelayRequest => ({
  ...{ connector_resource_id: 'pi_1', connector_id: 'mca_1', type: 'refund' },
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
      ...[400, 'IR_07', 'Invalid value provided: connector_resource_id'],
    ]),
);

it.each(['pi_3MtwBwLkdIwHu7ix28a3tqPa', '8835513921644842', 'a.b-c:d=='])('the id %s of an object is sent', (id) =>
  expect(resourceIdOf(request({ connector_resource_id: id }))).toBe(id),
);

describe('a refund without a charge', () => {
  const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '2035' };
  const data = { amount: 500, currency: 'USD', customer_id: 'cus_1', recipient_payment_method_data: { card } } as const;

  it.each<[string, Partial<RelayRequest>, unknown]>([
    ['as requested passes', { type: 'unreferenced_refund', data: { unreferenced_refund: data } }, undefined],
    [
      'of another type is refused',
      { data: { refund } },
      [422, 'IR_06', 'Invalid relay request for unreferenced refund'],
    ],
    [
      'of nothing is refused',
      { type: 'unreferenced_refund', data: { unreferenced_refund: { ...data, amount: 0 } } },
      [400, 'IR_16', 'Amount must be greater than 0'],
    ],
  ])('%s', (_, sent, result) => expect(asWire(checkUnreferencedRefund(request(sent)))).toEqual(result));
});
