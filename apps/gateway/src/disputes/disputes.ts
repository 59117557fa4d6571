import { Inject, Injectable } from '@nestjs/common';
import { disputeAccept, disputeCheck, disputeGet, disputeSync, isRefusal, outgoing, refuse } from '@payorch/contracts';
import type { Outgoing } from '@payorch/contracts';
import type { Sender } from '../auth';
import { disputeOf, type DisputeRef } from '../dispute-checks';
import { OwnerClient, type OwnerReply, type RequestContext, requestContextOf } from '../owners';

/** Sends requests about a dispute to its owner, the payments service, and returns its replies. */
@Injectable()
export class Disputes {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>) {}

  /** `forceSync`: the owner reads it at the processor first, where its status allows that. */
  async retrieve(id: string, forceSync: boolean, sender: Sender): OwnerReply {
    const about = disputeOf(id, sender);
    if (isRefusal(about)) return about;
    if (forceSync) return this.command(outgoing(disputeSync, about), about, sender, 'processorCallMs');
    return this.owner.query(outgoing(disputeGet, about), sender);
  }

  async accept(id: string, sender: Sender): OwnerReply {
    const about = disputeOf(id, sender);
    return isRefusal(about) ? about : this.command(outgoing(disputeAccept, about), about, sender, 'processorCallMs');
  }

  /** A command about a dispute; without its reply in time, the owner is asked what came of it. */
  command(command: Outgoing, about: DisputeRef, sender: Sender, timeout: RequestContext['timeout']): OwnerReply {
    return this.owner.command(command, requestContextOf(sender, timeout), {
      query: outgoing(disputeCheck, about),
      ifNoReply: refuse('no_reply', { dispute_id: about.disputeId }),
    });
  }
}
