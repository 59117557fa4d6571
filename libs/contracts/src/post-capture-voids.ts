import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from './define-message';
import { merchantId, moneyWire, operationId, paymentId } from './parts';
import { topics } from './topics';

/** Between the owner of payments, who voids, and that of refunds, who alone knows what may still be given back. */
const about = { merchantId, paymentId, operationId };
const common = {
  version: 1,
  key: (m: { merchantId: Parameters<typeof keyOf>[0]; paymentId: string }) => keyOf(m.merchantId, m.paymentId),
} as const;

/** Before anything is sent: all that was charged is to go back by this operation, or by refunds, never by both. */
export const postCaptureVoidReserve = defineMessage({
  ...common,
  topic: topics.refundsCommands.name,
  type: 'post_capture_void.reserve',
  kind: 'command',
  data: z.object({ ...about, charged: moneyWire }),
});

/** It came to nothing, for certain: what was charged may be refunded again. */
export const postCaptureVoidRelease = defineMessage({
  ...common,
  topic: topics.refundsCommands.name,
  type: 'post_capture_void.release',
  kind: 'command',
  data: z.object(about),
});

/** The whole sum is kept for it. */
export const postCaptureVoidReserved = defineMessage({
  ...common,
  topic: topics.paymentsCommands.name,
  type: 'post_capture_void.reserved',
  kind: 'event',
  data: z.object(about),
});

/** Some of it was given back, or may have been, by a refund. */
export const postCaptureVoidRefused = defineMessage({
  ...common,
  topic: topics.paymentsCommands.name,
  type: 'post_capture_void.refused',
  kind: 'event',
  data: z.object(about),
});
