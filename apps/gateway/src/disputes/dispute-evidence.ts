import { Inject, Injectable } from '@nestjs/common';
import {
  disputeAttach,
  disputeDetach,
  type DisputeEvidence as AttachedFiles,
  disputeEvidenceGet,
  disputeSubmit,
  isRefusal,
  joinRefusals,
  outgoing,
  type Refusal,
  refuse,
  type SealedEvidenceFile,
} from '@payorch/contracts';
import type { FileId } from '@payorch/kernel';
import { type DeleteEvidenceRequest, EvidenceType, type SubmitEvidenceRequest } from '@payorch/rest';
import type { FastifyRequest } from 'fastify';
import type { Sender } from '../auth';
import { DisputeChecks, disputeOf, type DisputeRef } from '../dispute-checks';
import { EvidenceFiles, Files } from '../files';
import { OwnerClient, type OwnerReply } from '../owners';
import { Disputes } from './disputes';
import { evidenceView } from './domain/evidence-view';
import { evidenceTypeIn, type SentFile, toEvidence } from './domain/to-evidence';

/** A merchant's evidence in a dispute: the gateway stores and finds the files, and the owner of the dispute judges its state. */
@Injectable()
export class DisputeEvidence {
  constructor(
    @Inject(Disputes) private readonly disputes: Pick<Disputes, 'command'>,
    @Inject(DisputeChecks) private readonly checks: Pick<DisputeChecks, 'forFiles'>,
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
    @Inject(EvidenceFiles) private readonly evidence: Pick<EvidenceFiles, 'receive'>,
    @Inject(Files) private readonly files: Pick<Files, 'reference' | 'delete'>,
  ) {}

  /** Submits texts, files and what was attached before, once, for all of it. */
  async submit(sent: SubmitEvidenceRequest, sender: Sender): OwnerReply {
    const about = disputeOf(sent.dispute_id, sender);
    if (isRefusal(about)) return about;
    const evidence = toEvidence(sent);
    if (isRefusal(evidence)) return evidence;
    const attached = await this.attachedTo(about, sender);
    if (isRefusal(attached)) return attached;
    const found = await Promise.all(
      withAttached(evidence.files, attached).map((file) => this.find(file, about, sender)),
    );
    const refused = joinRefusals(found.filter(isRefusal));
    if (refused) return refused;
    const files = found.filter((file): file is SealedEvidenceFile => !isRefusal(file));
    const command = outgoing(disputeSubmit, { ...about, texts: evidence.texts, files });
    return this.disputes.command(command, about, sender, 'processorCallMs');
  }

  /** Stores a file and attaches it, in the place of an earlier one of its type. */
  async attach(request: FastifyRequest, sender: Sender): Promise<object | Refusal> {
    const received = await this.evidence.receive(request, sender, {
      names: ['evidence_type'],
      check: (fields) => this.checkForm(fields, sender),
    });
    if (isRefusal(received)) return received;
    const { file, fields } = received;
    const evidenceType = evidenceTypeIn(fields);
    if (isRefusal(evidenceType)) return evidenceType;
    const about = disputeOf(file.disputeId, sender);
    if (isRefusal(about)) return about;
    const fileId = file.fileId as FileId;
    const command = outgoing(disputeAttach, { ...about, evidenceType, fileId });
    const reply = await this.disputes.command(command, about, sender, 'noProcessorCallMs');
    if (!isRefusal(reply)) return { file_id: fileId };
    // Without a reply it may be attached.
    if (reply.code !== 'no_reply') await this.files.delete(fileId, sender.merchant);
    return reply;
  }

  /** The file stays stored: the merchant may attach or submit it again. */
  async detach({ dispute_id, evidence_type }: DeleteEvidenceRequest, sender: Sender): OwnerReply {
    const about = disputeOf(dispute_id, sender);
    if (isRefusal(about)) return about;
    const command = outgoing(disputeDetach, { ...about, evidenceType: evidence_type });
    const reply = await this.disputes.command(command, about, sender, 'noProcessorCallMs');
    return isRefusal(reply) ? reply : Buffer.alloc(0);
  }

  /** The attached files, with what is known of each. */
  async list(disputeId: string, sender: Sender): Promise<object[] | Refusal> {
    const about = disputeOf(disputeId, sender);
    if (isRefusal(about)) return about;
    const attached = await this.attachedTo(about, sender);
    if (isRefusal(attached)) return attached;
    const blocks = EvidenceType.map(async (evidenceType) => {
      const fileId = attached[evidenceType];
      if (fileId === undefined) return [];
      const file = await this.files.reference(fileId, sender.merchant);
      return [evidenceView(evidenceType, fileId, isRefusal(file) ? undefined : file)];
    });
    return (await Promise.all(blocks)).flat();
  }

  /** Before a file is stored. */
  private async checkForm(fields: ReadonlyMap<string, string>, sender: Sender): Promise<Refusal | undefined> {
    const evidenceType = evidenceTypeIn(fields);
    if (isRefusal(evidenceType)) return evidenceType;
    const disputeId = fields.get('dispute_id');
    return disputeId ? this.checks.forFiles(disputeId, sender) : refuse('dispute_id_missing');
  }

  private async attachedTo(about: DisputeRef, sender: Sender): Promise<AttachedFiles | Refusal> {
    const reply = await this.owner.query(outgoing(disputeEvidenceGet, about), sender);
    return isRefusal(reply) ? reply : (JSON.parse(reply.toString()) as AttachedFiles);
  }

  /** How a worker finds and opens the file. A file of another dispute is an unknown one. */
  private async find(
    { evidenceType, fileId }: SentFile,
    about: DisputeRef,
    sender: Sender,
  ): Promise<SealedEvidenceFile | Refusal> {
    const file = await this.files.reference(fileId, sender.merchant);
    if (isRefusal(file)) return { ...file, details: { ...file.details, path: evidenceType } };
    if (file.disputeId !== about.disputeId) return refuse('file_not_found', { path: evidenceType });
    const { storageKey, contentKey, name, contentType } = file;
    return { evidenceType, fileId: file.fileId as FileId, storageKey, contentKey, name, contentType };
  }
}

/** The files of the request, and the attached ones whose types it does not name. */
function withAttached(named: readonly SentFile[], attached: AttachedFiles): readonly SentFile[] {
  const isNamed = (evidenceType: EvidenceType) => named.some((file) => file.evidenceType === evidenceType);
  return [
    ...named,
    ...EvidenceType.flatMap((evidenceType) => {
      const fileId = attached[evidenceType];
      return fileId === undefined || isNamed(evidenceType) ? [] : [{ evidenceType, fileId }];
    }),
  ];
}
