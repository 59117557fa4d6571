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
