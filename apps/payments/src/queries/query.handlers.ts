import {
  paymentChallenge,
  paymentFilterValues,
  paymentGet,
  paymentList,
  paymentSession,
  paymentStatusCounts,
} from '@payorch/contracts';
import { answering } from '@payorch/platform/shell';
import { countStatuses, listFilterValues, listPayments } from './list-payments';
import { getChallenge, getPayment, getSession } from './payments.queries';

/** Every query of the service with its handler. */
export const queryHandlers = [
  answering(paymentGet, getPayment),
  answering(paymentChallenge, getChallenge),
  answering(paymentSession, getSession),
  answering(paymentList, listPayments),
  answering(paymentStatusCounts, countStatuses),
  answering(paymentFilterValues, listFilterValues),
];
