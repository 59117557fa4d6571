import type { Answer, Api } from '@payorch/harness';

interface UploadOptions {
  readonly name?: string;
  readonly headers?: Record<string, string>;
  /** The texts of the form, after the file. */
  readonly fields?: Record<string, string>;
}

/** Uploads a text as a file, as a form does. */
export function upload(
  api: Api,
  path: string,
  text: string,
  { name = 'file', headers = {}, fields = {} }: UploadOptions = {},
): Promise<Answer> {
  const body = [
    '--part',
    `content-disposition: form-data; name="${name}"; filename="upload.csv"`,
    'content-type: text/csv',
    '',
    text,
    ...Object.entries(fields).flatMap(([field, value]) => [
      ...['--part', `content-disposition: form-data; name="${field}"`, '', value],
    ]),
    '--part--',
    '',
  ].join('\r\n');
  return api.raw('POST', path, body, { 'content-type': 'multipart/form-data; boundary=part', ...headers });
}
