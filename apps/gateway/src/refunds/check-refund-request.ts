import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { RefundListRequest, RefundRequest, RefundUpdateRequest } from '@payorch/rest';

const wrong = (field: string, expected: string): Refusal => refuse('invalid_format', { field, expected });
const notAllowed = (message: string): Refusal => refuse('invalid_request', { message });

/** What may be the id of a refund: anything printable of a length that messages carry. */
const refundIdPattern = /^\P{Cc}{1,128}$/u;
export const isRefundId = (text: string): boolean => refundIdPattern.test(text);

const longestId = 30;
const limits = { keys: 50, keyLength: 40, valueLength: 500 } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** As the interface limits what merchants hang on to refunds. */
function checkMetadata(metadata: RefundRequest['metadata']): Refusal | undefined {
  const entries = Object.entries(metadata ?? {});
  if (entries.length > limits.keys) return wrong('metadata', `at most ${limits.keys} keys`);
  if (entries.some(([key]) => key.length > limits.keyLength))
    return wrong('metadata', `keys of at most ${limits.keyLength} characters`);
  return entries.some(([, value]) => textOf(value).length > limits.valueLength)
    ? wrong('metadata', `values of at most ${limits.valueLength} characters`)
    : undefined;
}

/** What can be said of a wish without knowing the payment. */
export function checkRefundRequest(sent: RefundRequest, merchantId: MerchantId): Refusal | undefined {
  const { refund_id: id, amount } = sent;
  // No message can carry it; zero travels, so that the owners' checks come in their order.
  if (typeof amount === 'number' && amount < 0) return wrong('amount', 'positive integer');
  if (typeof id === 'string' && (!isRefundId(id) || id.length > longestId))
    return wrong('refund_id', `length should be less than ${longestId} characters`);
  if (sent.merchant_id && sent.merchant_id !== merchantId)
    return wrong('merchant_id', 'merchant_id from merchant account');
  return checkMetadata(sent.metadata);
}

export const checkRefundUpdate = ({ metadata }: RefundUpdateRequest): Refusal | undefined => checkMetadata(metadata);

export function checkRefundList({ limit, offset }: RefundListRequest): Refusal | undefined {
  if (typeof limit === 'number' && (limit < 1 || limit > 100)) {
    return notAllowed('limit should be in between 1 and 100');
  }
  return typeof offset === 'number' && offset < 0 ? notAllowed('offset should not be below 0') : undefined;
}
