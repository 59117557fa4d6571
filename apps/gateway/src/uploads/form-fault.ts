import type { MultipartFile } from '@fastify/multipart';
import { refuse } from '@payorch/contracts';
import type { FastifyRequest } from 'fastify';
import { RefusalError } from '../errors';
import { UploadFault } from './upload-fault';

/** What is wrong with a form, by the code of the library. */
const faults: Readonly<Record<string, string>> = {
  FST_PARTS_LIMIT: 'the form has more parts than this route takes',
  FST_FILES_LIMIT: 'the form has more than one file',
  FST_FIELDS_LIMIT: 'the form has more text fields than this route takes',
  FST_PROTO_VIOLATION: 'a part of the form has a reserved name',
  FST_INVALID_JSON_FIELD_ERROR: 'a field of the form is not the JSON that its content type says',
  FST_MP_PREMATURE_CLOSE: 'the form ended before its last part',
  ERR_STREAM_PREMATURE_CLOSE: 'the form ended before its last part',
};
/** The parser of forms has no codes, and some of its texts quote the form. */
const unreadable =
  /^(?:Unexpected end of|Part terminated early|Malformed|Multipart: |Unsupported content type|Missing Content-Type|Header |Boundary)/i;

/** The fault of a form that cannot be read; undefined for errors of another kind. */
export function formFaultOf(error: unknown): UploadFault | undefined {
  if (!(error instanceof Error)) return undefined;
  const known = faults[String((error as { code?: unknown }).code)];
  if (known !== undefined) return new UploadFault(known);
  return unreadable.test(error.message)
    ? new UploadFault('the form cannot be read: it is cut off or malformed')
    : undefined;
}

/**
 * The first file of a form; undefined without a file, or where the request is no form.
 * @throws RefusalError where the form cannot be read
 */
export async function fileOf(request: FastifyRequest): Promise<MultipartFile | undefined> {
  if (!request.isMultipart()) return undefined;
  try {
    return await request.file();
  } catch (error) {
    const fault = formFaultOf(error);
    throw fault ? new RefusalError(refuse('invalid_request', { message: fault.message })) : error;
  }
}
