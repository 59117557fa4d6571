import {
  aMerchant,
  apiAt,
  eventually,
  jpegFile,
  ok,
  pdfFile,
  pngFile,
  sharedSystem,
  type Answer,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { aDispute, aPayer, type Disputed } from '../../support/disputes';
import { boundary, evidenceOf, formBytes, getBytes, sendFile, type Form } from '../../support/files';
import { rowsOf } from '../../support/rows';
import { refusal, statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
let other: TestMerchant;
let disputed: Disputed;
beforeAll(async () => {
  [merchant, other] = await Promise.all([aPayer(system), aMerchant(system)]);
  disputed = await aDispute(system, merchant);
});

const pdf = { content: pdfFile(), type: 'application/pdf', name: 'receipt.pdf' } satisfies Form;
/** The texts of a form for the merchant's dispute. */
const evidence = () => evidenceOf(disputed.dispute.dispute_id);
const send = (form: Form, headers: Record<string, string> = {}): Promise<Answer> =>
  sendFile(merchant, { ...form, fields: { ...evidence(), ...form.fields } }, headers);
const upload = async (form: Form = pdf): Promise<string> => ok(await send(form)).file_id;
const download = (id: string, headers: Record<string, string> = { 'api-key': merchant.apiKey }) =>
  getBytes(`${system.baseUrl('gateway')}/files/${id}`, headers);
const remove = (id: string, by = merchant.api) => by.raw('DELETE', `/files/${id}`);
const fileRows = (by = merchant) =>
  rowsOf<{ file_id: string; facts: object }>(system, 'SELECT * FROM gateway.files WHERE merchant_id = $1', [
    by.merchantId,
  ]);
const invalid = (reason: string) => refusal(400, 'HE_03', `File validation failed ${reason}`);
const unknown = refusal(404, 'HE_04', 'File does not exist in our records');

describe('a file', () => {
  it.each<[string, Buffer, string, string]>([
    ['receipt.pdf', pdfFile(), 'application/pdf', 'application/pdf'],
    ['photo.jpeg', jpegFile(), 'image/jpg', 'image/jpeg'],
    ['screen.png', pngFile(), 'image/png', 'image/png'],
  ])('is uploaded, downloaded as it was, and deleted: %s', async (name, content, type, judged) => {
    const stored = ok(await send({ content, type, name }));
    expect(stored).toEqual({ file_id: expect.stringMatching(/^file_[0-9A-Za-z]{20}$/) });
    const { status, headers, bytes } = await download(stored.file_id);
    expect(status).toBe(200);
    expect(bytes.equals(content)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': judged,
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    });
    const deleted = await remove(stored.file_id);
    expect([deleted.status, deleted.text]).toEqual([200, '']);
    expect(statusAndBody(await merchant.api.get(`/files/${stored.file_id}`))).toEqual(unknown);
    expect(statusAndBody(await remove(stored.file_id))).toEqual(unknown);
    expect((await fileRows()).map(({ file_id }) => file_id)).not.toContain(stored.file_id);
  });

  it('of the largest size is taken, and one byte more is refused and stores nothing', async () => {
    const most = 5_000_000;
    const sized = (length: number): Buffer => pdfFile('x'.repeat(length - pdfFile('').length));
    const whole = sized(most - 20);
    // The offset of the table has more digits in a long document.
    const largest = Buffer.concat([whole, Buffer.from('\n'.repeat(most - whole.length))]);
    const id = await upload({ ...pdf, content: largest });
    expect((await download(id)).bytes.equals(largest)).toBe(true);
    ok(await remove(id));
    const before = (await fileRows()).length;
    const more = Buffer.concat([largest, Buffer.from('\n')]);
    const reason = 'the file has more than 5000000 bytes';
    expect(statusAndBody(await send({ ...pdf, content: more }))).toEqual(invalid(reason));
    expect(await fileRows()).toHaveLength(before);
  });

  it('may come before the texts of its form', async () => {
    const [head, tail] = [formBytes(pdf).subarray(0, -'--part--\r\n'.length), formBytes({ fields: evidence() })];
    expect((await merchant.api.raw('POST', '/files', Buffer.concat([head, tail]), boundary)).status).toBe(200);
  });

  it('is sealed in the row and in the storage: neither has its name nor its content', async () => {
    const mark = 'Marked4111Evidence';
    const id = await upload({ ...pdf, content: pdfFile(mark), name: `${mark}.pdf` });
    const [row] = (await fileRows()).filter(({ file_id }) => file_id === id);
    expect(JSON.stringify(row)).not.toContain(mark);
    expect(row!.facts).toEqual({ sealed: expect.stringMatching(/^d1\./) });
    expect((await download(id)).bytes.toString()).toContain(mark);
  });

  it('sent again is another file, and takes no idempotency key', async () => {
    expect(await upload()).not.toBe(await upload());
    expect(statusAndBody(await send(pdf, { 'idempotency-key': 'once' }))).toEqual(
      refusal(422, 'IR_06', 'An upload may be sent again as it is, and takes no Idempotency-Key'),
    );
  });
});

describe('a form', () => {
  /** The texts besides this one. */
  type Without = { readonly without: keyof ReturnType<typeof evidenceOf> };
  const noPurpose = refusal(400, 'IR_35', 'File purpose not found in the request or is invalid');
  const noDisputeId = refusal(400, 'IR_34', 'Dispute id not found in the request');
  const noDispute = refusal(404, 'HE_04', 'Dispute does not exist in our records');
  const noType = refusal(400, 'IR_36', 'File content type not found');
  const noFile = refusal(400, 'IR_33', 'File not found in the request');
  const noneOfOurs = invalid('the content is not one whole PDF, JPEG or PNG');
  const html = Buffer.from('<html><script>alert(1)</script></html>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

  it.each<[string, Form & Partial<Without>, object]>([
    ['no file', { content: null }, noFile],
    ['its file in another part', { ...pdf, part: 'evidence' }, noFile],
    ['no purpose', { ...pdf, without: 'purpose' }, noPurpose],
    ['another purpose', { ...pdf, fields: { purpose: 'identity_document' } }, noPurpose],
    ['a purpose of JavaScript', { ...pdf, fields: { purpose: 'toString' } }, noPurpose],
    ['no dispute id', { ...pdf, without: 'dispute_id' }, noDisputeId],
    ['an empty dispute id', { ...pdf, fields: { dispute_id: '' } }, noDisputeId],
    ['an id of no dispute', { ...pdf, fields: { dispute_id: '../../dp' } }, noDispute],
    ['the id of a dispute that is unknown', { ...pdf, fields: { dispute_id: 'dp_00000000000000000000' } }, noDispute],
    ['an id that is too long', { ...pdf, fields: { dispute_id: 'd'.repeat(65) } }, noDispute],
    ['no content type', { ...pdf, type: null }, noType],
    ['the content type of any bytes', { ...pdf, type: 'application/octet-stream' }, noType],
    ['an empty file', { ...pdf, content: Buffer.alloc(0) }, invalid('the file is empty')],
    ['a page', { content: html, type: 'text/html', name: 'a.html' }, noneOfOurs],
    ['a page that says PDF', { content: html, type: 'application/pdf', name: 'a.pdf' }, noneOfOurs],
    ['an SVG that says PNG', { content: svg, type: 'image/png', name: 'a.png' }, noneOfOurs],
    ['a PNG with a page behind', { content: Buffer.concat([pngFile(), html]), type: 'image/png' }, noneOfOurs],
    ['a PDF with a page before', { content: Buffer.concat([html, pdfFile()]), type: 'application/pdf' }, noneOfOurs],
    [
      'a PNG that says HTML',
      { content: pngFile(), type: 'text/html', name: 'a.html' },
      invalid('the content is image/png, and its content type says otherwise'),
    ],
    [
      'a PNG that says PDF',
      { content: pngFile(), type: 'application/pdf' },
      invalid('the content is image/png, and its content type says otherwise'),
    ],
  ])('with %s is refused and stores nothing', async (_, { without, ...form }, expected) => {
    const before = (await fileRows()).length;
    const fields = Object.entries({ ...evidence(), ...form.fields }).filter(([field]) => field !== without);
    const answer = await sendFile(merchant, { ...form, fields: Object.fromEntries(fields) });
    expect(statusAndBody(answer)).toEqual(expected);
    expect(await fileRows()).toHaveLength(before);
  });

  it('that is none, is cut off or has two files is refused and stores nothing', async () => {
    const before = (await fileRows()).length;
    expect(statusAndBody(await merchant.api.post('/files', evidence()))).toEqual(noFile);
    const form = formBytes({ ...pdf, fields: evidence() });
    const send = (body: Buffer): Promise<Answer> => merchant.api.raw('POST', '/files', body, boundary);
    const two = Buffer.concat([form.subarray(0, -'--part--\r\n'.length), form]);
    for (const body of [form.subarray(0, -40), two]) {
      const { status, body: answer } = await send(body);
      expect([status, answer.error.code]).toEqual([422, 'IR_06']);
    }
    expect(await fileRows()).toHaveLength(before);
  });
});

describe('the dispute of a file', () => {
  const form = (dispute: Json) => formBytes({ ...pdf, fields: evidenceOf(dispute.dispute_id) });
  const noDispute = refusal(404, 'HE_04', 'Dispute does not exist in our records');
  const closed = refusal(400, 'HE_03', 'Dispute status validation failed');

  it('is one of the same merchant, and of the profile that the request names', async () => {
    const { dispute } = disputed;
    expect(statusAndBody(await other.api.raw('POST', '/files', form(dispute), boundary))).toEqual(noDispute);
    const { merchantId, apiKey } = merchant;
    const path = `/account/${merchantId}/business_profile`;
    const { profile_id } = ok(await merchant.api.post(path, { profile_name: 'other' }));
    const api = apiAt(system.baseUrl('gateway'), { 'api-key': apiKey, 'x-profile-id': profile_id });
    expect(statusAndBody(await api.raw('POST', '/files', form(dispute), boundary))).toEqual(noDispute);
  });

  it('can still be answered: in every stage but a reversal, until it is decided', async () => {
    const payer = await aPayer(system);
    const { dispute, change } = await aDispute(system, payer, { stage: 'pre_dispute' });
    const sent = () => payer.api.raw('POST', '/files', form(dispute), boundary);
    const until = (status: string) =>
      eventually(async () => ok(await payer.api.get(`/disputes/${dispute.dispute_id}`)).dispute_status === status);
    ok(await sent());
    await change({ stage: 'dispute', status: 'dispute_challenged' });
    await until('dispute_challenged');
    ok(await sent());
    await change({ stage: 'dispute', status: 'dispute_lost' });
    await until('dispute_lost');
    expect(statusAndBody(await sent())).toEqual(closed);
    expect(await fileRows(payer)).toHaveLength(2);
  });
});

describe('a thief', () => {
  let id: string;
  beforeAll(async () => void (id = await upload()));

  it('with the key of another merchant, of a browser, of the operator or without one reads, deletes and stores nothing', async () => {
    expect(statusAndBody(await other.api.get(`/files/${id}`))).toEqual(unknown);
    expect(statusAndBody(await remove(id, other.api))).toEqual(unknown);
    const [browser, none] = [merchant.client, apiAt(system.baseUrl('gateway'))];
    for (const by of [browser, none, system.admin]) {
      expect(statusAndBody(await by.get(`/files/${id}`))).toEqual(unauthorized);
      expect(statusAndBody(await remove(id, by))).toEqual(unauthorized);
      expect(
        statusAndBody(await by.raw('POST', '/files', formBytes({ ...pdf, fields: evidence() }), boundary)),
      ).toEqual(unauthorized);
    }
    expect((await download(id)).status).toBe(200);
  });

  it('with another profile of the same merchant reads and deletes nothing', async () => {
    const { merchantId, profileId, apiKey } = merchant;
    const profile = ok(
      await merchant.api.post(`/account/${merchantId}/business_profile`, { profile_name: 'files' }),
    ).profile_id;
    const as = (profile_id: string) =>
      apiAt(system.baseUrl('gateway'), { 'api-key': apiKey, 'x-profile-id': profile_id });
    const own = ok(
      await as(profileId).raw('POST', '/files', formBytes({ ...pdf, fields: evidence() }), boundary),
    ).file_id;
    expect(statusAndBody(await as(profile).get(`/files/${own}`))).toEqual(unknown);
    expect(statusAndBody(await remove(own, as(profile)))).toEqual(unknown);
    for (const by of [as(profileId), merchant.api]) expect((await by.get(`/files/${own}`)).status).toBe(200);
  });

  it.each([
    'file_00000000000000000000',
    'file_1',
    'file_%00aaaaaaaaaaaaaaaaaaa',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fgateway.log',
    "file_' OR 1=1 --aaaaaaaa",
    'files',
    'x'.repeat(200),
  ])('who asks for %j finds nothing', async (text) => {
    for (const method of ['GET', 'DELETE'] as const)
      expect((await merchant.api.raw(method, `/files/${text.replaceAll(' ', '%20')}`)).status).toBe(404);
  });

  it.each<[string, string]>([
    ['../../../etc/cron.d/x.png', `attachment; filename="x.png"; filename*=UTF-8''x.png`],
    ['x.html', `attachment; filename="x.html.png"; filename*=UTF-8''x.html.png`],
    ['x.png;evil=1', `attachment; filename="x.pngevil=1.png"; filename*=UTF-8''x.pngevil%3D1.png`],
    ['C:\\\\temp\\\\für.png', `attachment; filename="f_r.png"; filename*=UTF-8''f%C3%BCr.png`],
  ])('whose file is named %j chooses no path and no type', async (name, header) => {
    const stored = await upload({ content: pngFile(), type: 'image/png', name });
    const { headers } = await download(stored);
    expect([headers['content-disposition'], headers['content-type']]).toEqual([
      header.replace('x.pngevil=1.png', 'x.pngevil_1.png'),
      'image/png',
    ]);
  });
});
