import { catalogue } from '@payorch/connectors/catalogue';
import { randomBytes } from 'node:crypto';
import {
  aMerchant,
  cardFields,
  eventually,
  ok,
  paymentBody,
  testFile,
  type Answer,
  type Json,
  type RunningSystem,
  type TestMerchant,
} from '@payorch/harness';
import { choose as chooseFrom, chooseAt, visit } from '../../support/browser';
import { webhookPath } from '../../support/processor-webhook';

/** The key that the sandbox's Stripe accepts; any other key is refused with Stripe's error. */
export const secretKey = 'sk_test_sandbox';

const taken = catalogue.stripe.capabilities.map(({ paymentMethod, paymentMethodTypes }) => ({
  payment_method: paymentMethod,
  payment_method_types: paymentMethodTypes.map((payment_method_type) => ({ payment_method_type })),
}));

/**
 * Stripe sends its events to the merchant's address, signed with `secret`, until the end of the test file or of its own system;
 * with `connect` those of connected accounts, which go to an endpoint of their own.
 */
export async function sendEvents(
  system: RunningSystem,
  merchant: TestMerchant,
  secret: string,
  { connect = false } = {},
): Promise<void> {
  const url = `${system.baseUrl('gateway')}${webhookPath(merchant, 'stripe')}`;
  const { id } = ok(
    await system.sandbox.post('/control/stripe/webhook_endpoints', { url, secret, enabled_events: ['*'], connect }),
  );
  if ('stop' in system) return;
  const authorization = `Bearer ${secretKey}`;
  // Stripe sends each event to every endpoint of its account: one that stays would get those of all later journeys.
  testFile().endings.add(async () => {
    ok(await system.sandbox.raw('DELETE', `/v1/webhook_endpoints/${id}`, undefined, { authorization }));
  });
}

/** A merchant with an account for every payment method of Stripe; with `listens` Stripe sends webhooks. */
export async function atStripe(
  system: RunningSystem,
  { apiKey = secretKey, listens = true } = {},
): Promise<TestMerchant> {
  const secret = `whsec_${randomBytes(8).toString('hex')}`;
  const merchant = await aMerchant(system, {
    connectors: ['stripe'],
    connector: {
      connector_account_details: { auth_type: 'HeaderKey', api_key: apiKey },
      connector_webhook_details: { merchant_secret: secret },
      payment_methods_enabled: taken,
    },
  });
  if (listens) await sendEvents(system, merchant, secret);
  return merchant;
}

/** Stripe's published test cards. */
export const stripeCards = {
  succeeds: '4242424242424242',
  threeDs: '4000000000003220',
  executesThenDrops: '4000000000070047',
  refundsLater: '4000000000007726',
  refundFails: '4000000000005126',
} as const;

export const pay = async ({ api }: TestMerchant, more: object = {}): Promise<Json> =>
  ok(await api.post('/payments', paymentBody(more)));

export const payWith = (merchant: TestMerchant, number: string, more: object = {}): Promise<Json> =>
  pay(merchant, { ...cardFields(number), ...more });

export const seen = async ({ api }: TestMerchant, { payment_id }: Json): Promise<Json> =>
  ok(await api.get(`/payments/${payment_id}`));

export const untilIs = (merchant: TestMerchant, payment: Json, status: string): Promise<Json> =>
  eventually(
    async () => {
      const now = await seen(merchant, payment);
      if (now.status !== status) throw new Error(`${payment.payment_id} is ${now.status}, not ${status}`);
      return now;
    },
    { withinMs: 20_000 },
  );

/** Stripe's PaymentIntent of a payment. */
export const intentOf = async (system: RunningSystem, { connector_transaction_id }: Json): Promise<Json> =>
  ok(
    await system.sandbox.get(`/v1/payment_intents/${connector_transaction_id}`, {
      authorization: `Bearer ${secretKey}`,
    }),
  );

/** An object of Stripe's, as the platform or a connected account asks for it. */
export const objectAt = (system: RunningSystem, path: string, account?: string): Promise<Answer> =>
  system.sandbox.get(path, {
    authorization: `Bearer ${secretKey}`,
    ...(account !== undefined && { 'stripe-account': account }),
  });

/** The extension and the capture deadline of Stripe's authorization. */
export async function authorizationOf(system: RunningSystem, { connector_transaction_id }: Json) {
  const path = `/v1/payment_intents/${connector_transaction_id}?expand[]=latest_charge`;
  const { latest_charge } = ok(await system.sandbox.get(path, { authorization: `Bearer ${secretKey}` }));
  const { capture_before, extended_authorization } = latest_charge.payment_method_details.card as Json;
  return {
    isExtended: extended_authorization.status === 'enabled',
    captureBefore: new Date(capture_before * 1000).toISOString(),
  };
}

/** The amounts that Stripe refunded of a payment, latest first. */
export const refundsAtStripe = async (system: RunningSystem, { connector_transaction_id }: Json): Promise<number[]> => {
  const path = `/v1/refunds?payment_intent=${connector_transaction_id}`;
  const { data } = ok(await system.sandbox.get(path, { authorization: `Bearer ${secretKey}` }));
  return data.map(({ amount }: Json) => amount as number);
};

/** The effects of a payment in Stripe's ledger, as labels such as `charge 6540`. */
export const effectLabelsAtStripe = (system: RunningSystem, { payment_id }: Json): string[] =>
  system
    .ledger()
    .filter(({ entry, reference }) => entry === 'effect' && String(reference).startsWith(`${payment_id}_`))
    .map(({ effect, amount }) => `${effect} ${amount}`);

/** The kinds of requests about a payment in Stripe's ledger: `payment`, `refund_lookup`. */
export const callsAtStripe = (system: RunningSystem, { payment_id, connector_transaction_id: id }: Json): string[] =>
  system
    .ledger()
    .filter(({ entry }) => entry === 'request')
    .filter(({ payment_id: about, reference }) => about === id || String(reference).startsWith(`${payment_id}_`))
    .map(({ kind }) => kind as string);

/** The customer's choice on one of Stripe's pages, and the redirect back. */
export const followPage = async (stripesPage: string, choice: 'authorize' | 'reject'): Promise<Answer> =>
  visit(await chooseAt(stripesPage, choice));

/** The customer's redirects from our start page to Stripe's page, the choice, and back. */
export const choose = async ({ next_action }: Json, choice: 'authorize' | 'reject'): Promise<Answer> =>
  visit(await chooseFrom(next_action.redirect_to_url, choice));
