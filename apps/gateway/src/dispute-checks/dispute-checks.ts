import { Inject, Injectable } from '@nestjs/common';
import { disputeGet, isRefusal, outgoing, type Refusal, refuse } from '@payorch/contracts';
import type { DisputeStage, DisputeStatus } from '@payorch/rest';
import type { Sender } from '../auth';
import { OwnerClient } from '../owners';
import { disputeOf } from './dispute-of';

interface ShownDispute {
  readonly dispute_stage: DisputeStage;
  readonly dispute_status: DisputeStatus;
}

/** The states of a dispute to which the interface attaches files. Its owner decides the same again. */
const takesFiles = ({ dispute_stage: stage, dispute_status: status }: ShownDispute): boolean =>
  stage === 'dispute' && status === 'dispute_opened';

/** Asks the owner of disputes whether a dispute takes files, before the bytes of a file are stored for it. */
@Injectable()
export class DisputeChecks {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>) {}

  async forFiles(disputeId: string, sender: Sender): Promise<Refusal | undefined> {
    const about = disputeOf(disputeId, sender);
    if (isRefusal(about)) return about;
    const reply = await this.owner.query(outgoing(disputeGet, about), sender);
    if (isRefusal(reply)) return reply;
    return takesFiles(JSON.parse(reply.toString()) as ShownDispute) ? undefined : refuse('dispute_status_invalid');
  }
}
