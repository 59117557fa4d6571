import type { AuthenticationId, MerchantId } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from './messages/define-message';
import {
  authenticationId,
  jsonObject,
  keyOfKind,
  merchantId,
  methodCompletion,
  moneyWire,
  profileId,
} from '@payorch/values';
import { sealedCard } from '@payorch/values';
import { caller } from './payments/commands';
import { topics } from './messages/topics';

const about = { merchantId, authenticationId };

export const authenticationKey = (m: {
  readonly merchantId: MerchantId;
  readonly authenticationId: AuthenticationId;
}): string => keyOfKind('authentications', m.merchantId, m.authenticationId);

const command = <
  Data extends { merchantId: MerchantId; authenticationId: AuthenticationId },
  const Type extends string,
>(
  type: Type,
  data: z.ZodType<Data>,
) =>
  defineMessage({
    topic: topics.paymentsCommands.name,
    type,
    version: 1,
    kind: 'command',
    key: authenticationKey,
    data,
  });

/** The answers of the interface about one authentication. */
export const authenticationAnswer = z.enum(['created', 'eligibility', 'authentication', 'sync', 'returned']);
export type AuthenticationAnswer = z.infer<typeof authenticationAnswer>;

/**
 * The sender of a request. A server may repeat the client secret, and a wrong one is refused as a browser's is; null: it sent
 * none.
 */
const sender = { caller, clientSecret: z.string().nullable() };

/**
 * Creates the authentication of a customer without a payment. `connector`: the 3DS server that the request names; null: the
 * profile's first one. Reply: the answer `created`.
 */
export const authenticationCreate = command(
  'authentication.create',
  z.object({
    ...about,
    profileId,
    money: moneyWire,
    connector: z.string().nullable(),
    returnUrl: z.string().nullable(),
    forceChallenge: z.boolean().nullable(),
    /** `customer_details` as the interface has it. */
    customer: jsonObject.nullable(),
  }),
);

/**
 * Asks the 3DS server what the card's issuer supports. The card has no CVC. Addresses and browser are as the interface has them.
 * Reply: the answer `eligibility`, once the 3DS server has answered.
 */
export const authenticationPrepare = command(
  'authentication.prepare',
  z.object({
    ...about,
    ...sender,
    /** The profile of the request's body; null: the request names none. */
    profileId: profileId.nullable(),
    card: sealedCard,
    billing: jsonObject.nullable(),
    shipping: jsonObject.nullable(),
    browserInfo: jsonObject.nullable(),
    email: z.string().nullable(),
  }),
);

/** Authenticates the customer, once. Reply: the answer `authentication`, once the 3DS server has answered. */
export const authenticationAuthenticate = command(
  'authentication.authenticate',
  z.object({ ...about, ...sender, methodCompletion }),
);

/** Asks the 3DS server while a challenge is open, then replies with the answer `sync`. */
export const authenticationSyncRequest = command('authentication.sync', z.object({ ...about, ...sender }));

/** The customer's browser returns from a challenge. It proves nothing, so the 3DS server is asked. Reply: `authenticationReturned`. */
export const authenticationReturn = command('authentication.return', z.object(about));

/** Reply to `authentication.return`. */
export const authenticationReturned = z.object({ returnUrl: z.string().nullable(), status: z.string() });

/** Checks the result of a command whose reply timed out, as `payment.check` does. */
export const authenticationCheck = command(
  'authentication.check',
  z.object({ ...about, ...sender, answer: authenticationAnswer }),
);
