import { z } from 'zod';
import { flag, integer, nonEmptyText } from './parts';

const zeroOrMore = integer.refine((input) => input >= 0, 'This value must be greater than or equal to 0.');
const code = nonEmptyText.max(12);
const tax = z.strictObject({ total_tax_amount: zeroOrMore });

const lineItem = z.strictObject({
  product_name: nonEmptyText.max(1024),
  product_code: code.optional(),
  quantity: integer.refine((input) => input >= 1, 'This value must be greater than or equal to 1.'),
  unit_cost: zeroOrMore,
  unit_of_measure: code.optional(),
  tax: tax.optional(),
  discount_amount: zeroOrMore.optional(),
  payment_method_options: z
    .strictObject({ card: z.strictObject({ commodity_code: code.optional() }).optional() })
    .optional(),
});
export type LineItem = z.output<typeof lineItem>;

/** Level 2 and 3 data. Stripe takes tax and discount of the whole payment, or of its items, and refuses both. */
export const amountDetails = z
  .strictObject({
    shipping: z.strictObject({ amount: zeroOrMore }).optional(),
    tax: tax.optional(),
    discount_amount: zeroOrMore.optional(),
    line_items: z.array(lineItem).max(200).optional(),
    enforce_arithmetic_validation: flag.optional(),
  })
  .refine(({ tax: whole, line_items: items = [] }) => !whole || items.every((item) => !item.tax), {
    message: 'Only one of tax of the payment and tax of its line items may be set.',
  })
  .refine(
    ({ discount_amount: whole, line_items: items = [] }) =>
      whole === undefined || items.every((item) => item.discount_amount === undefined),
    { message: 'Only one of discount_amount of the payment and of its line items may be set.' },
  );
export type AmountDetails = z.output<typeof amountDetails>;

export const paymentDetails = z.strictObject({
  order_reference: nonEmptyText.optional(),
  customer_reference: nonEmptyText.optional(),
});
export type PaymentDetails = z.output<typeof paymentDetails>;
