import type { JsonObject, Refusal, RefundRequest, Split } from '@payorch/contracts';
import { joinRefusals, namedAccountOf, refuse } from '@payorch/contracts';

/** What the processor gets with the refund of a split payment besides its amount. */
export interface SplitRefund {
  /** The connected account of a direct charge. */
  readonly connectedAccount: string | null;
  /** Whether the application fee is returned to the connected account, in proportion to the refunded amount. */
  readonly revertsFee: boolean;
  /** Whether the transfer is reversed, in the same proportion. */
  readonly revertsTransfer: boolean;
}

type Requested = Pick<RefundRequest, 'split' | 'splitRefunds'>;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;
const stripeRefundOf = (requested: JsonObject | null): JsonObject | null => {
  const refund = requested?.['stripe_split_refund'];
  return isObject(refund) ? refund : null;
};

const flags = {
  direct: ['revert_platform_fee'],
  destination: ['revert_platform_fee', 'revert_transfer'],
} as const satisfies Record<Split['chargeType'], readonly string[]>;

const path = 'split_refunds.stripe_split_refund';

/**
 * The refund of a split payment says who pays for it: the processor would otherwise take the whole amount from one side. Only a
 * destination charge has a transfer to revert.
 */
export function checkSplitRefund({ split, splitRefunds }: Requested): Refusal | undefined {
  const message = 'split_refunds is not implemented';
  if (!split) return splitRefunds ? refuse('not_implemented', { message, path: 'split_refunds' }) : undefined;
  const requested = stripeRefundOf(splitRefunds);
  if (!requested) return refuse('missing_param', { field: 'stripe_split_refund', path });
  const absent = flags[split.chargeType].filter((name) => typeof requested[name] !== 'boolean');
  const isUseless = split.chargeType === 'direct' && requested['revert_transfer'] === true;
  return joinRefusals([
    ...absent.map((field) => refuse('missing_param', { field, path: `${path}.${field}` })),
    isUseless
      ? refuse('value_not_allowed', { field: `${path}.revert_transfer`, allowed: 'false for a direct charge' })
      : undefined,
  ]);
}

/** Null for a payment without a split. The processor has no fee of zero, and so none to revert. */
export function splitRefundOf({ split, splitRefunds }: Requested): SplitRefund | null {
  if (!split) return null;
  const requested = stripeRefundOf(splitRefunds);
  return {
    connectedAccount: namedAccountOf(split).connectedAccount ?? null,
    revertsFee: requested?.['revert_platform_fee'] === true && split.applicationFee > 0n,
    revertsTransfer: requested?.['revert_transfer'] === true,
  };
}
