import { isRefusal, type Refusal, refuse } from '@payorch/contracts';
import type { FastifyRequest } from 'fastify';
import type { Sender } from '../auth';
import { checkContent, checkDisputeId } from './content/check-upload';
import type { StoredFile } from './domain/file';
import { cleanName } from './domain/file-name';
import type { FileSlots } from './file-slots';
import type { Files } from './files';
import { readFileForm } from './http/read-file-form';

/** The texts of a form besides `dispute_id`, by name. */
export type FormFields = ReadonlyMap<string, string>;

export interface EvidenceForm {
  /** The names of its texts. */
  readonly names: readonly string[];
  /** The first thing that is wrong with them. */
  readonly check: (fields: FormFields) => Refusal | undefined | Promise<Refusal | undefined>;
}

/** What came of a form. */
export interface Evidence {
  readonly file: StoredFile;
  readonly fields: FormFields;
}

/** The only way in for evidence of disputes, whichever route takes it: what a dispute must be for evidence is checked here. */
export class EvidenceFiles {
  constructor(
    private readonly files: Pick<Files, 'create'>,
    private readonly slots: Pick<FileSlots, 'within'>,
  ) {}

  /** Reads the form of an authenticated request, and stores its file. A form that is refused stores nothing. */
  async receive(request: FastifyRequest, sender: Sender, form: EvidenceForm): Promise<Evidence | Refusal> {
    return this.slots.within(sender.merchant.merchantId, () => this.take(request, sender, form));
  }

  private async take(
    request: FastifyRequest,
    { merchant }: Sender,
    { names, check }: EvidenceForm,
  ): Promise<Evidence | Refusal> {
    const read = await readFileForm(request, ['dispute_id', ...names]);
    if (isRefusal(read)) return read;
    const { fields, file: sent } = read;
    if (!sent) return refuse('file_missing');
    const refused = await check(fields);
    if (refused) return refused;
    const disputeId = checkDisputeId(fields.get('dispute_id'));
    if (isRefusal(disputeId)) return disputeId;
    const contentType = checkContent(sent);
    if (isRefusal(contentType)) return contentType;
    const { content } = sent;
    const about = { purpose: 'dispute_evidence', disputeId, name: cleanName(sent.name), contentType } as const;
    const file = await this.files.create({ ...about, content }, merchant);
    return isRefusal(file) ? file : { file, fields };
  }
}
