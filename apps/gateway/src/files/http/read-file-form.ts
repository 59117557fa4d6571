import { type Refusal, refuse } from '@payorch/contracts';
import type { FastifyRequest } from 'fastify';
import { buffer } from 'node:stream/consumers';
import { readForm, type ReadForm, UploadFault } from '../../uploads';
import { largestFile, type SentContent } from '../content/check-upload';

/** The texts of a form and its file, of which at most one byte more than allowed is in memory. */
export async function readFileForm(
  request: FastifyRequest,
  names: readonly string[],
): Promise<ReadForm<SentContent> | Refusal> {
  try {
    const form = await readForm(
      request,
      names,
      async (file, sent): Promise<SentContent> => {
        const content = await buffer(file);
        return { ...sent, content, isTooLarge: content.length > largestFile };
      },
      { mostBytes: largestFile + 1 },
    );
    return form ?? { fields: new Map(), file: undefined };
  } catch (error) {
    if (error instanceof UploadFault) return refuse('invalid_request', { message: error.message });
    throw error;
  }
}
