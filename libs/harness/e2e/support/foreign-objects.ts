import { apiAt, ok, type Json, type RunningSystem } from '@payorch/harness';

/** A payment at a test processor that did not go through the system: the processor's answer. */
export async function paymentAtTestProcessor(
  { baseUrl }: RunningSystem,
  apiKey: string,
  more: { readonly capture_method?: 'automatic' | 'manual'; readonly amount?: number } = {},
): Promise<Json> {
  const processor = apiAt(baseUrl('sandbox'), { authorization: apiKey });
  const card = { number: '4242424242424242' };
  const payment = { amount: 6540, currency: 'USD', connector: 'stripe_test', payment_method_data: { card } };
  return ok(await processor.post('/dummy-connector/payment', { ...payment, ...more }));
}

/** A PaymentIntent at Stripe that did not go through the system, confirmed at once. */
export async function intentAtStripe(
  { baseUrl }: RunningSystem,
  apiKey: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Json> {
  const form = new URLSearchParams({
    amount: '6540',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    'payment_method_types[0]': 'card',
    return_url: 'https://shop.example/back',
    ...more,
  });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/x-www-form-urlencoded' };
  return ok(await apiAt(baseUrl('sandbox'), headers).raw('POST', '/v1/payment_intents', form.toString()));
}

/** The kinds of the effects on one object in the processors' ledger, with their amounts: `capture 500`. */
export const effectsOn = (system: RunningSystem, { id }: Json): string[] =>
  system
    .ledger()
    .filter(({ entry, payment_id }) => entry === 'effect' && payment_id === id)
    .map(({ effect, amount }) => `${effect} ${amount}`);

/** The refunds without a charge that a processor made under the merchant's text, with their amounts and customers. */
export const cardRefundsTo = (system: RunningSystem, text: string): string[] =>
  system
    .ledger()
    .filter((entry) => entry.entry === 'effect' && entry.unreferenced_refund?.recipient.description === text)
    .map((entry) => `${entry.effect} ${entry.amount} to ${entry.unreferenced_refund.recipient.customer}`);
