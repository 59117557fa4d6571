import type { Refusal } from '@payorch/contracts';
import { firstRefusal, refuse } from '@payorch/contracts';
import type { RefundListRequest, RefundRequest, RefundUpdateRequest } from '@payorch/rest';
import { checkChosenIds, checkMetadata } from '../../fields';
import { checkLimit } from '../../lists';

const wrong = (field: string, expected: string): Refusal => refuse('invalid_format', { field, expected });
const notAllowed = (path: string, message: string): Refusal => refuse('invalid_request', { message, path });

/** A valid refund id of any age, for lookups. */
const refundIdPattern = /^\P{Cc}+$/u;
export const isRefundId = (text: string): boolean => text.length <= 128 && refundIdPattern.test(text);

/** A valid id for a new refund. */
const chosenIdPattern = /^[A-Za-z0-9_-]{1,128}$/;

const requestChecks: readonly ((sent: RefundRequest) => Refusal | undefined)[] = [
  ({ refund_id: id }) => checkId(id) ?? checkChosenIds({ refund_id: id }),
  ({ metadata }) => checkMetadata(metadata),
];

/**
 * Checks the values that a message cannot carry and the limits of the interface. The owners check everything else, in
 * the interface's order.
 */
export const checkRefundRequest = (sent: RefundRequest): Refusal | undefined => firstRefusal(requestChecks, sent);

/** The owner refuses an id with too many characters, after the checks that precede it in the interface's order. */
function checkId(id: RefundRequest['refund_id']): Refusal | undefined {
  if (typeof id !== 'string' || chosenIdPattern.test(id)) return undefined;
  return id.length === 0 || id.length > 128
    ? wrong('refund_id', 'length should be less than 30 characters')
    : wrong('refund_id', 'letters, digits, `_` and `-` alone');
}

export const checkRefundUpdate = ({ metadata }: RefundUpdateRequest): Refusal | undefined => checkMetadata(metadata);

const listChecks: readonly ((sent: RefundListRequest) => Refusal | undefined)[] = [
  ({ limit }) => (typeof limit === 'number' ? checkLimit(limit, 100) : undefined),
  ({ offset }) =>
    typeof offset === 'number' && offset < 0 ? notAllowed('offset', 'offset should not be below 0') : undefined,
];

export const checkRefundList = (sent: RefundListRequest): Refusal | undefined => firstRefusal(listChecks, sent);
