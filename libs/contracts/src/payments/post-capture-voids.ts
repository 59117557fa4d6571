import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { merchantId, moneyWire, operationId, paymentId } from '@payorch/values';
import { topics } from '../messages/topics';

/** Messages between `payments`, which voids, and `refunds`, which alone knows what can still be refunded. */
const about = { merchantId, paymentId, operationId };
const common = {
  version: 1,
  key: (m: { merchantId: Parameters<typeof keyOf>[0]; paymentId: string }) => keyOf(m.merchantId, m.paymentId),
} as const;

/**
 * Reserves the whole captured amount for a post-capture void before the processor is called: either the void or refunds
 * return the money, never both.
 */
export const postCaptureVoidReserve = defineMessage({
  ...common,
  topic: topics.refundsCommands.name,
  type: 'post_capture_void.reserve',
  kind: 'command',
  data: z.object({ ...about, charged: moneyWire }),
});

/** Releases the reservation: the post-capture void definitely failed, and the captured amount can be refunded again. */
export const postCaptureVoidRelease = defineMessage({
  ...common,
  topic: topics.refundsCommands.name,
  type: 'post_capture_void.release',
  kind: 'command',
  data: z.object(about),
});

/** Reply to `post_capture_void.reserve`: the whole captured amount is reserved. */
export const postCaptureVoidReserved = defineMessage({
  ...common,
  topic: topics.paymentsCommands.name,
  type: 'post_capture_void.reserved',
  kind: 'event',
  data: z.object(about),
});

/** Reply to `post_capture_void.reserve`: a refund returned some of the amount, or may have returned it. */
export const postCaptureVoidRefused = defineMessage({
  ...common,
  topic: topics.paymentsCommands.name,
  type: 'post_capture_void.refused',
  kind: 'event',
  data: z.object(about),
});
