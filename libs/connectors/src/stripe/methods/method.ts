import type { Json } from '@payorch/contracts';
import { z } from 'zod';

export type Fields = Readonly<Record<string, Json | undefined>>;

/** What Stripe is told of a payment method. */
export interface Method {
  /** Stripe's word for it. */
  readonly type: string;
  /** What belongs below that word: `{iban}`. */
  readonly details?: Fields;
  /** What belongs below `payment_method_options` and that word. */
  readonly options?: Fields;
  /** Of a wallet whose payload Stripe has to turn into a token first. */
  readonly token?: Fields;
  /** Who pays, as the method itself says it: it goes before the payment's own billing address. */
  readonly billing?: { readonly name?: string | null | undefined; readonly email?: string | null | undefined };
}

export const text = z.string().nullish();
export const nothing = z.object({});

/** How one key of the wire's `payment_method_data` is told to Stripe. */
export interface Reading {
  read(data: unknown, context: Context): Method;
}

/** What a method may take from the payment around it. */
export interface Context {
  readonly country: string | null;
}

/** A reading by the shape that the key's data must have: anything else is refused before a byte is sent. */
export const reading = <T>(shape: z.ZodType<T>, method: (data: T, context: Context) => Method): Reading => ({
  read: (data, context) => method(shape.parse(data ?? {}), context),
});

/** A method of which Stripe needs no more than its name. */
export const named = (type: string, options?: Fields): Reading =>
  reading(nothing, () => ({ type, ...(options && { options }) }));
