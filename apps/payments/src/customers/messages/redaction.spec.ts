import { type CustomerFields, type Outgoing, payoutRedactCustomer } from '@payorch/contracts';
import { type CustomerId, keyOf, type MerchantId, type PaymentId } from '@payorch/kernel';
import { ownCustomers } from '../domain/customer-owners';
import { createCustomer } from '../domain/create-customer';
import type { Customer } from '../domain/customer';
import { redactCustomer } from '../domain/redact-customer';
import { redactionPageSize } from '../domain/redaction-passes';
import { CustomerDecisions, type CustomerStepContext } from './customer-decisions';
import { CustomersHandlers } from './customers.handlers';

const now = new Date('2026-01-05T10:00:00.000Z');
const ids = { merchantId: 'acme' as MerchantId, customerId: 'cus_1' as CustomerId };
const fields: CustomerFields = {
  name: null,
  email: null,
  phone: null,
  phoneCountryCode: null,
  description: null,
  taxRegistrationId: null,
  metadata: null,
  address: null,
  documentDetails: null,
};
const created = createCustomer({ ...ids, fields }, { known: undefined, now }) as Customer;
const deleted = redactCustomer(created, { hasActiveMandate: false, now }) as Customer;

const paymentsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ paymentId: `pay_${n}` as PaymentId, createdAt: now }));

function sentIn(pass: number, page: { payments: number; hasPaymentMethods?: boolean }): readonly Outgoing[] {
  const { payments, hasPaymentMethods = false } = page;
  const found = { payments: paymentsOf(payments), hasPaymentMethods, tokenized: [] };
  const shared = {
    ...ownCustomers,
    customers: new Map(),
    redactionPages: new Map([[keyOf(ids.merchantId, ids.customerId), found]]),
  };
  const context = { state: deleted, shared, now } as unknown as CustomerStepContext;
  const handlers = new CustomersHandlers(new CustomerDecisions());
  return handlers.redact({ ...ids, pass, after: null }, context).messages ?? [];
}

const aboutPayouts = (sent: readonly Outgoing[]) =>
  sent.filter(({ message }) => message.type === payoutRedactCustomer.type).map(({ data }) => data);

it.each([
  ['the first', 1, false],
  ['the second', 2, false],
  ['the last', 3, true],
])('%s pass over the payments of a deleted customer ends with the command about its payouts', (_, pass, isLast) =>
  expect(aboutPayouts(sentIn(pass, { payments: 2 }))).toEqual([{ ...ids, after: null, isLast }]),
);

it.each([
  ['payments', { payments: redactionPageSize }],
  ['saved payment methods', { payments: 0, hasPaymentMethods: true }],
])('a page with more %s after it does not end the pass', (_, page) =>
  expect(aboutPayouts(sentIn(1, page))).toEqual([]),
);

describe('the passes over the accounts that share a customer', () => {
  const own = ids.merchantId;
  const [first, second] = ['shop_a' as MerchantId, 'shop_b' as MerchantId];
  const accounts: readonly MerchantId[] = [first, second];

  /** What is sent about the page of an account, and the position of the next page. */
  function pageOf(pass: number, account: MerchantId | undefined, { payments = 1, sharing = accounts } = {}) {
    const found = { payments: paymentsOf(payments), hasPaymentMethods: false, tokenized: [] };
    const pages = new Map([[keyOf(account ?? own, ids.customerId), found]]);
    const shared = { ...ownCustomers, accountsSharing: () => sharing, customers: new Map(), redactionPages: pages };
    const context = { state: deleted, shared, now } as unknown as CustomerStepContext;
    const due = { ...ids, account, pass, after: null };
    const { messages = [], jobs = [] } = new CustomersHandlers(new CustomerDecisions()).redact(due, context);
    const next = jobs[0]?.data as { pass: number; account?: string; after: unknown } | undefined;
    return { messages, next: next && [next.pass, next.account, next.after !== null] };
  }

  it.each<[string, number, MerchantId | undefined, Parameters<typeof pageOf>[2], unknown]>([
    ['the payments of the own merchant, those of the first account', 1, undefined, {}, [1, first, false]],
    [
      'a full page of an account, more of the same account',
      1,
      first,
      { payments: redactionPageSize },
      [1, first, true],
    ],
    ['the payments of an account, those of the next one', 1, first, {}, [1, second, false]],
    ['the payments of the last account, the next pass from the beginning', 2, second, {}, [3, undefined, false]],
    [
      'the payments of an account that is gone, those of the next one',
      1,
      first,
      { sharing: [second] },
      [1, second, false],
    ],
    ['the last account in the last pass, nothing', 3, second, {}, undefined],
  ])('after %s', (_, pass, account, page, next) => expect(pageOf(pass, account, page).next).toEqual(next));

  it('the commands name the account whose page it is', () => {
    const { messages } = pageOf(1, first);
    expect(messages).toHaveLength(2);
    for (const { data } of messages) expect(data).toMatchObject({ merchantId: first });
  });

  it('an account that joins between two passes is reached by the next one', () => {
    const late = 'shop_z' as MerchantId;
    expect(pageOf(2, second, { sharing: [...accounts, late] }).next).toEqual([2, late, false]);
  });
});
