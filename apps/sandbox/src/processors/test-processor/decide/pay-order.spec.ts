import type { Order } from '../order';
import { approveOrder, createOrder, type OrderRequest } from './create-order';
import type { PaymentRequest } from './create-payment';
import { payOrder } from './pay-order';

const moment = { nowMs: 1_000, newId: (prefix: string) => `${prefix}_1` };
const request: OrderRequest = {
  connector: 'paypal_test',
  account: 'digest',
  reference: 'op_1',
  amount: 6540,
  currency: 'USD',
  capture: 'automatic',
};
const payment: PaymentRequest = {
  ...request,
  reference: 'op_2',
  multicapture: false,
  overcapture: false,
  partial: false,
  method: { type: 'other', method: 'wallet', data: 'wallet.paypal_sdk', name: 'Paypal' },
  attemptReference: null,
  returnUrl: null,
  webhooks: null,
};
const created = createOrder(request, moment, {}).order!;
const approved = approveOrder(created).order!;
const pay = (order: Order | undefined, change: Partial<PaymentRequest> = {}) =>
  payOrder(order, { ...payment, ...change }, moment, {});

it('an order waits for its customer, and moves no money', () => {
  expect(createOrder(request, moment, {})).toEqual({
    order: { ...request, id: 'order_1', status: 'created', createdMs: 1_000 },
  });
  expect(approveOrder(created)).toEqual({ order: { ...created, status: 'approved' } });
  expect(approveOrder(approved)).toEqual({});
});

it.each([
  ['automatic', 'succeeded', 'charge'],
  ['manual', 'requires_capture', 'authorize'],
] as const)('an approved order with the capture method %s is paid: %s', (capture, status, kind) => {
  const decision = pay({ ...approved, capture }, { capture });
  expect(decision).toMatchObject({
    order: { status: 'completed' },
    payment: { status },
    effect: { kind, amount: 6540 },
  });
});

it.each<[string, Order | undefined, Partial<PaymentRequest>, string]>([
  ['does not exist', undefined, {}, 'DC_09'],
  ['belongs to another account', approved, { account: 'other' }, 'DC_09'],
  ['belongs to another connector', approved, { connector: 'stripe_test' }, 'DC_09'],
  ['waits for its customer', created, {}, 'DC_10'],
  ['is paid', { ...approved, status: 'completed' }, {}, 'DC_11'],
  ['has another amount', approved, { amount: 6541 }, 'DC_12'],
  ['has another currency', approved, { currency: 'EUR' }, 'DC_12'],
  ['has another capture method', approved, { capture: 'manual' }, 'DC_12'],
])('an order that %s is not paid, and nothing changes', (_, order, change, code) =>
  expect(pay(order, change)).toEqual({ refusal: expect.objectContaining({ code }) as object }),
);
