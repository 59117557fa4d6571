import type { FactoryProvider, Type } from '@nestjs/common';

export type Token<T> = Type<T> | symbol;

/** A provider whose dependencies the compiler checks against the factory's parameters. */
export const provide = <T, const Parts extends readonly unknown[]>(
  token: Token<T>,
  inject: { readonly [I in keyof Parts]: Token<Parts[I]> },
  useFactory: (...parts: Parts) => T | Promise<T>,
): FactoryProvider => ({
  provide: token,
  inject: [...inject],
  useFactory: useFactory as FactoryProvider['useFactory'],
});
