import { minorUnitsFromJson, minorUnitsToJson } from '@payorch/kernel';
import type { Claim } from '../../domain/attempts/attempt';

export type StoredClaim = Omit<Claim, 'amountCapturable' | 'claimedAt'> & {
  readonly amountCapturable?: number;
  readonly claimedAt: string;
};

export const claimToJson = ({ amountCapturable, claimedAt, ...claim }: Claim): StoredClaim => ({
  ...claim,
  ...(amountCapturable !== undefined && { amountCapturable: minorUnitsToJson(amountCapturable) }),
  claimedAt: claimedAt.toISOString(),
});

export const claimFromJson = ({ amountCapturable, claimedAt, ...claim }: StoredClaim): Claim => ({
  ...claim,
  ...(amountCapturable !== undefined && { amountCapturable: minorUnitsFromJson(amountCapturable) }),
  claimedAt: new Date(claimedAt),
});
