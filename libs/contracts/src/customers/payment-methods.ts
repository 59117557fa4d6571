import type { MerchantId } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import {
  accountRef,
  cardReference,
  customerId,
  jsonObject,
  keyOfKind,
  merchantId,
  networkToken,
  payoutAccount,
  payoutDestination,
  payoutId,
  paymentId,
  profileId,
  sealedCard,
  sealedData,
  tokenExpiry,
  walletToken,
} from '@payorch/values';
import { caller } from '../payments/commands';
import { topics } from '../messages/topics';

const paymentMethodId = z.string().min(1).max(128);
const about = { merchantId, paymentMethodId };
const text = z.string().nullable();

const command = <Data extends { merchantId: MerchantId; paymentMethodId: string }, const Type extends string>(
  type: Type,
  data: z.ZodType<Data>,
  version = 1,
) =>
  defineMessage({
    topic: topics.paymentsCommands.name,
    type,
    version,
    kind: 'command',
    data,
    key: (m) => keyOfKind('payment_methods', m.merchantId, m.paymentMethodId),
  });

const query = <Data, const Type extends string>(type: Type, data: z.ZodType<Data>) =>
  defineMessage({ topic: topics.paymentsQueries.name, type, version: 1, kind: 'query', key: () => null, data });

const cardData = z.object({ kind: z.literal('card'), card: sealedCard, nickName: text });

/**
 * The sealed data of a payment method: a card, or the data of another payment method with what may be shown of it.
 * `walletToken`: the data is a decrypted token of a wallet. `payoutAccount`: the data is the destination of payouts.
 */
export const paymentMethodData = z.discriminatedUnion('kind', [
  cardData,
  z.object({
    kind: z.literal('other'),
    data: sealedData,
    shown: jsonObject,
    walletToken: walletToken.optional(),
    payoutAccount: payoutAccount.optional(),
  }),
]);
export type PaymentMethodData = z.infer<typeof paymentMethodData>;

/** The keyed hash by which a customer's payment method with the same data is found; undefined where the data has none. */
export const fingerprintOfData = (data: PaymentMethodData): string | undefined =>
  data.kind === 'card' ? data.card.fingerprint : (data.walletToken ?? data.payoutAccount)?.fingerprint;

/** The fields of a request for a payment method. */
export const paymentMethodFields = z.object({
  customerId,
  paymentMethod: z.string(),
  paymentMethodType: text,
  issuer: text,
  issuerCode: text,
  metadata: jsonObject.nullable(),
  billing: jsonObject.nullable(),
});
export type PaymentMethodFields = z.infer<typeof paymentMethodFields>;

/** Creates a payment method; without data it awaits them. Reply to all commands but the deletion and the operator's change: the payment method in the form of the interface. */
export const paymentMethodCreate = command(
  'payment_method.create',
  z.object({ ...about, fields: paymentMethodFields, data: paymentMethodData.nullable() }),
);

/**
 * A payout has succeeded whose destination its customer keeps: saves it, where the customer has not saved the same one before.
 * Answered by `payout.destination_saved`; by nothing where the customer is unknown or deleted.
 */
export const paymentMethodSaveDestination = command(
  'payment_method.save_destination',
  z.object({ ...about, payoutId, fields: paymentMethodFields, data: paymentMethodData }),
);

/** Adds the card that a payment method awaits. No gateway sends it any more; a command in flight is still handled. */
export const paymentMethodSave = command(
  'payment_method.save',
  z.object({ ...about, clientSecret: z.string(), data: cardData }),
);

/** Adds the data that a payment method awaits. Version 1 had only cards. */
export const paymentMethodSaveV2 = command(
  'payment_method.save',
  z.object({
    ...about,
    clientSecret: z.string(),
    paymentMethod: z.string(),
    paymentMethodType: text,
    data: paymentMethodData,
  }),
  2,
);

/** Absent: not sent. */
export const cardChanges = z.object({
  expiryMonth: z.string(),
  expiryYear: z.string(),
  holderName: z.string(),
  nickName: text.optional(),
});

/** Changes what is stored of a card or of a decrypted wallet token besides its number; `wallet` absent: nothing of a token. */
export const paymentMethodUpdate = command(
  'payment_method.update',
  z.object({ ...about, caller, card: cardChanges.nullable(), wallet: tokenExpiry.optional() }),
);

/** Deletes a payment method. `onlyOf`: of this customer alone. Reply: `{payment_method_id, deleted}`. */
export const paymentMethodDelete = command(
  'payment_method.delete',
  z.object({ ...about, onlyOf: customerId.optional() }),
);

/** Checks the result of a command whose reply timed out, as `payment.check` does; a deletion has the reply of a deletion. */
export const paymentMethodCheck = command('payment_method.check', z.object({ ...about, isDeletion: z.boolean() }));

