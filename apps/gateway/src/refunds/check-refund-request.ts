import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { checkChosenIds } from '../edge';
import type { RefundListRequest, RefundRequest, RefundUpdateRequest } from '@payorch/rest';

const wrong = (field: string, expected: string): Refusal => refuse('invalid_format', { field, expected });
const notAllowed = (message: string): Refusal => refuse('invalid_request', { message });

/** What may be the id of a refund that is asked for: any that was ever given. */
const refundIdPattern = /^\P{Cc}+$/u;
export const isRefundId = (text: string): boolean => text.length <= 128 && refundIdPattern.test(text);

/** What may be the id of a refund that is made. */
const chosenIdPattern = /^[A-Za-z0-9_-]{1,128}$/;

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

/** What no message can carry, and what only the specification limits. All else is for the owners, in the order of the wire. */
export function checkRefundRequest({
  refund_id: id,
  metadata,
  split_refunds: split,
}: RefundRequest): Refusal | undefined {
  const wrongId = checkId(id) ?? checkChosenIds({ refund_id: id });
  if (wrongId) return wrongId;
  return split ? refuse('not_implemented', { message: 'split_refunds is not implemented' }) : checkMetadata(metadata);
}

/** That it has too many characters is told by its owner, behind what goes before on the wire. */
function checkId(id: RefundRequest['refund_id']): Refusal | undefined {
  if (typeof id !== 'string' || chosenIdPattern.test(id)) return undefined;
  return id.length === 0 || id.length > 128
    ? wrong('refund_id', 'length should be less than 30 characters')
    : wrong('refund_id', 'letters, digits, `_` and `-` alone');
}

export const checkRefundUpdate = ({ metadata }: RefundUpdateRequest): Refusal | undefined => checkMetadata(metadata);

export function checkRefundList({ limit, offset }: RefundListRequest): Refusal | undefined {
  if (typeof limit === 'number' && (limit < 1 || limit > 100)) {
    return notAllowed('limit should be in between 1 and 100');
  }
  return typeof offset === 'number' && offset < 0 ? notAllowed('offset should not be below 0') : undefined;
}
