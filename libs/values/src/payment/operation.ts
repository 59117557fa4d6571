import type { AttemptId, MerchantId, OperationId, PaymentId, ProfileId } from '@payorch/kernel';
import { z } from 'zod';
import { attemptId, merchantId, operationId, paymentId, profileId } from '../ids';

/** The ids that every command to a connector and every result carries. */
export const operationIds = { operationId, merchantId, profileId, paymentId, attemptId };
export interface OperationIds {
  readonly operationId: OperationId;
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly paymentId: PaymentId;
  readonly attemptId: AttemptId;
}

/** A revocation belongs to a mandate; its payment and attempt are those that set the mandate up. */
export const mandateOperationIds = { ...operationIds, mandateId: z.string() };

/** true: the outcome carries the processor's raw response, masked. */
export const allKeysRequired = z.boolean().optional();
