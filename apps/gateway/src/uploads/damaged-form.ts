import type { MultipartFile } from '@fastify/multipart';
import { refuse } from '@payorch/contracts';
import type { FastifyRequest } from 'fastify';
import { RefusalError } from '../errors';

const damaged = refuse('invalid_request', {
  message: 'The form cannot be read: it ends early or is damaged',
  path: 'file',
});

/** What the form parser throws about damaged data has no status: it is the sender's fault, and is not quoted. */
export const faultOfForm = (error: unknown): unknown =>
  error instanceof Error && 'statusCode' in error ? error : new RefusalError(damaged);

/** The first file of a form; undefined where the request is no form, or a form without a file. */
export async function fileOf(request: FastifyRequest): Promise<MultipartFile | undefined> {
  if (!request.isMultipart()) return undefined;
  try {
    return await request.file();
  } catch (error) {
    throw faultOfForm(error);
  }
}
