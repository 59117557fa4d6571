import type { Json } from '@payorch/contracts';
import { z } from 'zod';

export type Fields = Readonly<Record<string, Json | undefined>>;

/** A payment method in Stripe's form. */
export interface Method {
  /** Stripe's type. */
  readonly type: string;
  /** The fields below the type: `{iban}`. */
  readonly details?: Fields;
  /** The fields below `payment_method_options` and the type. */
  readonly options?: Fields;
  /** The payload of a wallet that Stripe must first convert into a token. */
  readonly token?: Fields;
  /** The payer according to the payment method; takes precedence over the payment's billing address. */
  readonly billing?: { readonly name?: string | null | undefined; readonly email?: string | null | undefined };
}

export const text = z.string().nullish();
export const nothing = z.object({});

/** Maps one key of the interface's `payment_method_data` to Stripe's form. */
export interface Reading {
  read(data: unknown, context: Context): Method;
}

/** Data of the payment that a method may use. */
export interface Context {
  readonly country: string | null;
}

/** A reading with the required shape of the key's data: any other shape throws before a byte is sent. */
export const reading = <T>(shape: z.ZodType<T>, method: (data: T, context: Context) => Method): Reading => ({
  read: (data, context) => method(shape.parse(data ?? {}), context),
});

/** A method of which Stripe needs only the type. */
export const named = (type: string, options?: Fields): Reading =>
  reading(nothing, () => ({ type, ...(options && { options }) }));
