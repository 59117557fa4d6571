import type { CustomerFields } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import { createCustomer } from './create-customer';
import type { Customer } from './customer';
import { redactCustomer } from './redact-customer';
import { isLastPass, nextPage } from './redaction-passes';
import { updateCustomer } from './update-customer';

const now = new Date('2026-01-05T10:00:00.000Z');
const later = new Date('2026-01-06T10:00:00.000Z');
const ids = { merchantId: 'acme' as MerchantId, customerId: 'cus_1' as CustomerId };
const fields: CustomerFields = {
  name: 'Jo Doe',
  email: 'jo@acme.example',
  phone: '8056594427',
  phoneCountryCode: '+1',
  description: 'Reads much',
  taxRegistrationId: 'T1',
  metadata: { plan: 'gold' },
  address: { line1: '1467', country: 'US' },
  documentDetails: { document_type: 'cpf', document_number: '1' },
};
const created = createCustomer({ ...ids, fields }, { known: undefined, now }) as Customer;
const deleted = redactCustomer(created, { hasActiveMandate: false, now: later }) as Customer;

describe('a creation', () => {
  it.each([
    ['an existing customer', created, 'customer_exists'],
    ['a customer of a payment in the same batch', ids, 'customer_exists'],
    ['a deleted customer', deleted, 'customer_redacted'],
  ] as const)('is refused for %s', (_, known, code) =>
    expect(createCustomer({ ...ids, fields }, { known, now })).toEqual(refuse(code)),
  );

  it('names the fields that differ from the existing customer', () => {
    const other = { name: 'Jo Doe', email: 'other@acme.example', phoneCountryCode: null, metadata: { plan: 'tin' } };
    expect(createCustomer({ ...ids, fields: other }, { known: created, now })).toEqual(
      refuse('customer_exists', { differing: 'email,phone_country_code,metadata' }),
    );
  });

  it('stores null for every absent field', () =>
    expect(createCustomer({ ...ids, fields: { name: 'Jo' } }, { known: undefined, now })).toMatchObject({
      name: 'Jo',
      email: null,
      address: null,
      metadata: null,
      version: 1,
      redactedAt: null,
    }));
});

describe('an update', () => {
  it('changes the sent fields, erases with null, and leaves the others', () =>
    expect(updateCustomer(created, { ...ids, fields: { name: 'Jane', phone: null } }, later)).toEqual({
      ...created,
      name: 'Jane',
      phone: null,
      version: 2,
      modifiedAt: later,
    }));

  it.each([
    ['an absent customer', undefined, 'customer_not_found'],
    ['a deleted customer', deleted, 'customer_redacted'],
  ] as const)('is refused for %s', (_, customer, code) =>
    expect(updateCustomer(customer, { ...ids, fields }, later)).toEqual(refuse(code)),
  );
});

describe('a deletion', () => {
  it('replaces all personal data, and keeps the id and the creation time', () =>
    expect(deleted).toEqual({
      ...ids,
      createdAt: now,
      modifiedAt: later,
      redactedAt: later,
      version: 2,
      defaultPaymentMethodId: null,
      name: 'Redacted',
      email: 'Redacted',
      phone: 'Redacted',
      phoneCountryCode: 'Redacted',
      description: 'Redacted',
      taxRegistrationId: 'Redacted',
      metadata: null,
      documentDetails: null,
      address: {
        city: 'Redacted',
        country: null,
        line1: 'Redacted',
        line2: 'Redacted',
        line3: 'Redacted',
        zip: 'Redacted',
        state: 'Redacted',
        first_name: 'Redacted',
        last_name: 'Redacted',
        origin_zip: 'Redacted',
      },
    }));

  it('shows no address where there was none', () =>
    expect(redactCustomer({ ...created, address: null }, { hasActiveMandate: false, now })).toMatchObject({
      address: null,
    }));

  it.each([
    ['an absent customer', undefined, false, 'customer_not_found'],
    ['a deleted customer, also with a mandate', deleted, true, 'customer_redacted'],
    ['a customer with an active mandate', created, true, 'customer_has_mandate'],
  ] as const)('is refused for %s', (_, customer, hasActiveMandate, code) =>
    expect(redactCustomer(customer, { hasActiveMandate, now })).toEqual(refuse(code)),
  );
});

describe('the passes over the payments of a deleted customer', () => {
  it('continue page by page, then pass by pass, and end after the third', () => {
    expect(nextPage({ pass: 1, hasMore: true })).toEqual({ pass: 1, delayMs: 1_000 });
    expect(nextPage({ pass: 1, hasMore: false })).toEqual({ pass: 2, delayMs: 900_000 });
    expect(nextPage({ pass: 2, hasMore: false })).toEqual({ pass: 3, delayMs: 8 * 86_400_000 });
    expect(nextPage({ pass: 3, hasMore: true })).toEqual({ pass: 3, delayMs: 1_000 });
    expect(nextPage({ pass: 3, hasMore: false })).toBeUndefined();
  });

  it('only the last one reaches payments under way', () =>
    expect([1, 2, 3].map(isLastPass)).toEqual([false, false, true]));
});
