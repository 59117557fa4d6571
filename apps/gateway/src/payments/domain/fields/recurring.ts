import type { MandateTerms, RecurringDetails } from '@payorch/contracts';
import { minorUnitsFromJson, type MerchantConnectorId } from '@payorch/kernel';
import type { MandateData } from '@payorch/rest';
import { type PaymentRequest, isPresent } from '../payment-request';
import {
  limitedCardOf,
  networkTransactionIdOf,
  processorTokenOf,
  savedIdOf,
  transactionLinkIdOf,
} from '../recurring-data';

/** What the request charges again, from either of the two fields. */
export function recurringOf(sent: PaymentRequest): RecurringDetails | undefined {
  if (isPresent(sent.mandate_id)) return { kind: 'mandate', mandateId: sent.mandate_id };
  const mandateId = savedIdOf(sent, 'mandate_id');
  if (mandateId !== undefined) return { kind: 'mandate', mandateId };
  const paymentMethodId = savedIdOf(sent, 'payment_method_id');
  if (paymentMethodId !== undefined) return { kind: 'payment_method', paymentMethodId };
  const saved = processorTokenOf(sent);
  if (saved) {
    const merchantConnectorId = (saved.merchant_connector_id ?? null) as MerchantConnectorId | null;
    return { kind: 'processor_token', token: saved.processor_payment_token, merchantConnectorId };
  }
  const limited = limitedCardOf(sent);
  if (limited) return { kind: 'limited_card', ...(isPresent(limited.eci) && { eci: limited.eci }) };
  const networkTransactionId = networkTransactionIdOf(sent);
  if (networkTransactionId === undefined) return undefined;
  const transactionLinkId = transactionLinkIdOf(sent);
  return { kind: 'network_transaction', networkTransactionId, ...(transactionLinkId && { transactionLinkId }) };
}

const instant = (text: string | null | undefined): string | null => (text ? new Date(text).toISOString() : null);

/** The limits of a mandate; null where the request sets none up. `{"multi_use": null}` sets no limit. */
export function mandateTermsOf(mandate: MandateData | null): MandateTerms | null {
  const type = mandate?.mandate_type;
  if (!type) return null;
  const limit = type.single_use ?? type.multi_use ?? null;
  return {
    use: type.single_use ? 'single_use' : 'multi_use',
    limit: limit && { amount: minorUnitsFromJson(limit.amount), currency: limit.currency },
    startDate: instant(limit?.start_date),
    endDate: instant(limit?.end_date),
  };
}
