import type { Json, JsonObject, MitCategory, OrderData } from '@payorch/contracts';
import { mitCategory } from '@payorch/contracts';
import type { MinorUnits } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import type { DecideContext } from '../decision';
import type { Payment } from '../payment';

type Item = OrderData['items'][number];

const object = (value: Json | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
const text = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** An amount that a report can have: the interface also accepts others. */
const amount = (value: Json | undefined): MinorUnits | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? minorUnits(BigInt(value)) : null;

/** An item without a piece, or with a negative amount, has no line in a report. */
function itemOf(sent: Json): readonly Item[] {
  const item = object(sent);
  const [name, quantity, unitAmount] = [text(item?.['product_name']), item?.['quantity'], amount(item?.['amount'])];
  if (!item || name === null || typeof quantity !== 'number' || quantity < 1 || unitAmount === null) return [];
  return [
    {
      name,
      quantity,
      unitAmount,
      unitDiscount: amount(item['unit_discount_amount']),
      taxAmount: amount(item['total_tax_amount']),
      productCode: text(item['product_id']) ?? text(item['sku']),
      commodityCode: text(item['commodity_code']),
      unitOfMeasure: text(item['unit_of_measure']),
    },
  ];
}

/** Level 2 and 3 data for the processor, if the profile reports it (`is_l2_l3_enabled`). */
export function orderDataOf(
  { details, extras }: Pick<Payment, 'details' | 'extras'>,
  { profile }: Pick<DecideContext, 'profile'>,
): { readonly order?: OrderData } {
  if (profile.levelThreeData !== true) return {};
  const sent = details['order_details'];
  const order: OrderData = {
    reference: text(details['merchant_order_reference_id']),
    taxAmount: extras.orderTaxAmount,
    shippingCost: extras.shippingCost,
    discountAmount: amount(details['discount_amount']),
    items: Array.isArray(sent) ? (sent as readonly Json[]).flatMap(itemOf) : [],
  };
  return { order };
}

/** What the customer's statement shows. `billing_descriptor` replaces the two older fields. */
export function descriptorsOf({ details }: Pick<Payment, 'details'>): {
  readonly statementDescriptor: string | null;
  readonly statementDescriptorSuffix?: string;
} {
  const named = object(details['billing_descriptor']);
  const [whole, suffix] = [text(named?.['statement_descriptor']), text(named?.['statement_descriptor_suffix'])];
  if (whole === null && suffix === null) {
    return {
      statementDescriptor: text(details['statement_descriptor_name']) ?? text(details['statement_descriptor_suffix']),
    };
  }
  return { statementDescriptor: whole ?? suffix, ...(suffix !== null && { statementDescriptorSuffix: suffix }) };
}

/** Why the merchant charges an absent customer; only for a charge of a saved payment method. */
export function mitCategoryOf({ details, recurring }: Pick<Payment, 'details' | 'recurring'>): {
  readonly mitCategory?: MitCategory;
} {
  const { data } = mitCategory.safeParse(details['mit_category']);
  return recurring !== null && data !== undefined ? { mitCategory: data } : {};
}
