import type { Abstract, FactoryProvider, Type } from '@nestjs/common';

export type Token<T> = Type<T> | Abstract<T> | symbol;

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

/** Some parts of `Options` by the tokens that provide them. */
type PartTokens<Options> = { readonly [Name in keyof Options]?: Token<Options[Name]> };

/** Provides the options of a class: an object of injected parts and of `rest`. */
export const provideOptions = <Options extends object, const Tokens extends PartTokens<Options>>(
  token: Abstract<Options>,
  tokens: Tokens,
  rest: Omit<Options, keyof Tokens>,
): FactoryProvider => {
  const names = Object.keys(tokens) as (keyof Tokens & string)[];
  const inject = names.map((name) => tokens[name] as Type);
  const useFactory = (...parts: unknown[]) => ({
    ...rest,
    ...Object.fromEntries(names.map((name, at) => [name, parts[at]])),
  });
  return { provide: token, inject, useFactory };
};

/** Provides a class whose constructor takes one object: injected parts, and `rest`. */
export const provideFrom = <T, Options extends object, const Tokens extends PartTokens<Options>>(
  type: new (options: Options) => T,
  tokens: Tokens,
  rest: Omit<Options, keyof Tokens>,
): FactoryProvider => {
  const { inject, useFactory } = provideOptions<Options, Tokens>(type as Abstract<Options>, tokens, rest);
  return { provide: type, inject: inject ?? [], useFactory: (...parts) => new type(useFactory(...parts)) };
};
