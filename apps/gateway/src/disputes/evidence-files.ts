import type { Refusal } from '@payorch/contracts';
import type { FastifyRequest } from 'fastify';
import type { AuthenticatedMerchant, Sender } from '../auth';
import type { ShownFile } from './domain/evidence-view';

/** A stored file of a dispute. */
export interface StoredFile extends ShownFile {
  readonly disputeId: string;
}

export interface EvidenceForm {
  /** The names of its texts, besides `dispute_id`. */
  readonly names: readonly string[];
  /** The first thing that is wrong with them: then nothing is stored. */
  readonly check: (fields: ReadonlyMap<string, string>) => Promise<Refusal | undefined>;
}

type FileOwner = Pick<AuthenticatedMerchant, 'merchantId' | 'profileId'>;

/** Takes the form of a request with its file. */
export abstract class EvidenceFiles {
  /** Reads the form of an authenticated request, and stores its file. A form that is refused stores nothing. */
  abstract receive(
    request: FastifyRequest,
    sender: Sender,
    form: EvidenceForm,
  ): Promise<{ readonly file: StoredFile; readonly fields: ReadonlyMap<string, string> } | Refusal>;
}

/** Finds and deletes files. A file of another merchant or profile is an unknown one. */
export abstract class Files {
  abstract reference(fileId: string, owner: FileOwner): Promise<StoredFile | Refusal>;
  abstract delete(fileId: string, owner: FileOwner): Promise<Refusal | undefined>;
}
