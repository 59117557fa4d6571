import { Controller, Delete, Get, Header, HttpCode, Inject, Param, Post, Req, StreamableFile } from '@nestjs/common';
import { isRefusal, type Refusal, refuse } from '@payorch/contracts';
import type { FastifyRequest } from 'fastify';
import { AllowOnly, type AuthenticatedMerchant, Caller, FromMerchant, type Sender } from '../../auth';
import { DisputeChecks } from '../../dispute-checks';
import { viewOf } from '../../errors';
import { withoutKey } from '../../uploads';
import { purposes } from '../domain/file';
import { attachment, downloadName } from '../domain/file-name';
import { EvidenceFiles, type FormFields } from '../evidence-files';
import { FileSlots } from '../file-slots';
import { Files } from '../files';

const known: ReadonlySet<string> = new Set(purposes);

/** Merchants' files, for merchants' servers alone. */
@Controller('files')
@AllowOnly('secret_key')
export class FilesController {
  constructor(
    @Inject(Files) private readonly files: Files,
    @Inject(EvidenceFiles) private readonly evidence: EvidenceFiles,
    @Inject(FileSlots) private readonly slots: FileSlots,
    @Inject(DisputeChecks) private readonly disputes: Pick<DisputeChecks, 'forEvidence'>,
  ) {}

  /** Reads the form after authentication. A file is taken for a dispute to which evidence can be submitted. */
  @Post()
  @HttpCode(200)
  async create(@Req() request: FastifyRequest, @FromMerchant() sender: Sender): Promise<object | Refusal> {
    if (sender.trace.claim) return withoutKey;
    const check = (fields: FormFields) => this.checkForm(fields, sender);
    const received = await this.evidence.receive(request, sender, { names: ['purpose'], check });
    return viewOf(received, ({ file }) => ({ file_id: file.fileId }));
  }

  /** A browser saves the file and shows nothing of it, whatever its content is. */
  @Get(':file_id')
  @Header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
  @Header('cross-origin-resource-policy', 'same-origin')
  @Header('cache-control', 'private, no-store')
  async retrieve(
    @Param('file_id') fileId: string,
    @Caller() merchant: AuthenticatedMerchant,
  ): Promise<StreamableFile | Refusal> {
    return this.slots.within(merchant.merchantId, async () => {
      const found = await this.files.retrieve(fileId, merchant);
      if (isRefusal(found)) return found;
      const { file, content } = found;
      return new StreamableFile(content, {
        type: file.contentType,
        disposition: attachment(downloadName(file.name, file)),
        length: content.length,
      });
    });
  }

  @Delete(':file_id')
  delete(@Param('file_id') fileId: string, @Caller() merchant: AuthenticatedMerchant): Promise<Refusal | undefined> {
    return this.files.delete(fileId, merchant);
  }

  /** Before the file is judged and stored. */
  private async checkForm(fields: FormFields, sender: Sender): Promise<Refusal | undefined> {
    if (!known.has(fields.get('purpose') ?? '')) return refuse('file_purpose_missing');
    const disputeId = fields.get('dispute_id');
    return disputeId ? this.disputes.forEvidence(disputeId, sender) : refuse('dispute_id_missing');
  }
}
