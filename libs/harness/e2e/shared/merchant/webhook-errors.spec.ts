import { aMerchant, sharedSystem, type TestMerchant } from '@payorch/harness';
import { eventAbout, signed, postWebhook, webhookPath } from '../../support/processor-webhook';
import { absent, refusal, statusAndBody, type StatusAndBody } from '../../support/wire';

jest.setTimeout(120_000);

const system = sharedSystem();
const secret = 'whsec_of_this_spec';
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system, { connector: { connector_webhook_details: { merchant_secret: secret } } });
});

const event = eventAbout({ id: 'pay_nowhere', status: 'succeeded' }, 'payment.succeeded');
const path = () => webhookPath(merchant, 'stripe_test');
const forged = refusal(401, 'WE_01', 'Webhook authentication failed');
const unreadable = refusal(400, 'WE_02', 'Bad request body received');

/** The answers to refused webhooks of processors. */
it.each<[string, () => string, string, string | undefined, StatusAndBody]>([
  [
    'of an unknown merchant',
    () => '/webhooks/unknown/stripe_test',
    event,
    signed(event, secret),
    absent('Merchant connector account does not exist in our records', { reason: 'stripe_test' }),
  ],
  [
    'of an unknown account',
    () => `/webhooks/${merchant.merchantId}/mca_none`,
    event,
    signed(event, secret),
    absent('Merchant connector account does not exist in our records', { reason: 'mca_none' }),
  ],
  ['without a signature', path, event, undefined, forged],
  ['with another’s signature', path, event, signed(event, 'whsec_other'), forged],
  ['with the signature of another body', path, event, signed(`${event} `, secret), forged],
  ['that is no JSON', path, '{"id":', signed('{"id":', secret), unreadable],
])('a webhook is refused: %s', async (_, to, body, signature, expected) =>
  expect(statusAndBody(await postWebhook(system, to(), body, signature))).toEqual(expected),
);
