import type { DataOf } from '@payorch/contracts';
import { cardsRewrapped } from '@payorch/contracts';
import { MessageController, OnMessage } from '@payorch/platform/kafka';
import { RewrapJob } from '@payorch/platform/rewrap';

/** New seals of this service's cards. */
@MessageController()
export class RewrappedCards {
  constructor(private readonly job: RewrapJob) {}

  @OnMessage(cardsRewrapped)
  take({ seals }: DataOf<typeof cardsRewrapped>): Promise<void> {
    return this.job.take(seals);
  }
}
