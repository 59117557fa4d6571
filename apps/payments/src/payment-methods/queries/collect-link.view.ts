import type { CollectLinkForPage } from '@payorch/contracts';
import { collectLinkForPage, createdCollectLink } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { z } from 'zod';
import { type CollectedMethod, collectLinkStateOf, hasCollectLink } from '../domain/collect-link';
import type { SavedPaymentMethod } from '../domain/payment-method';

const bytes = (view: object): Buffer => Buffer.from(JSON.stringify(view));

/** The link as it is stored, for the gateway, which knows its address. */
export function createdLinkView(saved: SavedPaymentMethod): Buffer {
  if (!hasCollectLink(saved)) throw new InvariantError(`${saved.paymentMethodId} has no collect link`);
  return bytes(z.encode(createdCollectLink, { customerId: saved.customerId, link: saved.collectLink }));
}

interface PageParts {
  readonly now: Date;
  readonly publishableKey: string | undefined;
  readonly merchantName: string | null;
}

/** What the page of the link shows. Only an open link has a secret. */
export function linkForPage(saved: CollectedMethod, { now, publishableKey, merchantName }: PageParts): Buffer {
  const { paymentMethodId, clientSecret, collectLink } = saved;
  const state = collectLinkStateOf(saved, now);
  const access =
    state === 'open' && clientSecret && publishableKey !== undefined
      ? { paymentMethodId, clientSecret: clientSecret.secret, publishableKey }
      : null;
  const shown: CollectLinkForPage = { state, link: collectLink, access, merchantName };
  return bytes(z.encode(collectLinkForPage, shown));
}
