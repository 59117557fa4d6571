import { aMerchant, eventually, ok, sharedSystem, type Answer, type TestMerchant } from '@payorch/harness';
import { eventAbout, signed, postWebhook, webhookPath } from '../../support/processor-webhook';
import { absent, refusal, statusAndBody, type StatusAndBody } from '../../support/wire';

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

/** The answers to refused webhooks of processors. A signature names its time, so it is made in its test. */
it.each<[string, () => string, string, () => string | undefined, StatusAndBody]>([
  [
    'of an unknown merchant',
    () => '/webhooks/unknown/stripe_test',
    event,
    () => signed(event, secret),
    absent('Merchant connector account does not exist in our records', { reason: 'stripe_test' }),
  ],
  [
    'of an unknown account',
    () => `/webhooks/${merchant.merchantId}/mca_none`,
    event,
    () => signed(event, secret),
    absent('Merchant connector account does not exist in our records', { reason: 'mca_none' }),
  ],
  ['without a signature', path, event, () => undefined, forged],
  ['with another’s signature', path, event, () => signed(event, 'whsec_other'), forged],
  ['with the signature of another body', path, event, () => signed(`${event} `, secret), forged],
  ['that is no JSON', path, '{"id":', () => signed('{"id":', secret), unreadable],
])('a webhook is refused: %s', async (_, to, body, signature, expected) =>
  expect(statusAndBody(await postWebhook(system, to(), body, signature()))).toEqual(expected),
);

/** An answer without what differs from request to request, and the name that the caller asked for. */
function seenBy(answer: Answer, named: string): object {
  const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
  const { status, text } = answer;
  return { status, headers, text: text.replaceAll(named, 'NAMED') };
}

describe('a stranger learns of no merchant and no account', () => {
  const signatures: readonly [string, () => string | undefined][] = [
    ['without a signature', () => undefined],
    ['with a signature', () => signed(event, secret)],
    ['with another’s signature', () => signed(event, 'whsec_other')],
  ];

  it.each(signatures)('from the webhook of an unknown one %s', async (_, signature) => {
    const other = await aMerchant(system);
    const ofOther = other.connectors['stripe_test'].merchant_connector_id as string;
    // Names of the same length, so that the lengths of the answers can be compared too.
    const unknown = `mca_${'x'.repeat(ofOther.length - 4)}`;
    const { merchantId } = merchant;
    const places: readonly [string, string][] = [
      ['unknown_merchant', unknown],
      ['no merchant’s id', unknown],
      ['unknown_merchant', ofOther],
      [merchantId, unknown],
      [merchantId, ofOther],
      [other.merchantId, unknown],
    ];
    const answers: object[] = [];
    for (const [of, named] of places) {
      const path = `/webhooks/${encodeURIComponent(of)}/${named}`;
      answers.push(seenBy(await postWebhook(system, path, event, signature()), named));
    }
    expect(answers[0]).toMatchObject({ status: 404 });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it.each(signatures)('from the webhook of a disabled account %s: it answers as before', async (_, signature) => {
    const shop = await aMerchant(system, { connector: { connector_webhook_details: { merchant_secret: secret } } });
    const to = webhookPath(shop, 'stripe_test');
    const id = shop.connectors['stripe_test'].merchant_connector_id as string;
    const before = seenBy(await postWebhook(system, to, event, signature()), id);
    const account = `/account/${shop.merchantId}/connectors/${id}`;
    ok(await shop.api.post(account, { connector_type: 'payment_processor', disabled: true, status: 'inactive' }));
    // Processors still report refunds and disputes of its payments.
    await eventually(async () => ok(await shop.api.get(account)).disabled === true);
    expect(seenBy(await postWebhook(system, to, event, signature()), id)).toEqual(before);
  });
});
