import { Header } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { RefusalError } from '../edge';

/** The owner of an object rendered its bytes: they go out as they came. */
export const OwnerJson = (): MethodDecorator => Header('content-type', 'application/json');

/** What an owner answered. @throws RefusalError where it refused. */
export async function orRefused<T extends object>(reply: Promise<T | Refusal>): Promise<T> {
  const settled = await reply;
  if ('kind' in settled && settled.kind === 'refused') throw new RefusalError(settled);
  return settled as T;
}
