import type { Refusal } from '@payorch/contracts';
import type { Currency } from '@payorch/kernel';
import { minorUnitsFromJson, money, toMajorText } from '@payorch/kernel';

interface PaymentReply {
  readonly payment_id: string;
  readonly currency: Currency;
  readonly net_amount: number;
  readonly order_tax_amount: number | null;
  readonly shipping_cost: number | null;
}

/** The tax response, cut from the payment that the owner returned: amounts in minor units and as text in major units. */
export function taxResponse(reply: Buffer | Refusal): Buffer | Refusal {
  if (!Buffer.isBuffer(reply)) return reply;
  const { payment_id, currency, net_amount, order_tax_amount, shipping_cost } = JSON.parse(
    reply.toString(),
  ) as PaymentReply;
  const shown = (minor: number | null): string => toMajorText(money(minorUnitsFromJson(minor ?? 0), currency));
  const display_amount = {
    net_amount: shown(net_amount),
    order_tax_amount: shown(order_tax_amount),
    shipping_cost: shown(shipping_cost),
  };
  return Buffer.from(JSON.stringify({ payment_id, net_amount, order_tax_amount, shipping_cost, display_amount }));
}
