import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CallPipeline, noDetails } from '../../../kit/calls/call-pipeline';
import { isUnknownFault, requestedFaultOf } from '../../../kit/calls/callers';
import { type Endpoint, type EndpointCalls, pathParam } from '../../../kit/calls/endpoints';
import { answerRefusal } from '../../../kit/calls/refusal';
import { accountDigest } from '../../../kit/ledger/account-digest';
import { disputeNotFound, missingParam, noAuthorization } from '../refusals';
import { answerDispute } from './decide';
import { type Dispute, type DisputeDecision, disputeView } from './dispute';
import { DisputeService } from './dispute.service';

const accepting = z.object({ reference: z.string().min(1) });
const submitting = accepting.extend({
  texts: z.record(z.string(), z.string()),
  files: z.array(
    z.object({
      evidence_type: z.string(),
      name: z.string(),
      content_type: z.string(),
      content: z.string().regex(/^[A-Za-z0-9+/=]*$/),
    }),
  ),
});

interface Answering {
  readonly kind: 'accept' | 'evidence';
  readonly reference: string;
  readonly evidence: Readonly<Record<string, string>>;
}

export interface DisputeEndpoint extends Endpoint {
  /** The answer that the call gives; a text names the parameter that is missing. Absent: a lookup. */
  readonly answer?: (body: unknown) => Answering | string;
}

const missingIn = ({ issues }: z.ZodError): string => issues[0]?.path.join('.') ?? 'body';

export const disputeEndpoints: readonly DisputeEndpoint[] = [
  { method: 'GET', path: 'disputes/:id', kind: 'dispute_lookup' },
  {
    method: 'POST',
    path: 'disputes/:id/accept',
    kind: 'dispute_accept',
    answer(body) {
      const read = accepting.safeParse(body);
      return read.success ? { kind: 'accept', evidence: {}, ...read.data } : missingIn(read.error);
    },
  },
  {
    method: 'POST',
    path: 'disputes/:id/evidence',
    kind: 'dispute_evidence',
    answer(body) {
      const read = submitting.safeParse(body);
      if (!read.success) return missingIn(read.error);
      const { reference, texts, files } = read.data;
      const shown = files.map(({ evidence_type, name, content_type, content }) => {
        const size = Buffer.from(content, 'base64').length;
        return [evidence_type, `${name} (${content_type}, ${size} bytes)`] as const;
      });
      return { kind: 'evidence', reference, evidence: { ...texts, ...Object.fromEntries(shown) } };
    },
  },
];

const answerOf = ({ dispute, refusal }: DisputeDecision) =>
  refusal || !dispute ? answerRefusal(refusal ?? disputeNotFound) : { status: 200, body: disputeView(dispute) };

/** Runs the calls about disputes. An account sees its own ones. */
@Injectable()
export class DisputeCalls implements EndpointCalls<DisputeEndpoint> {
  constructor(
    private readonly pipeline: CallPipeline,
    private readonly disputes: DisputeService,
  ) {}

  async run({ kind, answer }: DisputeEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const requestedFault = requestedFaultOf(request);
    const refuse = (refusal: Parameters<typeof answerRefusal>[0]) =>
      this.pipeline.refuse(kind, noDetails, reply, answerRefusal(refusal));
    if (!request.headers.authorization) return refuse(noAuthorization);
    if (isUnknownFault(requestedFault)) return refuse(missingParam('x-sandbox-fault'));
    const given = answer?.(request.body);
    if (typeof given === 'string') return refuse(missingParam(given));
    const dispute = this.named(request);
    const { paymentId = null, connector = null } = dispute ?? {};
    const details = { ...noDetails, paymentId, connector, reference: given?.reference ?? null };
    await this.pipeline.run({ kind, details, requestedFault }, reply, (_plan, fault) => {
      if (!dispute) return { answer: answerRefusal(disputeNotFound) };
      if (!given) return { answer: answerOf({ dispute }) };
      const decision = this.executedBefore(dispute, given) ?? this.answered(dispute, given);
      const webhook = this.disputes.commit(decision, fault);
      return { answer: answerOf(decision), webhooks: webhook ? [webhook] : [] };
    });
  }

  private named(request: FastifyRequest): Dispute | undefined {
    const dispute = this.disputes.find(pathParam(request, 'id'));
    return dispute?.account === accountDigest(request.headers.authorization ?? '') ? dispute : undefined;
  }

  private answered(dispute: Dispute, { kind, reference, evidence }: Answering): DisputeDecision {
    return answerDispute(dispute, { kind, reference }, { evidence, now: new Date().toISOString() });
  }

  /** One answer is executed once. */
  private executedBefore(dispute: Dispute, { reference }: Answering): DisputeDecision | undefined {
    return dispute.answers.some((one) => one.reference === reference) ? { dispute } : undefined;
  }
}
