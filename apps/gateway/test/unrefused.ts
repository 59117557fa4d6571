import type { Refusal } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import { RefusalError } from '../src/errors';

type Unrefused<S> = {
  [K in keyof S]: S[K] extends (...args: infer A) => Promise<infer R>
    ? (...args: A) => Promise<Exclude<R, Refusal>>
    : S[K];
};

type Method = (...args: unknown[]) => Promise<unknown>;

/** The service with its refusals thrown, so that a test can use a result at once. */
export const unrefused = <S extends object>(service: S): Unrefused<S> =>
  new Proxy(service, {
    get:
      (target, name) =>
      async (...args: unknown[]) => {
        const result = await (Reflect.get(target, name) as Method).apply(target, args);
        if (isRefusal(result)) throw new RefusalError(result);
        return result;
      },
  }) as Unrefused<S>;
