import type { Answer, Api } from '@payorch/harness';

/** Uploads a text as a file, as a form does. */
export function upload(
  api: Api,
  path: string,
  text: string,
  { name = 'file', headers = {} }: { readonly name?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answer> {
  const body = [
    '--part',
    `content-disposition: form-data; name="${name}"; filename="upload.csv"`,
    'content-type: text/csv',
    '',
    text,
    '--part--',
    '',
  ].join('\r\n');
  return api.raw('POST', path, body, { 'content-type': 'multipart/form-data; boundary=part', ...headers });
}
