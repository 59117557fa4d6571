import type { Json, JsonObject } from '@payorch/contracts';
import { capabilityFits, definitionOf } from '@payorch/connectors/catalogue';
import type { Currency } from '@payorch/kernel';
import type { EligibleType } from './eligible-types';

/** Whether the connector of the account charges the payment method type in installments. */
export function chargesInInstallments(
  { connector, paymentMethod, paymentMethodType }: EligibleType,
  currency: Currency,
): boolean {
  const capabilities = definitionOf(connector)?.capabilities ?? [];
  const required = { paymentMethod, paymentMethodType, currency, installments: true };
  return capabilities.some((capability) => capabilityFits(capability, required));
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The summary of the payment with the plans that an eligible account can charge; null where none can. */
export function withChargeablePlans(
  intentData: JsonObject,
  types: readonly EligibleType[],
  currency: Currency,
): JsonObject {
  const options = intentData['installment_options'];
  if (!Array.isArray(options)) return intentData;
  const methods = new Set(
    types.filter((type) => chargesInInstallments(type, currency)).map(({ paymentMethod }) => paymentMethod),
  );
  const chargeable = options.filter((option) => isObject(option) && methods.has(String(option['payment_method'])));
  return { ...intentData, installment_options: chargeable.length === 0 ? null : chargeable };
}
