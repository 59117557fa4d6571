import type { Json, OrderData } from '@payorch/contracts';
import type { MitCategory } from '@payorch/operations';
import type { DecideContext } from '../decision';
import type { Payment } from '../payment';
import { nonEmpty, objectOf, reportedAmount } from './json-values';

type Item = OrderData['items'][number];

/** An item without a piece, or with a negative amount, has no line in a report. */
function itemOf(sent: Json): readonly Item[] {
  const item = objectOf(sent);
  const [name, quantity, unitAmount] = [
    nonEmpty(item?.['product_name']),
    item?.['quantity'],
    reportedAmount(item?.['amount']),
  ];
  if (!item || name === null || typeof quantity !== 'number' || quantity < 1 || unitAmount === null) return [];
  return [
    {
      name,
      quantity,
      unitAmount,
      unitDiscount: reportedAmount(item['unit_discount_amount']),
      taxAmount: reportedAmount(item['total_tax_amount']),
      productCode: nonEmpty(item['product_id']) ?? nonEmpty(item['sku']),
      commodityCode: nonEmpty(item['commodity_code']),
      unitOfMeasure: nonEmpty(item['unit_of_measure']),
    },
  ];
}

/** Level 2 and 3 data for the processor, if the profile reports it (`is_l2_l3_enabled`). */
export function orderDataOf(
  { terms, extras: { orderTaxAmount: taxAmount, shippingCost } }: Pick<Payment, 'terms' | 'extras'>,
  { settings: { profile } }: Pick<DecideContext, 'settings'>,
): { readonly order?: OrderData } {
  if (profile.levelThreeData !== true) return {};
  const { lines, ...order } = terms.order;
  return { order: { ...order, taxAmount, shippingCost, items: lines.flatMap(itemOf) } };
}

/** Why the merchant charges an absent customer; only for a charge of a saved payment method. */
export const mitCategoryOf = ({
  terms: { mitCategory },
  recurring,
}: Pick<Payment, 'terms' | 'recurring'>): { readonly mitCategory?: MitCategory } =>
  recurring !== null && mitCategory !== null ? { mitCategory } : {};
