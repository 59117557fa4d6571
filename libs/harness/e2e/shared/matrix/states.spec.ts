import {
  aMerchant,
  cardFields,
  cards,
  eventually,
  ok,
  paymentBody,
  type Answer,
  type Json,
  type TestMerchant,
  sharedSystem,
} from '@payorch/harness';
import { noPayment, notAllowed, precondition, refusal, statusAndBody, type StatusAndBody } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
  // The processor settles payments with this card long after these journeys.
  const fault = { match: { card: stays }, fault: 'pending_then_settled:600000:succeeded' };
  ok(await system.sandbox.post('/control/faults', fault));
});
afterAll(() => system.sandbox.raw('DELETE', '/control/faults'));

const stays = '5555555555554444';
const wrongAmountCard = '4000000000070096';

const post = (path: string, body: object = {}) => merchant.api.post(`/payments${path}`, body);
const pay = async (more: object = {}): Promise<Json> => ok(await post('', paymentBody(more)));
const authorized = (more: object = {}) => pay({ capture_method: 'manual', ...more });
const after = async (payment: Promise<Json>, action: string, body: object = {}): Promise<Json> =>
  ok(await post(`/${(await payment).payment_id}/${action}`, body));
const retrieve = async (id: string, query = ''): Promise<Json> => ok(await merchant.api.get(`/payments/${id}${query}`));

/** The processor charged another amount than requested: detected by a sync. */
async function conflicted(more?: object): Promise<Json> {
  const { payment_id } = await authorized({ ...cardFields(wrongAmountCard), capture_method: 'automatic', ...more });
  await eventually(async () => (await retrieve(payment_id)).status === 'conflicted', { withinMs: 20_000 });
  return retrieve(payment_id);
}

/** A payment in each status that the test processors support, with manual capture where possible. */
const statuses: Readonly<Record<string, (more?: object) => Promise<Json>>> = {
  requires_payment_method: async (more) =>
    ok(await post('', { amount: 6540, currency: 'USD', capture_method: 'manual', ...more })),
  requires_confirmation: (more) => authorized({ confirm: false, ...more }),
  requires_customer_action: (more) => authorized({ ...cardFields(cards.threeDs), ...more }),
  requires_capture: authorized,
  processing: (more) => authorized({ ...cardFields(stays), ...more }),
  succeeded: (more) => after(authorized(more), 'capture'),
  partially_captured: (more) => after(authorized(more), 'capture', { amount_to_capture: 6000 }),
  failed: (more) => authorized({ ...cardFields(cards.declined), ...more }),
  cancelled: (more) => after(authorized(more), 'cancel'),
  cancelled_post_capture: (more) => after(pay(more), 'cancel_post_capture'),
  conflicted,
};

interface Operation {
  /** Additional fields of the payment's creation. */
  readonly made?: object;
  readonly run: (id: string) => Promise<Answer>;
  /** Status before → status after. */
  readonly allowed: Readonly<Record<string, string>>;
  readonly refused: (status: string) => StatusAndBody;
}

const cannot = (action: string, status: string, more = '') =>
  precondition(`You cannot ${action} this payment because it has status ${status}${more}`);
const same = (...names: readonly string[]) => Object.fromEntries(names.map((status) => [status, status]));
const open = Object.keys(statuses).filter((status) => status !== 'succeeded' && status !== 'failed');
const shipping = { address: { country: 'DE', zip: '10115' } };
const notCaptured = (field: string, value: string, expected: string) =>
  refusal(
    400,
    'IR_14',
    `This Payment could not be captured because it has a ${field} of ${value}. The expected state is ${expected}`,
  );

