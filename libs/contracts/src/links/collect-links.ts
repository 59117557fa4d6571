import type { MerchantId } from '@payorch/kernel';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { customerId, keyOfKind, merchantId, timestamp } from '@payorch/values';
import { topics } from '../messages/topics';

const text = z.string().nullable();
const about = { merchantId, paymentMethodId: z.string().min(1).max(128) };

const command = <Data extends { merchantId: MerchantId; paymentMethodId: string }, const Type extends string>(
  type: Type,
  data: z.ZodType<Data>,
) =>
  defineMessage({
    topic: topics.paymentsCommands.name,
    type,
    version: 1,
    kind: 'command',
    data,
    key: (m) => keyOfKind('payment_methods', m.merchantId, m.paymentMethodId),
  });

/** A payment method and its types, as the interface names them. */
export const enabledMethod = z.object({ paymentMethod: z.string(), paymentMethodTypes: z.array(z.string()) });
export type EnabledMethod = z.infer<typeof enabledMethod>;

/** A link to a page where a customer saves a payment method. */
export const collectLink = z.object({
  collectLinkId: z.string(),
  /** Nothing is saved after it. */
  expiresAt: timestamp,
  returnUrl: text,
  /** The customer chooses one of them. */
  enabledMethods: z.array(enabledMethod),
  /** The merchant's own domain in front of the gateway; null: the gateway's address. */
  origin: text,
  /** Sites whose pages may frame the page; null: none. */
  allowedDomains: z.array(z.string()).nullable(),
  /** Look of the page; null: the defaults. */
  merchantName: text,
  logo: text,
  theme: text,
});
export type CollectLink = z.infer<typeof collectLink>;

/**
 * The id of the payment method that the link's data become: a link id stands for one payment method of its merchant, so the
 * second link with the same id finds the first one.
 */
export function collectedMethodId(merchant: MerchantId, collectLinkId: string): string {
  const digest = createHash('sha256').update(JSON.stringify(['collect_link', merchant, collectLinkId]));
  return `pm_${digest.digest('hex').slice(0, 32)}`;
}

/** Creates a payment method that awaits its data from the page of the link. Reply: `createdCollectLink`. */
export const collectLinkCreate = command(
  'collect_link.create',
  z.object({ ...about, fields: z.object({ customerId, link: collectLink }) }),
);

/** Checks the result of `collect_link.create` when its reply timed out. Reply: `createdCollectLink`. */
export const collectLinkCheck = command('collect_link.check', z.object(about));

/** Reply to the commands: the link as it is stored. */
export const createdCollectLink = z.object({ customerId, link: collectLink });
export type CreatedCollectLink = z.infer<typeof createdCollectLink>;

/** Asks for all that the page of a link shows. Reply: `collectLinkForPage`. */
export const collectLinkPage = defineMessage({
  topic: topics.paymentsQueries.name,
  type: 'collect_link.page',
  version: 1,
  kind: 'query',
  key: () => null,
  data: z.object({ merchantId, collectLinkId: z.string() }),
});

/** Reply to `collect_link.page`; the gateway makes the page from it. */
export const collectLinkForPage = z.object({
  /** open: the customer can save a payment method. used: one was saved. expired: none was saved in time. */
  state: z.enum(['open', 'used', 'expired']),
  link: collectLink,
  /** What the script of an open page needs to add the data; null for every other page. */
  access: z.object({ paymentMethodId: z.string(), clientSecret: z.string(), publishableKey: z.string() }).nullable(),
  /** The shop's name, where the link has none. */
  merchantName: text,
});
export type CollectLinkForPage = z.infer<typeof collectLinkForPage>;
