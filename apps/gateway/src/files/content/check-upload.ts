import { type Refusal, refuse } from '@payorch/contracts';
import { referenceIdPattern } from '@payorch/kernel';
import { type ContentType, contentTypeOf, isUnnamed } from '../domain/content-type';
import { judgeContent } from './judge-content';

/** In bytes: what processors take as one piece of evidence. */
export const largestFile = 5_000_000;

/** The file of a form, read up to its limit. */
export interface SentContent {
  readonly content: Buffer;
  /** It went on past the limit. */
  readonly isTooLarge: boolean;
  readonly name: string | undefined;
  readonly type: string;
}

const invalid = (reason: string): Refusal => refuse('file_validation_failed', { reason });

/** The type of a file that may be stored: its content is what its sender says, whole, and of a type that processors take. */
export function checkContent({ content, isTooLarge, type }: SentContent): ContentType | Refusal {
  if (isTooLarge) return invalid(`the file has more than ${largestFile} bytes`);
  if (content.length === 0) return invalid('the file is empty');
  const judged = judgeContent(content);
  if (!judged) return invalid('the content is not one whole PDF, JPEG or PNG');
  if (isUnnamed(type)) return refuse('file_content_type_missing');
  if (contentTypeOf(type) !== judged) return invalid(`the content is ${judged}, and its content type says otherwise`);
  return judged;
}

/** Another text is the id of no dispute. */
export function checkDisputeId(disputeId: string | undefined): string | Refusal {
  if (!disputeId) return refuse('dispute_id_missing');
  return referenceIdPattern.test(disputeId) ? disputeId : refuse('dispute_not_found');
}
