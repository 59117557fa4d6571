import {
  aMerchant,
  cardFields,
  ok,
  paymentBody,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { precondition, refusal, statusAndBody, type StatusAndBody } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: ['adyen_test'] });
});

const post = (path: string, body: object = {}) => merchant.api.post(`/payments${path}`, body);
const retrieve = async (id: string): Promise<Json> => ok(await merchant.api.get(`/payments/${id}`));

/** A payment in each status that partial captures and authorizations lead to. */
const statuses: Readonly<Record<string, () => Promise<Json>>> = {
  partially_captured_and_capturable: async () => {
    const { payment_id } = ok(await post('', paymentBody({ capture_method: 'manual_multiple' })));
    return ok(await post(`/${payment_id}/capture`, { amount_to_capture: 3000 }));
  },
  partially_authorized_and_requires_capture: async () =>
    ok(
      await post(
        '',
        paymentBody({
          ...cardFields('4000000000080087'),
          capture_method: 'manual',
          enable_partial_authorization: true,
          request_extended_authorization: true,
        }),
      ),
    ),
};
const [capturable, authorized] = Object.keys(statuses) as [string, string];

interface Operation {
  readonly run: (id: string) => Promise<Answer>;
  /** Status before → status after. */
  readonly allowed: Readonly<Record<string, string>>;
  readonly refused: (status: string) => StatusAndBody;
}

const cannot = (action: string) => (status: string) =>
  precondition(`You cannot ${action} this payment because it has status ${status}`);
const never = cannot('do this with');
const same = { [capturable]: capturable, [authorized]: authorized };
const shipping = { address: { country: 'DE', zip: '10115' } };
const afterVoid = 'Post-capture sync is allowed only after a post-capture void has been initiated';

const operations: Readonly<Record<string, Operation>> = {
  update: { run: (id) => post(`/${id}`, { description: 'changed' }), allowed: {}, refused: cannot('update') },
  confirm: { run: (id) => post(`/${id}/confirm`, cardFields()), allowed: {}, refused: cannot('confirm') },
  capture: {
    run: (id) => post(`/${id}/capture`, { amount_to_capture: 100 }),
    allowed: { [capturable]: capturable, [authorized]: 'partially_captured' },
    refused: never,
  },
  cancel: {
    run: (id) => post(`/${id}/cancel`),
    allowed: { [capturable]: 'partially_captured', [authorized]: 'cancelled' },
    refused: never,
  },
  incremental_authorization: {
    run: (id) => post(`/${id}/incremental_authorization`, { amount: 7000 }),
    allowed: {},
    refused: cannot('increment authorization'),
  },
  extend_authorization: {
    run: (id) => post(`/${id}/extend_authorization`),
    allowed: { [authorized]: authorized },
    refused: cannot('extend authorization'),
  },
  cancel_post_capture: {
    run: (id) => post(`/${id}/cancel_post_capture`),
    allowed: {},
    refused: cannot('cancel_post_capture'),
  },
  'cancel_post_capture, retrieved': {
    run: (id) => merchant.api.get(`/payments/${id}/cancel_post_capture`),
    allowed: {},
    refused: (status) => (status === capturable ? precondition(afterVoid) : cannot('cancel_post_capture')(status)),
  },
  approve: {
    run: (id) => post(`/${id}/approve`),
    allowed: { [capturable]: 'succeeded', [authorized]: 'partially_captured' },
    refused: never,
  },
  reject: {
    run: (id) => post(`/${id}/reject`),
    allowed: { [capturable]: 'partially_captured', [authorized]: 'cancelled' },
    refused: never,
  },
  complete_authorize: { run: (id) => post(`/${id}/complete_authorize`, { shipping }), allowed: same, refused: never },
  session_tokens: {
    run: async (id) => {
      const { client_secret } = await retrieve(id);
      return merchant.client.post('/payments/session_tokens', { payment_id: id, client_secret, wallets: [] });
    },
    allowed: same,
    refused: never,
  },
  update_metadata: {
    run: (id) => post(`/${id}/update_metadata`, { metadata: { order: '7' } }),
    allowed: { [capturable]: capturable },
    refused: cannot('update_metadata'),
  },
  refund: {
    run: (id) => merchant.api.post('/refunds', { payment_id: id, amount: 1 }),
    allowed: {},
    refused: (status) =>
      refusal(
        400,
        'IR_14',
        `This Payment could not be refund because it has a status of ${status}. The expected state is succeeded, partially_captured`,
      ),
  },
  force_sync: { run: (id) => merchant.api.get(`/payments/${id}?force_sync=true`), allowed: same, refused: never },
};

describe.each(Object.keys(statuses))('of a payment that is %s', (status) => {
  it.each(Object.keys(operations))('%s', async (name) => {
    const { run, allowed, refused } = operations[name]!;
    const payment = await statuses[status]!();
    expect(payment.status).toBe(status);
    const answer = await run(payment.payment_id);
    const becomes = allowed[status];
    if (becomes === undefined) expect(statusAndBody(answer)).toEqual(refused(status));
    else ok(answer);
    expect((await retrieve(payment.payment_id)).status).toBe(becomes ?? status);
  });
});
