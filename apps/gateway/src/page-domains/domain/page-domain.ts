import type { MerchantId, ProfileId } from '@payorch/kernel';
import { randomBytes } from 'node:crypto';

/** pending: never proven. lapsed: proven once, and the proof is gone. */
export const pageDomainStates = ['pending', 'verified', 'lapsed'] as const;
export type PageDomainState = (typeof pageDomainStates)[number];

/** A domain under which a merchant wants its payment pages. */
export interface PageDomain {
  readonly merchantId: MerchantId;
  /** Lower case and Punycode, without a port. */
  readonly domain: string;
  /** The only profile whose links it serves; null: every link of the merchant. */
  readonly profileId: ProfileId | null;
  /** Public, and the merchant's own for this domain: another merchant cannot use a proof that it reads. */
  readonly challenge: string;
  readonly state: PageDomainState;
  readonly verifiedAt: Date | null;
  /** Null while nothing is verified. */
  readonly nextCheckAt: Date | null;
  /** Daily checks in a row that found no proof. */
  readonly failedChecks: number;
  readonly createdAt: Date;
}

const challengeBytes = 24;
const newChallenge = (): string => randomBytes(challengeBytes).toString('base64url');

export const newPageDomain = (
  place: Pick<PageDomain, 'merchantId' | 'domain' | 'profileId'>,
  now: Date,
): PageDomain => ({
  ...place,
  challenge: newChallenge(),
  state: 'pending',
  verifiedAt: null,
  nextCheckAt: null,
  failedChecks: 0,
  createdAt: now,
});

export const proofPath = '/.well-known/payorch-domain-verification';

/** Both proofs of ownership; one of them suffices. */
export const proofsOf = ({ domain, challenge }: Pick<PageDomain, 'domain' | 'challenge'>) => ({
  record: { name: `_payorch-challenge.${domain}`, value: `payorch-domain-verification=${challenge}` },
  file: { url: `https://${domain}${proofPath}`, content: challenge },
});

/** Whether the domain serves a link: of the merchant, and of the profile where both name one. */
export const serves = ({ state, profileId }: PageDomain, ofProfile: ProfileId | null): boolean =>
  state === 'verified' && (profileId === null || profileId === ofProfile);
