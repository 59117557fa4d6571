import type { JsonObject } from '@payorch/contracts';
import { minorUnits } from '@payorch/kernel';
import { aContext, aPayment, aProfile } from '../../../../test/builders';
import { withDetails } from '../payment';
import { mitCategoryOf, orderDataOf } from './order-data';
import { readTerms } from './terms';

const reporting = aContext({ profile: { ...aProfile, levelThreeData: true } });
const item = { product_name: 'book', quantity: 2, amount: 500 };
const extras = {
  shippingCost: minorUnits(30n),
  orderTaxAmount: minorUnits(20n),
  surchargeAmount: null,
  surchargeTaxAmount: null,
  installmentInterest: null,
};
const orderOf = (details: JsonObject) => orderDataOf({ terms: readTerms(details), extras }, reporting).order;

describe('level 2 and 3 data', () => {
  it('goes to the processor only where the profile reports it', () => {
    const payment = { terms: readTerms({ order_details: [item] }), extras };
    expect(orderDataOf(payment, aContext())).toEqual({});
    expect(orderDataOf(payment, reporting).order?.items).toHaveLength(1);
  });

  it('has the amounts of the payment, its reference and its products', () =>
    expect(
      orderOf({
        merchant_order_reference_id: 'o-1',
        discount_amount: 5,
        order_details: [
          {
            ...item,
            total_tax_amount: 7,
            unit_discount_amount: 1,
            product_id: 'p',
            commodity_code: 'c',
            unit_of_measure: 'EA',
          },
        ],
      }),
    ).toEqual({
      reference: 'o-1',
      taxAmount: 20n,
      shippingCost: 30n,
      discountAmount: 5n,
      items: [
        {
          name: 'book',
          quantity: 2,
          unitAmount: 500n,
          unitDiscount: 1n,
          taxAmount: 7n,
          productCode: 'p',
          commodityCode: 'c',
          unitOfMeasure: 'EA',
        },
      ],
    }));

  it.each([[{ quantity: 0 }], [{ amount: -1 }], [{ product_name: '' }]])('leaves out an item with %j', (wrong) =>
    expect(orderOf({ order_details: [item, { ...item, ...wrong }] })?.items).toHaveLength(1),
  );
});

describe('the statement descriptor', () => {
  const older = { statement_descriptor_name: 'ACME', statement_descriptor_suffix: 'books' };

  it.each<[JsonObject, object]>([
    [{}, { statementDescriptor: null }],
    [older, { statementDescriptor: 'ACME' }],
    [{ statement_descriptor_suffix: 'books' }, { statementDescriptor: 'books' }],
    [{ ...older, billing_descriptor: { name: 'N', city: 'C' } }, { statementDescriptor: 'ACME' }],
    [{ ...older, billing_descriptor: { statement_descriptor: 'NEW' } }, { statementDescriptor: 'NEW' }],
    [
      { ...older, billing_descriptor: { statement_descriptor_suffix: 'two' } },
      { statementDescriptor: 'two', statementDescriptorSuffix: 'two' },
    ],
    [
      { billing_descriptor: { statement_descriptor: 'NEW', statement_descriptor_suffix: 'two' } },
      { statementDescriptor: 'NEW', statementDescriptorSuffix: 'two' },
    ],
  ])('of %j is %j', (details, expected) => expect(readTerms(details).descriptors).toEqual(expected));
});

it('a category of merchant-initiated charges goes to the processor only with a saved payment method', () => {
  const payment = withDetails(aPayment.charged(), { mit_category: 'recurring' });
  const recurring = {} as NonNullable<typeof payment.recurring>;
  expect(mitCategoryOf(payment)).toEqual({});
  expect(mitCategoryOf({ ...payment, recurring })).toEqual({ mitCategory: 'recurring' });
  expect(mitCategoryOf({ terms: readTerms({}), recurring })).toEqual({});
});
