import type { FastifyRequest } from 'fastify';
import { formFaultOf } from './form-fault';
import type { Upload } from './read-csv';

/** The parts of a form: texts by their names, and what was read of its file; undefined without a file. */
export interface ReadForm<File> {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: File | undefined;
}

/** What a form says of its file; nothing of it is checked. */
export interface SentFile {
  readonly name: string | undefined;
  /** `text/plain` where the form names none. */
  readonly type: string;
}

export interface FormOptions {
  /** In bytes; a longer file is cut off, and is `truncated`. Default: the longest upload of the gateway. */
  readonly mostBytes?: number;
}

/** Longer than any id. */
const longestField = 256;

/**
 * Reads the file `file` of a form and its texts, in any order. Undefined: the form has another file, or the request is no
 * form.
 * @throws UploadFault where the form cannot be read, or has more parts than allowed
 */
export async function readForm<File>(
  request: FastifyRequest,
  names: readonly string[],
  read: (file: Upload, sent: SentFile) => Promise<File>,
  options: FormOptions = {},
): Promise<ReadForm<File> | undefined> {
  try {
    return await readParts(request, { names, read, ...options });
  } catch (error) {
    throw formFaultOf(error) ?? error;
  }
}

async function readParts<File>(
  request: FastifyRequest,
  {
    names,
    read,
    mostBytes,
  }: FormOptions & {
    readonly names: readonly string[];
    readonly read: (file: Upload, sent: SentFile) => Promise<File>;
  },
): Promise<ReadForm<File> | undefined> {
  if (!request.isMultipart()) return undefined;
  const fields = new Map<string, string>();
  let file: File | undefined;
  const limits = { fields: names.length, parts: names.length + 1, fieldSize: longestField };
  const fileLimit = mostBytes === undefined ? {} : { fileSize: mostBytes };
  for await (const part of request.parts({ limits: { ...limits, ...fileLimit } })) {
    if (part.type === 'field') {
      if (names.includes(part.fieldname) && typeof part.value === 'string') fields.set(part.fieldname, part.value);
    } else if (part.fieldname === 'file') file = await read(part.file, { name: part.filename, type: part.mimetype });
    else return undefined;
  }
  return { fields, file };
}
