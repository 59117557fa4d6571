import { Header } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { RefusalError } from '../errors/errors';

/** The owner renders the response: the gateway passes its bytes on unchanged. */
export const OwnerJson = (): MethodDecorator => Header('content-type', 'application/json');

/** The owner's reply. @throws RefusalError where the owner refused */
export async function orRefused<T extends object>(reply: Promise<T | Refusal>): Promise<T> {
  const settled = await reply;
  if ('kind' in settled && settled.kind === 'refused') throw new RefusalError(settled);
  return settled as T;
}
