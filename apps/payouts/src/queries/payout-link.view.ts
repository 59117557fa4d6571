import type { PayoutForLink } from '@payorch/contracts';
import { countryOf, payoutForLink } from '@payorch/contracts';
import { z } from 'zod';
import { type LinkedPayout, linkStateOf } from '../domain/payout-link';
import { statusOf } from '../domain/payout.status';

interface PageParts {
  readonly now: Date;
  readonly publishableKey: string | undefined;
  readonly merchantName: string | null;
}

/** What the page of the link shows. Only an open page has the secret. */
export function payoutLinkView(payout: LinkedPayout, { now, publishableKey, merchantName }: PageParts): Buffer {
  const { fields, link, destination, clientSecret, profileId } = payout;
  const state = linkStateOf(payout, now);
  const shown: PayoutForLink = {
    profileId,
    payoutType: fields.payoutType,
    country: countryOf(fields.billing),
    state,
    status: statusOf(payout),
    money: fields.money,
    description: fields.description,
    returnUrl: fields.returnUrl,
    link,
    destination: destination && destination.shown,
    access: state === 'open' && publishableKey !== undefined ? { clientSecret, publishableKey } : null,
    merchantName,
  };
  return Buffer.from(JSON.stringify(z.encode(payoutForLink, shown)));
}
