import type { Answer, TestMerchant } from '@payorch/harness';
import { request } from 'undici';

export interface Form {
  readonly fields?: Readonly<Record<string, string>>;
  /** Null: the form has none. */
  readonly content?: Buffer | null;
  /** Null: the part names none. */
  readonly type?: string | null;
  readonly name?: string;
  /** The name of the part. */
  readonly part?: string;
}

export const boundary = { 'content-type': 'multipart/form-data; boundary=part' };

/** The bytes of a form with one file, after its texts. */
export function formBytes({ fields = {}, content = null, type = null, name = 'scan', part = 'file' }: Form): Buffer {
  const texts = Object.entries(fields).map(
    ([field, value]) => `--part\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = [
    '--part',
    `content-disposition: form-data; name="${part}"; filename="${name}"`,
    ...(type === null ? [] : [`content-type: ${type}`]),
    '\r\n',
  ].join('\r\n');
  const file = content === null ? [] : [Buffer.from(head), content, Buffer.from('\r\n')];
  return Buffer.concat([Buffer.from(texts.join('')), ...file, Buffer.from('--part--\r\n')]);
}

/** The texts of a form with evidence of a dispute. */
export const evidenceOf = (dispute_id: string) => ({ purpose: 'dispute_evidence', dispute_id });

/** Uploads a file as evidence of a dispute. */
export const sendFile = (
  { api }: Pick<TestMerchant, 'api'>,
  form: Form,
  headers: Record<string, string> = {},
): Promise<Answer> => api.raw('POST', '/files', formBytes(form), { ...boundary, ...headers });

/** An answer with its bytes as they are. */
export async function getBytes(url: string, headers: Record<string, string>) {
  const answer = await request(url, { headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, bytes };
}
