import type { MandateTerms, RecurringDetails } from '@payorch/contracts';
import { minorUnitsFromJson } from '@payorch/kernel';
import type { MandateData } from '@payorch/rest';
import { type PaymentRequest, isPresent } from '../payment-request';

/** The stored payment method that the request charges, from either of the two fields. */
export function recurringOf({
  recurring_details: recurring,
  mandate_id,
}: PaymentRequest): RecurringDetails | undefined {
  if (isPresent(mandate_id)) return { kind: 'mandate', mandateId: mandate_id };
  if (!isPresent(recurring) || typeof recurring.data !== 'string') return undefined;
  if (recurring.type === 'mandate_id') return { kind: 'mandate', mandateId: recurring.data };
  if (recurring.type !== 'payment_method_id') return undefined;
  return { kind: 'payment_method', paymentMethodId: recurring.data };
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
