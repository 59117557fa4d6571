import { ObjectsAtStripe } from '../../../../test/stripe/stripe-objects';
import { createSetup } from '../decide/setup-intent';
import { settleRefund } from '../decide/refunds';
import { completePage } from '../decide/settle-intent';
import { createPayout, createTransfer, settlePayout } from '../decide/payouts';
import { addExternalAccount, createRecipient } from '../decide/recipients';
import { createPaymentMethod } from '../decide/payment-methods';
import { platformAccount } from '../account';
import { addExternalAccount as accountParams, createRecipient as recipientParams } from '../params/payout-params';
import type { Customer, ExternalAccount, PaymentMethod, Payout, Recipient, SetupIntent, Transfer } from './records';

const maxEndedRetained = 5;
let stripe: ObjectsAtStripe;
beforeEach(() => (stripe = new ObjectsAtStripe(maxEndedRetained)));

const payTimes = (times: number, rest = {}) => Array.from({ length: times }, () => stripe.pay(rest));
const payUntilEvicted = () => payTimes(maxEndedRetained);

const aCustomer = (): Customer => ({
  object: 'customer',
  id: 'cus_1',
  account: 'acct_1',
  created: 1,
  name: null,
  email: null,
  phone: null,
  description: null,
  address: null,
  shipping: null,
  metadata: {},
  deleted: false,
});
function aMethod(): PaymentMethod {
  const read = createPaymentMethod(
    { type: 'card', card: { number: '4242424242424242', exp_month: 10, exp_year: 2035 } },
    stripe.context,
  );
  if ('refusal' in read) throw new Error(read.refusal.error.message);
  stripe.objects.store(read.value);
  return read.value;
}

it('the oldest ended payments are evicted with all their objects', () => {
  const payments = payTimes(30, { metadata: { order_id: 'order_1' } });
  expect(payments.filter((one) => stripe.has(one))).toEqual(payments.slice(-maxEndedRetained));
  for (const kind of ['payment_intent', 'charge', 'payment_method'] as const)
    expect(stripe.count(kind)).toBe(maxEndedRetained);
  expect(stripe.objects.intentsOfOrder('acct_1', 'order_1')).toEqual(payments.slice(-maxEndedRetained));
  expect(stripe.showAll()).toHaveLength(2 * maxEndedRetained);
});

it.each([
  ['an authorized one', { capture_method: 'manual' }, 'requires_capture'],
  ['one with an open next action', { payment_method: 'pm_card_authenticationRequired' }, 'requires_action'],
  ['an unconfirmed one', { confirm: undefined, return_url: undefined }, 'requires_confirmation'],
  [
    'a processing one',
    {
      payment_method: undefined,
      payment_method_types: ['sepa_debit'],
      currency: 'eur',
      payment_method_data: { type: 'sepa_debit', sepa_debit: { iban: 'DE89370400440532013000' } },
    },
    'processing',
  ],
])('an open payment is never evicted: %s', (_, rest, status) => {
  const open = stripe.pay(rest);
  expect(open.status).toBe(status);
  payTimes(30);
  expect(stripe.has(open)).toBe(true);
  expect(stripe.showAll()).toContainEqual(expect.objectContaining({ id: open.id, status }));
});

it('payments are evicted in the order of their end', () => {
  const intent = stripe.pay({ payment_method: 'pm_card_authenticationRequired' });
  payUntilEvicted();
  stripe.apply(completePage(intent, true, stripe.context));
  payTimes(maxEndedRetained - 1);
  expect(stripe.has(intent)).toBe(true);
  stripe.pay();
  expect(stripe.has(intent)).toBe(false);
});

it('declined payments are evicted too', () => {
  const declined = payTimes(30, { payment_method: 'pm_card_chargeDeclined' });
  expect(declined[0]!.status).toBe('requires_payment_method');
  expect(stripe.count('payment_intent')).toBe(maxEndedRetained);
  expect(stripe.count('payment_method')).toBe(maxEndedRetained);
  expect(stripe.showAll()).toHaveLength(2 * maxEndedRetained);
});

it('a payment is retained while its refund is pending and evicted together with it', () => {
  const payment = stripe.pay({ payment_method: 'pm_card_pendingRefund' });
  const refund = stripe.refund(payment);
  expect(refund.status).toBe('pending');
  payUntilEvicted();
  expect([payment, refund].map((one) => stripe.has(one))).toEqual([true, true]);
  stripe.apply(settleRefund(refund, stripe.context));
  payTimes(maxEndedRetained - 1);
  expect([payment, refund].map((one) => stripe.has(one))).toEqual([true, true]);
  stripe.pay();
  expect([payment, refund].map((one) => stripe.has(one))).toEqual([false, false]);
});

it('a customer and its saved payment method are retained', () => {
  const customer = aCustomer();
  stripe.objects.store(customer);
  const { id } = aMethod();
  const setup = stripe.apply<SetupIntent>(
    createSetup(
      { confirm: true, customer: customer.id, payment_method: id, payment_method_types: ['card'] },
      stripe.context,
    ),
  );
  expect(setup.status).toBe('succeeded');
  payTimes(30);
  expect(stripe.has(setup)).toBe(false);
  expect(stripe.has(customer)).toBe(true);
  const again = stripe.pay({ customer: customer.id, payment_method: id, off_session: 'true' });
  expect(again.status).toBe('succeeded');
});

it('a payment method is retained while a payment references it', () => {
  const rejected = stripe.pay({ payment_method: 'pm_card_authenticationRequired' });
  const method = stripe.objects.get('payment_method', rejected.payment_method!);
  const intent = stripe.pay({ payment_method: method.id });
  stripe.apply(completePage(rejected, false, stripe.context));
  payUntilEvicted();
  expect([rejected, intent, method].map((one) => stripe.has(one))).toEqual([false, true, true]);
  expect(stripe.showAll()).toHaveLength(2 * maxEndedRetained + 1);
  stripe.apply(completePage(intent, false, stripe.context));
  payUntilEvicted();
  expect([intent, method].map((one) => stripe.has(one))).toEqual([false, false]);
});

it('a recipient is retained while their payout is pending, and evicted with all that belongs to them', () => {
  const platform = { ...stripe.context, account: platformAccount };
  const recipient = stripe.apply<Recipient>(
    createRecipient(
      recipientParams.parse({
        business_type: 'company',
        company: { name: 'Engines', tax_id: '1' },
        business_profile: { mcc: '7994', url: 'https://games.example' },
        tos_acceptance: { date: '1793520000', ip: '192.0.2.7' },
        capabilities: { transfers: { requested: 'true' } },
      }) as never,
      platform,
    ),
  );
  const bank = { object: 'bank_account', country: 'US', currency: 'usd', account_number: '000123456789' };
  const added = stripe.apply<ExternalAccount>(
    addExternalAccount(recipient, accountParams.parse({ external_account: bank }) as never, platform),
  );
  const sum = { amount: 100, currency: 'usd' };
  const transfer = stripe.apply<Transfer>(createTransfer({ ...sum, destination: recipient.id }, platform));
  const payout = stripe.apply<Payout>(createPayout(sum, { ...platform, account: recipient.id }));
  const all = [recipient, added, transfer, payout];
  payTimes(30);
  expect(all.map((one) => stripe.has(one))).toEqual([true, true, true, true]);
  stripe.apply(settlePayout(payout));
  payTimes(maxEndedRetained - 1);
  expect(stripe.has(payout)).toBe(true);
  stripe.pay();
  expect(all.map((one) => stripe.has(one))).toEqual([false, false, false, false]);
});
