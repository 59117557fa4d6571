import { z } from 'zod';
import { attemptId, merchantId, operationId, paymentId, profileId } from './ids';

/** The ids that every command to a connector and every result carries. */
export const operationIds = { operationId, merchantId, profileId, paymentId, attemptId };

export const paymentFlow = z.enum(['authorize', 'capture', 'void', 'increment', 'extend', 'post_capture_void']);
