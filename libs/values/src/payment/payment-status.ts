import { z } from 'zod';

/** The statuses of a payment on the interface that this service uses. */
export const paymentStatus = z.enum([
  'requires_payment_method',
  'requires_confirmation',
  'requires_customer_action',
  'requires_merchant_action',
  'requires_capture',
  'partially_authorized_and_requires_capture',
  'processing',
  'succeeded',
  'partially_captured',
  'partially_captured_and_capturable',
  'failed',
  'cancelled',
  'cancelled_post_capture',
  'expired',
  'conflicted',
  'review',
]);
export type PaymentStatus = z.infer<typeof paymentStatus>;

/** The statuses of an attempt on the interface. */
export const attemptStatus = z.enum([
  'started',
  'authentication_failed',
  'router_declined',
  'authentication_pending',
  'authentication_successful',
  'authorized',
  'authorization_failed',
  'charged',
  'authorizing',
  'cod_initiated',
  'voided',
  'voided_post_charge',
  'void_initiated',
  'capture_initiated',
  'capture_failed',
  'void_failed',
  'auto_refunded',
  'partial_charged',
  'partially_authorized',
  'partial_charged_and_chargeable',
  'unresolved',
  'pending',
  'failure',
  'payment_method_awaited',
  'confirmation_awaited',
  'device_data_collection_pending',
  'integrity_failure',
  'expired',
  'capture_review',
]);
export type AttemptStatus = z.infer<typeof attemptStatus>;
