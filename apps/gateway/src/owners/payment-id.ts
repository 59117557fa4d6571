import { referenceIdPattern, type PaymentId } from '@payorch/kernel';

export const isPaymentId = (text: string): text is PaymentId => referenceIdPattern.test(text);
