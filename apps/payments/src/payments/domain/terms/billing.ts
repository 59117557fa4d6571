import type { JsonObject } from '@payorch/contracts';
import type { Attempt } from '../attempts/attempt';
import type { Payment } from '../payment';
import { objectOf } from './json-values';

/** The billing address of an attempt: that of the payment method, else the payment's. */
export const billingOf = ({ terms }: Pick<Payment, 'terms'>, { method }: Pick<Attempt, 'method'>): JsonObject | null =>
  objectOf(method?.paymentMethodData?.['billing']) ?? terms.billing;
