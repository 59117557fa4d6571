import type { DataOf } from '@payorch/contracts';
import { destinationsRewrapped } from '@payorch/contracts';
import { MessageController, OnMessage } from '@payorch/platform/kafka';
import { RewrapJob } from '@payorch/platform/rewrap';

/** New seals of this service's destinations. */
@MessageController()
export class RewrappedDestinations {
  constructor(private readonly job: RewrapJob) {}

  @OnMessage(destinationsRewrapped)
  take({ seals }: DataOf<typeof destinationsRewrapped>): Promise<void> {
    return this.job.take(seals);
  }
}
