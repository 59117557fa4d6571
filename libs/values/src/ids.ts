import type {
  AttemptId,
  AuthenticationId,
  CaptureId,
  CardReference,
  CustomerId,
  DisputeId,
  EventId,
  FileId,
  MerchantConnectorId,
  MerchantId,
  OperationId,
  OrganizationId,
  PaymentId,
  PayoutAttemptId,
  PayoutId,
  ProfileId,
  RefundId,
  RelayId,
  RoutingAlgorithmId,
} from '@payorch/kernel';
import { z } from 'zod';

const id = <Id extends string>() => z.string().min(1).max(128) as unknown as z.ZodType<Id, Id>;

export const organizationId = id<OrganizationId>();
export const merchantId = id<MerchantId>();
export const profileId = id<ProfileId>();
export const merchantConnectorId = id<MerchantConnectorId>();
export const customerId = id<CustomerId>();
export const paymentId = id<PaymentId>();
export const attemptId = id<AttemptId>();
export const captureId = id<CaptureId>();
export const operationId = id<OperationId>();
export const refundId = id<RefundId>();
export const payoutId = id<PayoutId>();
export const payoutAttemptId = id<PayoutAttemptId>();
export const disputeId = id<DisputeId>();
export const fileId = id<FileId>();
export const relayId = id<RelayId>();
export const authenticationId = id<AuthenticationId>();
export const routingAlgorithmId = id<RoutingAlgorithmId>();
export const cardReference = id<CardReference>();
export const eventId = id<EventId>();
