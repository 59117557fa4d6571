import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Secret } from '@payorch/kernel';
import { CardTestingGuard } from '../../limits';
import { OwnerClient } from '../../owners';
import { CardTestingInterceptor } from './card-testing.interceptor';

/** Applies the card-testing guard to the routes that may charge a card. */
export function guardCards(app: NestFastifyApplication, fingerprintKey: Secret): void {
  const [guard, owner] = [app.get(CardTestingGuard), app.get(OwnerClient)];
  app.useGlobalInterceptors(new CardTestingInterceptor({ guard, owner, fingerprintKey }));
}
