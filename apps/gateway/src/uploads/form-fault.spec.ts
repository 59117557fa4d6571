import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { RefusalError } from '../errors';
import { fileOf } from './form-fault';
import { UploadFault } from './read-csv';
import { readForm } from './read-form';
import { readRows } from './read-rows';

const head = (name: string, file = false) =>
  `--part\r\ncontent-disposition: form-data; name="${name}"${file ? '; filename="a.csv"' : ''}\r\n`;
const field = (name: string) => `${head(name)}\r\nMarked4111\r\n`;
const file = `${head('file', true)}\r\na\n1\n\r\n`;
const end = '--part--\r\n';

/** The fault that reading a form has, by the file alone and with its texts. */
async function faultsOf(payload: string, type = 'multipart/form-data; boundary=part'): Promise<string[]> {
  const server = fastify();
  await server.register(multipart, { limits: { files: 1, fields: 0, parts: 1 } });
  const found: string[] = [];
  server.post('/', async (request) => {
    const limits = { maxRows: 9, maxBytes: 999 };
    await readForm(request, ['merchant_id'], (read) => readRows(read, () => undefined, limits)).catch((error) =>
      found.push(error instanceof UploadFault ? error.message : `500 ${String(error)}`),
    );
    return {};
  });
  server.post('/file', async (request) => {
    const got = await fileOf(request).catch((error) =>
      found.push(error instanceof RefusalError ? JSON.stringify(error.refusal) : `500 ${String(error)}`),
    );
    // Read to its end, as every route does.
    if (typeof got === 'object') await got.toBuffer().catch(() => undefined);
    return {};
  });
  for (const url of ['/', '/file'])
    await server.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
  await server.close();
  return found;
}

describe('a form', () => {
  it.each<[string, string, RegExp]>([
    ['too many texts', `${field('merchant_id')}${field('more')}${file}${end}`, /more (text fields|parts) than/],
    ['two files', `${file}${file}${end}`, /more (parts than|than one file)/],
    ['many parts', `${file}${field('a').repeat(9)}${end}`, /more (text fields|parts) than/],
    ['a reserved name', `${field('toString')}${file}${end}`, /reserved name/],
    ['an end in the middle of its file', `${head('file', true)}\r\na\n1`, /cut off or malformed|ended before/],
  ])('with %s has a clear fault, and never an error of the gateway', async (_, payload, fault) => {
    const found = await faultsOf(payload);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatch(fault);
    for (const each of found) expect(each).not.toMatch(/^500|Marked4111/);
  });

  it('without a boundary has a clear fault', async () => {
    const found = await faultsOf(`${file}${end}`, 'multipart/form-data');
    expect(found).toHaveLength(2);
    for (const each of found) expect(each).toMatch(/cut off or malformed/);
  });
});
