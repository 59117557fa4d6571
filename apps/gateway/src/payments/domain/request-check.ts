import { refuse, type Refusal } from '@payorch/contracts';
import type { PaymentOperation, PaymentRequest } from './payment-request';

export interface CheckContext {
  readonly operation: PaymentOperation;
  /** The merchant of the API key. */
  readonly merchantId: string;
  readonly now: Date;
}

/** A rule about several fields of a request: the refusal names the path of one of them, and lists of problems show it. */
export type Check = (sent: PaymentRequest, context: CheckContext) => Refusal | undefined;

export const missing = (field: string): Refusal => refuse('missing_param', { field });
export const notAllowed = (path: string, message: string): Refusal => refuse('invalid_request', { message, path });
export const wrong = (path: string, message: string): Refusal => refuse('precondition_failed', { message, path });
