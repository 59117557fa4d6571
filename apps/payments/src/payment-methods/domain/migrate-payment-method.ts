import type { DataOf, MigratedData, paymentMethodMigrate, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { detailsOf, nextVersion } from './create-payment-method';
import { type Method, withData, withTokenOf } from './method';
import type { SavedPaymentMethod } from './payment-method';
import { mergedReferences } from './sent-references';

type Command = DataOf<typeof paymentMethodMigrate>;

/** A card whose number only a processor has is stored like one whose number was erased. */
function methodOf(fields: Command['fields'], data: MigratedData | null): Method {
  if (data?.kind !== 'referenced_card') return withData(fields, data);
  return { ...withData(fields, null), card: { ...data.card, sealedNumber: null } };
}

/**
 * Stores a payment method from another system. The same one again takes the data that it is sent with: so an upload may be
 * repeated. It has no client secret: no browser is involved.
 */
export function migratePaymentMethod(
  known: SavedPaymentMethod | undefined,
  { merchantId, paymentMethodId, fields, data, references, networkTransactionId }: Command,
  { isCustomerKnown, now }: { readonly isCustomerKnown: boolean; readonly now: Date },
): SavedPaymentMethod | Refusal {
  const { customerId } = fields;
  if (!isCustomerKnown) return refuse('customer_not_found');
  if (known && known.customerId !== customerId) return refuse('payment_method_not_found');
  const paymentMethodType = fields.paymentMethodType ?? known?.method.paymentMethodType ?? null;
  return {
    ...nextVersion(known, { merchantId, paymentMethodId, customerId }, now),
    status: 'active',
    method: withTokenOf(known?.method, methodOf({ ...fields, paymentMethodType }, data)),
    details: detailsOf(known?.details, fields, data),
    references: mergedReferences(known?.references ?? {}, references),
    networkTransactionId: networkTransactionId ?? known?.networkTransactionId ?? null,
  };
}
