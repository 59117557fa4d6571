import { randomBytes } from 'node:crypto';
import Ajv from 'ajv';
import { catalogue } from '@payorch/connectors/catalogue';
import {
  aMerchant,
  connectorBody,
  eventually,
  ok,
  paymentBody,
  type Json,
  type RunningSystem,
  type TestMerchant,
} from '@payorch/harness';
import { choose, visit } from '../../support/browser';
import { openapi } from '../../support/wire';

/** A merchant whose account at a test processor enables every payment method, and receives its webhooks. */
export async function acceptingAll(system: RunningSystem): Promise<TestMerchant> {
  const secret = `whsec_${randomBytes(8).toString('hex')}`;
  const { connector_account_details } = connectorBody('adyen_test');
  ok(await system.sandbox.post('/control/webhooks', { api_key: connector_account_details.api_key, secret }));
  return aMerchant(system, {
    connectors: ['adyen_test'],
    connector: {
      connector_account_details,
      connector_webhook_details: { merchant_secret: secret },
      payment_methods_enabled: catalogue.adyen_test.capabilities.map((method) => ({
        payment_method: method.paymentMethod,
        payment_method_types: method.paymentMethodTypes.map((payment_method_type) => ({ payment_method_type })),
      })),
    },
  });
}

const ajv = new Ajv({ strict: false, validateFormats: false });
// A value of several open objects fits more than one alternative: the tag or key inside decides. JSON Schema does not know
// OpenAPI's `nullable`, and no next action here has a null.
const document = JSON.stringify(openapi, (key, value: unknown) => (key === 'nullable' ? undefined : value));
ajv.addSchema({ ...(JSON.parse(document.replaceAll('"oneOf"', '"anyOf"')) as object), $id: 'api' });
const isNextAction = ajv.compile({ $ref: 'api#/components/schemas/NextActionData' });

/** The faults of a next action against the published interface. */
export const faultsOf = (nextAction: unknown) => (isNextAction(nextAction) ? [] : isNextAction.errors);

/** The processor's own view of a payment. */
const atProcessor = async (system: RunningSystem, { connector_transaction_id: id }: Json): Promise<Json> =>
  ok(await system.sandbox.get(`/dummy-connector/payments/${id}`, { authorization: 'any' }));

type Choice = 'authorize' | 'reject';

/** The customer's choice on the page of the step: behind the code, in the shop, at the bank. There is no return to the merchant. */
async function chooseElsewhere(system: RunningSystem, payment: Json, choice: Choice): Promise<void> {
  const page = (await atProcessor(system, payment)).next_action.page_url as string;
  const [, link] = new RegExp(`class="${choice}"[^>]* href="([^"]+)"`).exec((await visit(page)).text) ?? [];
  if (!link) throw new Error(`no choice at ${page}`);
  expect((await visit(new URL(link.replaceAll('&amp;', '&'), page).href)).status).toBe(200);
}

/** What the customer does in a payment that settles in this way. */
export async function act(system: RunningSystem, payment: Json, settles: string, choice: Choice): Promise<void> {
  if (settles === 'on_return') {
    const back = await visit(await choose(payment.next_action.redirect_to_url, choice));
    expect(back.status).toBe(302);
  }
  if (settles === 'by_customer') await chooseElsewhere(system, payment, choice);
}

export const begin = async (merchant: TestMerchant, fields: object): Promise<Json> =>
  ok(
    await merchant.api.post(
      '/payments',
      paymentBody({ ...fields, authentication_type: undefined, return_url: 'https://shop.example/done' }),
    ),
  );

export const untilEnded = ({ api }: TestMerchant, { payment_id }: Json): Promise<Json> =>
  eventually(
    async () => {
      const now = ok(await api.get(`/payments/${payment_id}`));
      return ['succeeded', 'failed'].includes(now.status) && now;
    },
    { withinMs: 20_000, everyMs: 250 },
  );
