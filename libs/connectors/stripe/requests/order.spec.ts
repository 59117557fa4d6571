import type { FlowOperations } from '@payorch/connector-kit';
import { contentOf } from '@payorch/connector-kit';
import { sampleOperation } from '@payorch/connector-kit/conformance';

import { minorUnits } from '@payorch/kernel';
import { callsOf, sampleOrder } from '../test/built-requests';

const fieldsOf = (changes: Partial<FlowOperations['authorize']>) =>
  contentOf(callsOf('authorize', sampleOperation('authorize', changes)).at(-1)!.request) as Record<string, string>;
const detailsOf = (changes: Partial<FlowOperations['authorize']>) =>
  Object.fromEntries(Object.entries(fieldsOf(changes)).filter(([name]) => /^(amount|payment)_details/.test(name)));

const item = 'amount_details[line_items][0]';
const [ticket] = sampleOrder.items as [(typeof sampleOrder.items)[number]];

describe('level 2 and 3 data at Stripe', () => {
  it('has the amounts, the references and a line for each product, and is not checked for its sums', () =>
    expect(detailsOf({ order: sampleOrder, customerId: 'cus_1' })).toEqual({
      'amount_details[shipping][amount]': '500',
      'amount_details[discount_amount]': '0',
      'amount_details[enforce_arithmetic_validation]': 'false',
      [`${item}[product_name]`]: 'Ticket',
      [`${item}[product_code]`]: 'seat-4a',
      [`${item}[quantity]`]: '2',
      [`${item}[unit_cost]`]: '3000',
      [`${item}[unit_of_measure]`]: 'EA',
      [`${item}[tax][total_tax_amount]`]: '40',
      [`${item}[payment_method_options][card][commodity_code]`]: '7922',
      'payment_details[order_reference]': 'o-1',
      'payment_details[customer_reference]': 'cus_1',
    }));

  it('has tax and discount either of the order or of its products', () => {
    const ofProducts = detailsOf({ order: { ...sampleOrder, discountAmount: null } });
    expect(ofProducts).toMatchObject({ [`${item}[discount_amount]`]: '10' });
    expect(ofProducts).not.toHaveProperty('amount_details[discount_amount]');
    const ofOrder = detailsOf({ order: { ...sampleOrder, taxAmount: minorUnits(80n) } });
    expect(ofOrder).toMatchObject({ 'amount_details[tax][total_tax_amount]': '80' });
    expect(ofOrder).not.toHaveProperty(`${item}[tax][total_tax_amount]`);
  });

  it('leaves out what exceeds the limits of Stripe', () => {
    const long = detailsOf({ order: { ...sampleOrder, items: [{ ...ticket, productCode: 'thirteen-long' }] } });
    expect(long).not.toHaveProperty(`${item}[product_code]`);
    const many = detailsOf({ order: { ...sampleOrder, items: Array.from({ length: 201 }, () => ticket) } });
    expect(Object.keys(many).filter((name) => name.includes('line_items'))).toEqual([]);
  });

  it('is absent unless the payment has it', () => expect(detailsOf({})).toEqual({}));
});

describe('a charge of a saved payment method while the customer is absent', () => {
  const use = {
    kind: 'use',
    mandateReference: 'pm_1',
    customerReference: 'cus_1',
    networkTransactionId: null,
  } as const;
  const offSession = (
    mitCategory: NonNullable<FlowOperations['authorize']['mitCategory']> | undefined,
    offSession = true,
  ) => fieldsOf({ card: null, mandate: { ...use, offSession }, mitCategory })['off_session'];

  it.each<[NonNullable<FlowOperations['authorize']['mitCategory']> | undefined, string]>([
    [undefined, 'true'],
    ['recurring', 'recurring'],
    ['installment', 'recurring'],
    ['unscheduled', 'one_off'],
    ['resubmission', 'true'],
  ])('of the category %s is off session as %s', (category, expected) => expect(offSession(category)).toBe(expected));

  it('is not off session while the customer is present', () => expect(offSession('recurring', false)).toBeUndefined());
});

describe('the statement descriptor at Stripe', () => {
  it('of a card is the suffix where the request names one apart', () => {
    const both = { statementDescriptor: 'ACME', statementDescriptorSuffix: 'books' };
    expect(fieldsOf(both)).toMatchObject({ statement_descriptor_suffix: 'books' });
    expect(fieldsOf({ statementDescriptor: 'ACME' })).toMatchObject({ statement_descriptor_suffix: 'ACME' });
  });
});
