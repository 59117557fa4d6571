declare const brand: unique symbol;

/** A nominal type: a `PaymentId` is a string at run time, but no other string is a `PaymentId`. */
export type Brand<T, B extends string> = T & { readonly [brand]: B };
