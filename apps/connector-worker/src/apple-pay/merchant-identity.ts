import { applePaySessionData, type JsonObject, pemOf } from '@payorch/contracts';
import { z } from 'zod';

const sessionData = z
  .object({
    certificate: z.string().transform(pemOf),
    certificate_keys: z.string().transform(pemOf),
    merchant_identifier: z.string().min(1),
    display_name: z.string().min(1),
    initiative: z.literal('web'),
    /** The domain of the shop, which the merchant has registered with Apple. */
    initiative_context: z.string().min(1),
  })
  .transform((data) => ({
    certificate: data.certificate,
    privateKey: data.certificate_keys,
    request: {
      merchantIdentifier: data.merchant_identifier,
      displayName: data.display_name,
      initiative: data.initiative,
      initiativeContext: data.initiative_context,
    },
  }));

/** A merchant as Apple knows it: the certificate and its key as PEM, and the body of the validation. */
export type MerchantIdentity = z.infer<typeof sessionData>;

/** The merchant's identity for its shop on the web, from opened wallet details; undefined where something is missing. */
export const merchantIdentityOf = (walletDetails: JsonObject): MerchantIdentity | undefined =>
  sessionData.safeParse(applePaySessionData(walletDetails)).data;
