import { z } from 'zod';
import { attemptId, merchantId, operationId, paymentId, profileId } from './ids';

/** The ids that every command to a connector and every result carries. */
export const operationIds = { operationId, merchantId, profileId, paymentId, attemptId };

/** A revocation belongs to a mandate; its payment and attempt are those that set the mandate up. */
export const mandateOperationIds = { ...operationIds, mandateId: z.string() };

export const paymentFlow = z.enum([
  'authorize',
  'capture',
  'void',
  'increment',
  'extend',
  'post_capture_void',
  'create_order',
  'pre_authenticate',
  'authenticate',
]);
