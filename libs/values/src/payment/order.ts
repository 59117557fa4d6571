import { z } from 'zod';
import { minorUnitsWire } from '../money';

const text = z.string().nullable();
const amount = minorUnitsWire.nullable();

/** One product of an order. Amounts are in minor units of the payment's currency; `unitAmount` and `unitDiscount` are of one piece. */
const orderItem = z.object({
  name: z.string(),
  quantity: z.int().min(1),
  unitAmount: minorUnitsWire,
  unitDiscount: amount,
  taxAmount: amount,
  productCode: text,
  commodityCode: text,
  unitOfMeasure: text,
});

/** What a payment consists of (level 2 and 3 data): reported to the card networks, and no part of any sum. */
export const orderData = z.object({
  reference: text,
  taxAmount: amount,
  shippingCost: amount,
  discountAmount: amount,
  items: z.array(orderItem),
});
export type OrderData = z.infer<typeof orderData>;
