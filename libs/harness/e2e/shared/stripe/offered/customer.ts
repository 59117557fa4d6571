import { ok, type Json, type RunningSystem, type TestMerchant } from '@payorch/harness';
import { choose, followPage, intentOf, secretKey } from '../at-stripe';

/** Where a journey takes place. */
export interface At {
  readonly system: RunningSystem;
  readonly merchant: TestMerchant;
}

/** What somebody does about a payment that waits for them. */
export type Deed = (at: At, payment: Json) => Promise<unknown>;

type Choice = 'authorize' | 'reject';

/** Where the browser was sent: over our start page. */
export const redirected =
  (choice: Choice): Deed =>
  (_, payment) =>
    choose(payment, choice);

const pagePattern = /"(http[^"]*\/stripe\/authorize\/[^"/]*)"/;

/** Where a code or a voucher leads that the customer took elsewhere: only Stripe knows that page. */
export const elsewhere =
  (choice: Choice): Deed =>
  async ({ system }, payment) => {
    const { next_action } = await intentOf(system, payment);
    const page = pagePattern.exec(JSON.stringify(next_action))?.[1];
    if (!page) throw new Error(`no page in ${JSON.stringify(next_action)}`);
    return followPage(page, choice);
  };

/** The customer sends the money, to the account that they were shown. */
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

/** The merchant waits no longer. */
export const calledBack: Deed = async ({ merchant }, { payment_id }) =>
  ok(await merchant.api.post(`/payments/${payment_id}/cancel`, { cancellation_reason: 'abandoned' }));
