import { Header } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { RefusalError } from '../edge';

/** The owner of an object rendered its bytes: they go out as they came. */
export const OwnersJson = (): MethodDecorator => Header('content-type', 'application/json');

/** What an owner answered. @throws RefusalError where it refused. */
export async function orRefused<T extends object>(answer: Promise<T | Refusal>): Promise<T> {
  const given = await answer;
  if ('kind' in given && given.kind === 'refused') throw new RefusalError(given);
  return given as T;
}
