import type { Trial } from './trial';

const connector = 'libs/connectors/test-processor';

const paid = {
  status: 'succeeded',
  id: 'pay_recorded',
  amount: 6540,
  amount_received: 6540,
  currency: 'USD',
  created: '2026-11-01T10:00:00.000Z',
  reference: 'op_first',
};
const replyWith = (status: string) => ({
  status: 200,
  body: { ...paid, operations: [{ reference: 'op_sample', kind: 'confirm_receipt', status, amount: 6540 }] },
});
const confirmed = { kind: 'receipt_confirmed', reference: 'pay_recorded' };
const unknown = (code: string, message: string, reference: string | null) => ({
  kind: 'unknown',
  reference,
  error: { code, message, reason: null },
});
const refusal = { code: 'DC_06', message: 'Payment is not successful' };

const recordings = JSON.stringify({
  flow: 'confirmReceipt',
  exchanges: [
    {
      name: 'a receipt that is confirmed',
      shows: 'success',
      request: {
        method: 'POST',
        url: 'https://processor.example/dummy-connector/payments/ref_sample/confirm_receipt',
        headers: {
          authorization: 'sk_recorded',
          'x-operation-id': 'op_sample',
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: { reference: 'op_sample' },
      },
      reply: replyWith('succeeded'),
      outcome: confirmed,
    },
    {
      name: 'a payment that is not charged',
      shows: 'refusal',
      reply: { status: 400, body: { error: { type: 'invalid_request', ...refusal } } },
      outcome: { kind: 'declined', reference: null, error: { ...refusal, reason: null }, retry: 'never' },
    },
    {
      name: 'an unknown status',
      shows: 'unseen_status',
      reply: replyWith('on_hold'),
      outcome: unknown('UNSEEN_STATUS', "The processor's status on_hold is none that we know", 'pay_recorded'),
    },
    {
      name: 'a fault of the processor',
      shows: 'fault',
      reply: { status: 503, body: 'Service Unavailable' },
      outcome: unknown('HTTP_503', 'The processor answered with a fault of its own', null),
    },
  ],
});
const synced = {
  name: 'a receipt that was confirmed',
  shows: 'success',
  operation: { flow: 'confirm_receipt' },
  reply: replyWith('succeeded'),
  outcome: confirmed,
};

/** What proves it: golden messages, recorded exchanges, an example of the outcome in the builders of tests, a spec, the journey. */
export function proveOperation(trial: Trial): void {
  const about = { merchantId: 'acme_1', paymentId: 'pay_A1' };
  const account = { merchantConnectorId: 'mca_1', connector: 'stripe_test' };
  const ids = { operationId: 'op_1', ...about, profileId: 'pro_1', attemptId: 'pay_A1_1', account };
  const golden = 'libs/contracts/src/golden';
  trial
    .write(`${golden}/payment.confirm_receipt.v1.json`, JSON.stringify(about))
    .write(`${golden}/connector.confirm_receipt.v1.json`, JSON.stringify({ ...ids, reference: 'ch_1' }))
    .insert('apps/payments/test', 'test/outcomes.ts', { before: "  extended: { kind: 'extended'" }, example)
    .insert('libs/operations/src', 'src/operation.spec.ts', { before: "  extended: { kind: 'extended'" }, example)
    .write(`${connector}/fixtures/confirm-receipt.json`, recordings)
    .insert(connector, 'fixtures/sync.json', { after: '"exchanges": [' }, `${JSON.stringify(synced)},`)
    .insert(
      connector,
      'conformance.spec.ts',
      { before: "import extend from './fixtures/extend.json';" },
      "import confirmReceipt from './fixtures/confirm-receipt.json';\n",
    )
    .replace(connector, 'conformance.spec.ts', '[createOrder, authorize,', '[createOrder, confirmReceipt, authorize,')
    .write('libs/harness/e2e/shared/captures/confirm-receipt.spec.ts', journey)
    .write('apps/payments/src/payments/domain/receipts/confirm-receipt.spec.ts', unitSpec);
}

const example = "  receipt_confirmed: { kind: 'receipt_confirmed', reference: 'ref_1' },\n";

const journey = `import { aMerchant, ok, paymentBody, sharedSystem, type TestMerchant } from '@payorch/harness';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system, { connectors: ['stripe_test'] });
});

it('a merchant confirms the receipt of a charged payment: confirm_receipt', async () => {
  const { payment_id: id } = ok(await merchant.api.post('/payments', paymentBody({})));
  const confirmed = ok(await merchant.api.post(\`/payments/\${id}/confirm_receipt\`, {}));
  expect(confirmed).toMatchObject({ payment_id: id, status: 'succeeded' });
});
`;

const unitSpec = `import type { Outcome } from '@payorch/contracts';
import { aContext, aPayment, effectsOf, kindsOf, later, merchantId, paymentId, paymentOf, receive } from '../../../../test/builders';
import { declined } from '../../../../test/outcomes';
import type { Payment } from '../payment';
import { confirmReceipt } from './confirm-receipt';

const request = (payment: Payment) => confirmReceipt(payment, { merchantId, paymentId }, aContext({ now: later(5) }));
const receiveOf = (payment: Payment, outcome: Outcome) =>
  receive(payment, outcome, { flow: 'confirm_receipt', operationId: payment.receipts.at(-1)!.operation });

it('a receipt is confirmed once, and synced while its outcome is unknown', () => {
  const confirming = paymentOf(request(aPayment.charged()));
  expect(effectsOf(request(aPayment.charged()))).toMatchObject([{ kind: 'confirm_receipt', reference: 'ref_1' }]);
  expect(effectsOf(request(confirming))).toMatchObject([{ kind: 'sync', flow: 'confirm_receipt' }]);
  const confirmed = paymentOf(receiveOf(confirming, { kind: 'receipt_confirmed', reference: 'ref_1' }));
  expect(confirmed.receipts).toMatchObject([{ state: 'succeeded' }]);
  expect(kindsOf(request(confirmed))).toEqual(['reply']);
});

it('a declined receipt changes no charge and may be confirmed again', () => {
  const refused = paymentOf(receiveOf(paymentOf(request(aPayment.charged())), declined()));
  expect(refused.receipts).toMatchObject([{ state: 'failed' }]);
  expect(kindsOf(request(refused))).toEqual(['confirm_receipt']);
  expect(request(aPayment.authorized())).toMatchObject({ code: 'precondition_failed' });
});
`;
