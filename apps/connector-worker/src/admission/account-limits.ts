import { baseAccountOf } from '@payorch/contracts';
import type { GatePolicy, Share } from '@payorch/platform/http';
import { shares } from '@payorch/platform/http';
import { z } from 'zod';

const place = z.int().min(0).max(10_000);

/** The limits of one connector, or of one connector account. */
const limits = z.strictObject({
  maxInFlight: place.min(1).optional(),
  maxSyncs: place.min(1).optional(),
  reserved: z
    .strictObject({ charge: place.optional(), follow_up: place.optional(), sync: place.optional() })
    .optional(),
});
export type AccountLimits = z.infer<typeof limits>;

const table = z.record(z.string(), limits);

/** Parses ACCOUNT_LIMITS: JSON by connector name or connector account id. Throws a SyntaxError that names the problem. */
export function readAccountLimits(text: string): Readonly<Record<string, AccountLimits>> {
  const read = table.safeParse(parsed(text));
  if (!read.success) throw new SyntaxError(`must be JSON like {"stripe": {"maxInFlight": 64}}: ${read.error.message}`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * An account's limits override its connector's, which override the general ones. Reserved places never fill the cap.
 * Inline credentials are another account at the processor: they have places of their own, under the same limits.
 */
export function policyOf(
  general: GatePolicy,
  byName: Readonly<Record<string, AccountLimits>>,
  { account, connector }: { readonly account: string; readonly connector: string },
): GatePolicy {
  const merged = [byName[connector], byName[baseAccountOf(account)]].reduce<GatePolicy>(over, general);
  return { ...merged, reserved: fitting(merged) };
}

const over = (policy: GatePolicy, more: AccountLimits | undefined): GatePolicy => ({
  ...policy,
  maxInFlight: more?.maxInFlight ?? policy.maxInFlight,
  maxSyncs: more?.maxSyncs ?? policy.maxSyncs,
  reserved: { ...policy.reserved, ...defined(more?.reserved ?? {}) },
});

const defined = (some: { readonly [S in Share]?: number | undefined }): Partial<Record<Share, number>> =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined));

/** Scales the reserved places down in proportion, so that they take at most half of the cap. */
function fitting({ maxInFlight, reserved }: GatePolicy): GatePolicy['reserved'] {
  const sum = shares.reduce((total, share) => total + reserved[share], 0);
  const scale = Math.min(1, maxInFlight / 2 / Math.max(1, sum));
  const of = (share: Share): number => Math.floor(reserved[share] * scale);
  return { charge: of('charge'), follow_up: of('follow_up'), sync: of('sync') };
}
