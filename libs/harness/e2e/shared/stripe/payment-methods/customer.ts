import { ok, type Json, type RunningSystem, type TestMerchant } from '@payorch/harness';
import { choose, followPage, intentOf, secretKey } from '../at-stripe';

/** The system and merchant of a journey. */
export interface At {
  readonly system: RunningSystem;
  readonly merchant: TestMerchant;
}

/** The action of the customer or merchant for which a payment waits. */
export type Deed = (at: At, payment: Json) => Promise<unknown>;

type Choice = 'authorize' | 'reject';

/** The address of the redirect, reached through our start page. */
export const redirected =
  (choice: Choice): Deed =>
  (_, payment) =>
    choose(payment, choice);

const pagePattern = /"(http[^"]*\/stripe\/authorize\/[^"/]*)"/;

/** Stripe's page for a code or voucher that the customer uses on another device. */
export const elsewhere =
  (choice: Choice): Deed =>
  async ({ system }, payment) => {
    const { next_action } = await intentOf(system, payment);
    const page = pagePattern.exec(JSON.stringify(next_action))?.[1];
    if (!page) throw new Error(`no page in ${JSON.stringify(next_action)}`);
    return followPage(page, choice);
  };

/** The customer transfers the money to the displayed account. */
export const sendsMoney: Deed = async ({ system }, payment) => {
  const { customer, amount, currency } = await intentOf(system, payment);
  const sent = new URLSearchParams({ amount: String(amount), currency: currency as string });
  return ok(
    await system.sandbox.raw('POST', `/v1/test_helpers/customers/${customer}/fund_cash_balance`, String(sent), {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    }),
  );
};

/** The merchant cancels the payment. */
export const calledBack: Deed = async ({ merchant }, { payment_id }) =>
  ok(await merchant.api.post(`/payments/${payment_id}/cancel`, { cancellation_reason: 'abandoned' }));
