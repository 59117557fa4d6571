import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Secret } from '@payorch/kernel';
import { AskOwner } from '../owners/ask-owner';
import { CardTestingGuard } from './card-testing-guard';
import { CardTestingInterceptor } from './card-testing.interceptor';

/** Puts the card-testing guard around the routes that may charge a card. */
export function guardCards(app: NestFastifyApplication, fingerprintKey: Secret): void {
  const [guard, owner] = [app.get(CardTestingGuard), app.get(AskOwner)];
  app.useGlobalInterceptors(new CardTestingInterceptor({ guard, owner, fingerprintKey }));
}
