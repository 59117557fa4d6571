import {
  customerId,
  jsonObject,
  keyOfKind,
  keyOfPayout,
  merchantId,
  moneyWire,
  payoutAttemptId,
  payoutCustomer,
  payoutDestination,
  payoutEntityType,
  payoutId,
  payoutPriority,
  payoutStatus,
  payoutType,
  profileId,
  straightThrough,
  timestamp,
} from '@payorch/values';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';
import { caller } from '../payments/commands';

const text = z.string().nullable();

/** What a merchant requests of a payout and may still change. Personal data is in the open: the topic is sealed. */
export const payoutFields = z.object({
  money: moneyWire,
  merchantOrderReferenceId: text,
  description: text,
  returnUrl: text,
  businessCountry: text,
  businessLabel: text,
  entityType: payoutEntityType,
  recurring: z.boolean(),
  autoFulfill: z.boolean(),
  priority: payoutPriority.nullable(),
  metadata: jsonObject.nullable(),
  payoutType: payoutType.nullable(),
  straightThrough: straightThrough.nullable(),
  customerId: text,
  customer: payoutCustomer,
  /** An address in the form of the interface. */
  billing: jsonObject.nullable(),
});
export type PayoutFields = z.infer<typeof payoutFields>;

/** What a request changes; an absent field stays. The customer's values are merged: null leaves one as it is. */
export const payoutChanges = payoutFields
  .omit({ money: true })
  .extend({ amount: moneyWire.shape.amount, currency: moneyWire.shape.currency })
  .partial();
export type PayoutChanges = z.infer<typeof payoutChanges>;

/** Where the money goes: what the request sends, or a saved payment method that the gateway has looked up. */
const destination = {
  destination: payoutDestination.nullable(),
  /** The saved payment method of the destination. */
  payoutMethodId: text,
};

/** How long the page of a payout is open where its request does not say. */
export const payoutLinkLifetimeSeconds = 900;

/** The settings of the page, under the names of the interface: those of the request, then the profile's. Null: the default. */
export const payoutLinkConfig = z.object({
  theme: text,
  logo: text,
  merchant_name: text,
  form_layout: z.enum(['tabs', 'journey']).nullable(),
  /** What the recipient may choose; null: all that the accounts pay to. */
  enabled_payment_methods: z
    .array(z.object({ payment_method: z.string(), payment_method_types: z.array(z.string()) }))
    .nullable(),
  /** The page is shown outside of frames, too. */
  test_mode: z.boolean(),
  /** Sites whose pages may frame the page; null: none. */
  allowed_domains: z.array(z.string()).nullable(),
});
export type PayoutLinkConfig = z.infer<typeof payoutLinkConfig>;

/** The page on which the recipient names a destination. */
export const payoutLink = z.object({
  payoutLinkId: z.string(),
  link: z.string(),
  /** No client confirms the payout after it. */
  expiresAt: timestamp,
  config: payoutLinkConfig,
});
export type PayoutLink = z.infer<typeof payoutLink>;

const about = { merchantId, payoutId };
const command = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  defineMessage({
    topic: topics.payoutsCommands.name,
    type,
    version: 1,
    kind: 'command',
    key: keyOfPayout as never,
    data: z.object({ ...about, ...shape }),
  });

/** Creates a payout, and confirms it where `confirm` is true. A payout id that exists is refused. Reply: the payout. */
export const payoutCreate = command('payout.create', {
  profileId,
  clientSecret: z.string(),
  fields: payoutFields,
  ...destination,
  confirm: z.boolean(),
  link: payoutLink.nullable(),
});

/** Changes a payout that no processor has yet, and confirms it where `confirm` is true. Reply: the payout. */
export const payoutUpdate = command('payout.update', {
  changes: payoutChanges,
  ...destination,
  confirm: z.boolean(),
});

/** Confirms a payout: its steps at a processor begin. A client may name the destination and the recipient alone. Reply: the payout. */
export const payoutConfirm = command('payout.confirm', { caller, changes: payoutChanges, ...destination });

/** Cancels a payout that is not paid. Reply: the payout. */
export const payoutCancelRequest = command('payout.cancel', {});

/** Fulfils a payout that waits for it. Reply: the payout. */
export const payoutFulfillRequest = command('payout.fulfill', {});

/** `force_sync`: syncs with the processor while the outcome is open, then replies with the payout. */
export const payoutSync = command('payout.sync', { caller, expandAttempts: z.boolean() });

/** Checks the result of a command whose reply timed out, like `payment.check`. */
export const payoutCheck = command('payout.check', { caller });

/** The customer's saved payment method that the destination of a payout is, from payments. */
export const payoutDestinationSaved = defineMessage({
  topic: topics.payoutsCommands.name,
  type: 'payout.destination_saved',
  version: 1,
  kind: 'event',
  key: keyOfPayout,
  data: z.object({ ...about, payoutMethodId: z.string() }),
});

/** An operator declares what the processor does not report. null: stays unchanged. Reply: empty. */
export const payoutDeclare = command('payout.declare', {
  payoutAttemptId,
  status: payoutStatus.nullable(),
  errorCode: text,
  errorMessage: text,
  connectorPayoutId: text,
});

/**
 * Erases who receives a payout, and where: its customer was deleted. `isLast`: also in a payout under way, which earlier passes leave
 * as it is, because its next step still needs the data.
 */
export const payoutRedact = command('payout.redact', { isLast: z.boolean() });

/**
 * A customer was deleted: sends `payout.redact` to a page of its payouts, in the order of their creation, and itself for the next
 * page. `after`: the last payout of the page before; null: the first page.
 */
export const payoutRedactCustomer = defineMessage({
  topic: topics.payoutsCommands.name,
  type: 'payout.redact_customer',
  version: 1,
  kind: 'command',
  key: (m) => keyOfKind('customers', m.merchantId, m.customerId),
  data: z.object({
    merchantId,
    customerId,
    after: z.object({ createdAt: timestamp, payoutId }).nullable(),
    isLast: z.boolean(),
  }),
});
