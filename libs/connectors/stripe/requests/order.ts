import type { AuthorizeOperation } from '@payorch/connector-kit';
import type { OrderData } from '@payorch/contracts';
import type { Currency } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import { wireAmount } from '../amounts';

type Amount = OrderData['taxAmount'];
type Item = OrderData['items'][number];

/** Stripe's limits (docs.stripe.com/payments/payment-line-items). A value beyond them is left out: no payment fails for a report. */
const longestCode = 12;
const mostItems = 200;

const shortCode = (text: string | null): string | null => (text !== null && text.length <= longestCode ? text : null);
const amountIn = (currency: Currency, amount: Amount) =>
  amount === null ? undefined : wireAmount(money(amount, currency));
const taxIn = (currency: Currency, amount: Amount) =>
  amount === null ? undefined : { total_tax_amount: amountIn(currency, amount) };

/** Stripe takes tax and discount of the whole order, or of its items, never of both. */
const itemOf = (item: Item, { taxAmount, discountAmount }: OrderData, currency: Currency) => ({
  product_name: item.name,
  product_code: shortCode(item.productCode),
  quantity: item.quantity,
  unit_cost: amountIn(currency, item.unitAmount),
  unit_of_measure: shortCode(item.unitOfMeasure),
  tax: taxAmount === null ? taxIn(currency, item.taxAmount) : undefined,
  discount_amount:
    discountAmount === null && item.unitDiscount !== null
      ? wireAmount(money(item.unitDiscount * BigInt(item.quantity), currency))
      : undefined,
  payment_method_options: { card: { commodity_code: shortCode(item.commodityCode) } },
});

/** Level 2 and 3 data. Stripe does not check its sums: a report that does not add up must not fail the payment. */
export function orderFields({ order, customerId, money: { currency } }: AuthorizeOperation) {
  if (!order) return {};
  const { taxAmount, shippingCost, discountAmount, items, reference } = order;
  return {
    amount_details: {
      shipping: shippingCost === null ? undefined : { amount: amountIn(currency, shippingCost) },
      tax: taxIn(currency, taxAmount),
      discount_amount: amountIn(currency, discountAmount),
      line_items:
        items.length > 0 && items.length <= mostItems ? items.map((item) => itemOf(item, order, currency)) : undefined,
      enforce_arithmetic_validation: false,
    },
    payment_details: { order_reference: reference, customer_reference: customerId },
  };
}
