import type { DataOf } from '@payorch/contracts';
import { credentialsRewrapped } from '@payorch/contracts';
import { MessageController, OnMessage } from '@payorch/platform/kafka';
import { RewrapJob } from '@payorch/platform/rewrap';

/** New seals of the connector accounts' credentials. */
@MessageController()
export class RewrappedCredentials {
  constructor(private readonly job: RewrapJob) {}

  @OnMessage(credentialsRewrapped)
  take({ seals }: DataOf<typeof credentialsRewrapped>): Promise<void> {
    return this.job.take(seals);
  }
}
