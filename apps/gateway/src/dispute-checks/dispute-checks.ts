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
const takesAttachments = ({ dispute_stage: stage, dispute_status: status }: ShownDispute): boolean =>
  stage === 'dispute' && status === 'dispute_opened';

/** The states of a dispute to which evidence is submitted, also by the ids of files that are attached to nothing. */
const takesEvidence = ({ dispute_stage: stage, dispute_status: status }: ShownDispute): boolean =>
  stage !== 'dispute_reversal' && (status === 'dispute_opened' || status === 'dispute_challenged');

/** Asks the owner of disputes whether a dispute takes files, before the bytes of a file are stored for it. */
@Injectable()
export class DisputeChecks {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>) {}

  /** For a file that is attached to the dispute at once. */
  forFiles(disputeId: string, sender: Sender): Promise<Refusal | undefined> {
    return this.check(disputeId, sender, takesAttachments);
  }

  /** For a file that may be submitted later. */
  forEvidence(disputeId: string, sender: Sender): Promise<Refusal | undefined> {
    return this.check(disputeId, sender, takesEvidence);
  }

  /** A dispute of another merchant, or of another profile than the request names, is an unknown one. */
  private async check(
    disputeId: string,
    sender: Sender,
    takes: (dispute: ShownDispute) => boolean,
  ): Promise<Refusal | undefined> {
    const about = disputeOf(disputeId, sender);
    if (isRefusal(about)) return about;
    const reply = await this.owner.query(outgoing(disputeGet, about), sender);
    if (isRefusal(reply)) return reply;
    return takes(JSON.parse(reply.toString()) as ShownDispute) ? undefined : refuse('dispute_status_invalid');
  }
}