const operations: Readonly<Record<string, Operation>> = {
  update: {
    run: (id) => post(`/${id}`, { description: 'changed' }),
    allowed: {
      requires_payment_method: 'requires_payment_method',
      requires_confirmation: 'requires_confirmation',
    },
    refused: (status) => cannot('update', status),
  },
  confirm: {
    run: (id) => post(`/${id}/confirm`, cardFields()),
    allowed: { requires_payment_method: 'requires_capture', requires_confirmation: 'requires_capture' },
    refused: (status) =>
      cannot(
        'confirm',
        status,
        status === 'failed' ? ', you can enable `manual_retry` in profile to try this payment again' : '',
      ),
  },
  capture: {
    run: (id) => post(`/${id}/capture`),
    allowed: { requires_capture: 'succeeded' },
    refused: (status) =>
      status === 'processing'
        ? notCaptured('capture_method', 'manual', 'manual_multiple')
        : notCaptured('payment.status', status, 'requires_capture, partially_captured_and_capturable, processing'),
  },
  cancel: {
    run: (id) => post(`/${id}/cancel`),
    allowed: {
      requires_payment_method: 'cancelled',
      requires_confirmation: 'cancelled',
      requires_customer_action: 'cancelled',
      requires_capture: 'cancelled',
    },
    refused: (status) => cannot('cancel', status),
  },
  incremental_authorization: {
    run: (id) => post(`/${id}/incremental_authorization`, { amount: 7000 }),
    allowed: {},
    refused: (status) =>
      status === 'requires_capture'
        ? precondition(
            'You cannot increment authorization this payment because it is not allowed for incremental_authorization',
          )
        : cannot('increment authorization', status),
  },
  extend_authorization: {
    run: (id) => post(`/${id}/extend_authorization`),
    allowed: {},
    refused: (status) =>
      status === 'requires_capture'
        ? precondition(
            'You cannot extend authorization this payment because it is not allowed for extended_authorization',
          )
        : cannot('extend authorization', status),
  },
  'extend_authorization, requested at creation': {
    made: { request_extended_authorization: true },
    run: (id) => post(`/${id}/extend_authorization`),
    allowed: { requires_capture: 'requires_capture' },
    refused: (status) => cannot('extend authorization', status),
  },
  cancel_post_capture: {
    run: (id) => post(`/${id}/cancel_post_capture`),
    allowed: { succeeded: 'cancelled_post_capture', partially_captured: 'cancelled_post_capture' },
    refused: (status) => cannot('cancel_post_capture', status),
  },
  'cancel_post_capture, retrieved': {
    run: (id) => merchant.api.get(`/payments/${id}/cancel_post_capture`),
    allowed: {},
    refused: (status) =>
      ['succeeded', 'partially_captured'].includes(status)
        ? precondition('Post-capture sync is allowed only after a post-capture void has been initiated')
        : cannot('cancel_post_capture', status),
  },
  approve: {
    run: (id) => post(`/${id}/approve`),
    allowed: { requires_capture: 'succeeded' },
    refused: (status) => (open.includes(status) ? operations['capture']!.refused(status) : cannot('approve', status)),
  },
  reject: {
    run: (id) => post(`/${id}/reject`),
    allowed: {
      requires_payment_method: 'cancelled',
      requires_confirmation: 'cancelled',
      requires_customer_action: 'cancelled',
      requires_capture: 'cancelled',
    },
    refused: (status) => cannot('reject', status),
  },
  complete_authorize: {
    run: (id) => post(`/${id}/complete_authorize`, { shipping }),
    allowed: same(...open),
    refused: (status) => cannot('confirm', status),
  },
  calculate_tax: {
    // A client may not change the shipping address of an authorized payment.
    made: { shipping },
    run: async (id) => {
      const { client_secret } = await retrieve(id);
      const body = { client_secret, shipping, payment_method_type: 'credit' };
      return merchant.client.post(`/payments/${id}/calculate_tax`, body);
    },
    allowed: same(...open),
    refused: (status) => cannot('create a session update for', status),
  },
  session_tokens: {
    run: async (id) => {
      const { client_secret } = await retrieve(id);
      return merchant.client.post('/payments/session_tokens', { payment_id: id, client_secret, wallets: [] });
    },
    allowed: same(...open),
    refused: (status) => cannot('create a session token for', status),
  },
  'start page': {
    run: (id) => {
      const token = system.redirectToken(merchant.merchantId, id);
      return system.api.get(`/payments/redirect/${id}/${merchant.merchantId}/${id}_1?redirect_token=${token}`);
    },
    allowed: same('requires_customer_action'),
    refused: (status) => (open.includes(status) ? noPayment : cannot('update', status)),
  },
  'confirm, with another return_url': {
    run: (id) => merchant.api.post(`/payments/${id}/confirm`, cardFields(), { 'x-payment-confirm-source': 'webhook' }),
    allowed: { requires_payment_method: 'requires_capture', requires_confirmation: 'requires_capture' },
    refused: (status) => operations['confirm']!.refused(status),
  },
  update_metadata: {
    run: (id) => post(`/${id}/update_metadata`, { metadata: { order: '7' } }),
    allowed: same('succeeded', 'failed', 'partially_captured', 'requires_capture', 'requires_customer_action'),
    refused: (status) => cannot('update_metadata', status),
  },
  refund: {
    run: (id) => merchant.api.post('/refunds', { payment_id: id, amount: 100 }),
    allowed: same('succeeded', 'partially_captured'),
    refused: (status) =>
      refusal(
        400,
        'IR_14',
        `This Payment could not be refund because it has a status of ${status}. The expected state is succeeded, partially_captured`,
      ),
  },
  'manual-status-update': {
    run: (id) =>
      system.admin.post(
        `/payments/${id}/manual-status-update`,
        { attempt_status: 'charged' },
        { 'x-merchant-id': merchant.merchantId },
      ),
    allowed: {},
    refused: (status) =>
      notAllowed(`Payment status must be 'review' to perform manual status update, current status is '${status}'`),
  },
  'list of payment methods': {
    run: async (id) => {
      const { client_secret } = await retrieve(id);
      return merchant.client.get(`/account/payment_methods?client_secret=${client_secret}`);
    },
    allowed: same(...Object.keys(statuses)),
    refused: (status) => cannot('list', status),
  },
  force_sync: {
    run: (id) => merchant.api.get(`/payments/${id}?force_sync=true`),
    allowed: same(...Object.keys(statuses)),
    refused: (status) => cannot('sync', status),
  },
};

/** A concurrent sync of an open payment changes its modification time. */
const undated = ({ modified_at: _, updated: __, ...payment }: Json): Json => payment;

describe.each(Object.keys(statuses))('of a payment that is %s', (status) => {
  it.each(Object.keys(operations))('%s', async (name) => {
    const { made, run, allowed, refused } = operations[name]!;
    const payment = await statuses[status]!(made);
    expect(payment.status).toBe(status);
    const before = undated(await retrieve(payment.payment_id));
    const answer = await run(payment.payment_id);
    const becomes = allowed[status];
    if (becomes === undefined) {
      expect(statusAndBody(answer)).toEqual(refused(status));
      expect(undated(await retrieve(payment.payment_id))).toEqual(before);
    } else {
      ok(answer);
      expect((await retrieve(payment.payment_id)).status).toBe(becomes);
    }
  });
});