/** Makes a payment method the default of this customer. Reply in the form of the interface. */
export const paymentMethodSetDefault = command(
  'payment_method.set_default',
  z.object({ ...about, fields: z.object({ customerId }) }),
);

/**
 * A processor's reference of a payment method at one connector account. Null: the stored one stays. `original`: the first
 * charge at the processor, in minor units.
 */
export const referenceSent = z.object({
  account: accountRef,
  profileId,
  mandateReference: text,
  customerReference: text,
  original: z.object({ amount: z.int(), currency: z.string() }).optional(),
});
export type ReferenceSent = z.infer<typeof referenceSent>;

/** A card whose number only a processor has. Its fingerprint is a keyed hash of the processor's reference. */
export const referencedCard = sealedCard.omit({ sealedNumber: true });
export type ReferencedCard = z.infer<typeof referencedCard>;

/** The data of a payment method from another system: a card with or without its number. */
export const migratedData = z.discriminatedUnion('kind', [
  cardData,
  z.object({ kind: z.literal('referenced_card'), card: referencedCard, nickName: text }),
]);
export type MigratedData = z.infer<typeof migratedData>;

/**
 * Stores a payment method that another system has saved before. A payment method with this id takes the data and the
 * references; its references at other accounts stay. No data: only the references charge it.
 */
export const paymentMethodMigrate = command(
  'payment_method.migrate',
  z.object({
    ...about,
    fields: paymentMethodFields,
    data: migratedData.nullable(),
    references: z.array(referenceSent),
    networkTransactionId: text,
  }),
);

/** The operator's change of a stored payment method; null: unchanged. Reply: `payment_method_id, status, network_transaction_id, connector_mandate_details`. */
export const paymentMethodUpdateRecord = command(
  'payment_method.update_record',
  z.object({
    ...about,
    status: z.enum(['active', 'inactive']).nullable(),
    networkTransactionId: text,
    references: z.array(referenceSent),
    expiry: tokenExpiry.nullable(),
  }),
);

/**
 * Begins to make a network token of a saved card of this customer, under this reference; one that was begun keeps its own. So
 * a deletion knows of a token that the service may have made. Reply: `cardToTokenize`.
 */
export const paymentMethodRequestToken = command(
  'payment_method.request_token',
  z.object({ ...about, customerId, reference: cardReference }),
);

/** Reply to `payment_method.request_token`. */
export const cardToTokenize = z.object({
  reference: cardReference,
  card: sealedCard,
  /** The token is there already. */
  isTokenized: z.boolean(),
});
export type CardToTokenize = z.infer<typeof cardToTokenize>;

/** Stores the network token that was requested. */
export const paymentMethodStoreToken = command(
  'payment_method.store_token',
  z.object({ ...about, token: networkToken }),
);

/** Ends the network token of a payment method whose customer was deleted, here and at the token service. */
export const paymentMethodEndToken = command('payment_method.end_token', z.object(about));

/** Reads a payment method. */
export const paymentMethodGet = query('payment_method.get', z.object(about));

/** The id under which the customer has saved a card, or would save it. Reply: `cardId`. */
export const paymentMethodFindCard = query(
  'payment_method.find_card',
  z.object({ merchantId, customerId, fingerprint: z.string() }),
);
/** Reply to `payment_method.find_card`. */
export const cardId = z.object({ paymentMethodId });
export type CardId = z.infer<typeof cardId>;

/**
 * The saved payment method that a payout goes to, by its id or by a payment token of `customerId`; of the two one is null.
 * Refused for one of another customer. Reply: `savedDestination`.
 */
export const paymentMethodFindDestination = query(
  'payment_method.find_destination',
  z.object({
    merchantId,
    paymentMethodId: paymentMethodId.nullable(),
    paymentToken: z.string().nullable(),
    customerId,
  }),
);
/** Reply to `payment_method.find_destination`. */
export const savedDestination = z.object({
  paymentMethodId,
  destination: z.union([z.object({ card: sealedCard }), z.object({ account: payoutDestination })]),
});
export type SavedDestination = z.infer<typeof savedDestination>;

/** Which entries a list has: at most `limit`; null: the largest number. The profile sets the lifetime of payment tokens. */
const listing = { limit: z.int().min(0).nullable(), profileId: profileId.nullable() };

/** Lists a customer's active payment methods, the last used first, each with a new payment token. */
export const paymentMethodList = query('payment_method.list', z.object({ merchantId, customerId, ...listing }));

/** The same for the customer of a payment, who must be `customerId` where the request names one. */
export const paymentMethodListOfPayment = query(
  'payment_method.list_of_payment',
  z.object({
    merchantId,
    paymentId,
    caller,
    customerId: customerId.nullable(),
    limit: listing.limit,
    /** Entries also have `payment_method_data`: what a client SDK draws of a wallet or a bank debit. */
    showsData: z.literal(true).optional(),
  }),
);
