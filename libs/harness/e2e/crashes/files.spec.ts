import {
  eventually,
  ok,
  pdfFile,
  privateInfra,
  spawnSystem,
  type PrivateInfra,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { aDispute, aPayer } from '../support/disputes';
import { evidenceOf, getBytes, sendFile, type Form } from '../support/files';
import { paymentApps } from '../support/quick-system';
import { rowsOf } from '../support/rows';
import { refusal, statusAndBody } from '../support/wire';

let infra: PrivateInfra;
let system: System;
let merchant: TestMerchant;
let disputeId: string;
beforeAll(async () => {
  infra = await privateInfra(['s3']);
  const { url, bucket, accessKeyId, secretAccessKey } = infra.s3!;
  const gateway = {
    FILE_STORAGE: 's3',
    FILE_STORAGE_S3_ENDPOINT: url,
    FILE_STORAGE_S3_BUCKET: bucket,
    FILE_STORAGE_S3_REGION: 'us-east-1',
    FILE_STORAGE_S3_PATH_STYLE: 'true',
    FILE_STORAGE_S3_ACCESS_KEY_ID: accessKeyId,
    FILE_STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey,
    FILE_STORAGE_TIMEOUT: '30s',
    FILES_CLEAN_UP_EVERY: '100ms',
  };
  system = await spawnSystem({ apps: paymentApps, appEnv: { gateway } });
  merchant = await aPayer(system);
  disputeId = (await aDispute(system, merchant)).dispute.dispute_id;
});
afterAll(async () => {
  await system?.stop();
  await infra?.stop();
});

const pdf = { content: pdfFile(), type: 'application/pdf', name: 'receipt.pdf' } satisfies Form;
const away = { status: 503, body: { error: { type: 'api', code: 'HE_00', message: 'Something went wrong' } } };
const download = (id: string) => getBytes(`${system.baseUrl('gateway')}/files/${id}`, { 'api-key': merchant.apiKey });
const send = () => sendFile(merchant, { ...pdf, fields: evidenceOf(disputeId) });
const upload = async (): Promise<string> => ok(await send()).file_id;
const rows = () =>
  rowsOf<{ file_id: string; state: string; storage_key: string }>(
    system,
    'SELECT * FROM gateway.files WHERE merchant_id = $1 ORDER BY created_at',
    [merchant.merchantId],
  );
const objects = (): string[] =>
  readdirSync(infra.s3!.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const makeDue = (state: string) => rowsOf(system, 'UPDATE gateway.files SET due_at = now() WHERE state = $1', [state]);
/** Each row has its object, and each object its row. */
const expectAgreement = async () => {
  const keys = (await rows()).map(({ storage_key }) => storage_key).sort();
  expect(objects()).toEqual(keys);
};

it('files are in the bucket, and nowhere in the clear', async () => {
  const id = await upload();
  expect((await download(id)).bytes.equals(pdf.content)).toBe(true);
  await expectAgreement();
  ok(await merchant.api.raw('DELETE', `/files/${id}`));
  expect([await rows(), objects()]).toEqual([[], []]);
});

it('while the storage is away uploads and downloads are refused to be repeated, and nothing is half stored', async () => {
  const id = await upload();
  await infra.kill('s3');
  expect(statusAndBody(await send())).toEqual(away);
  const read = await download(id);
  expect([read.status, JSON.parse(read.bytes.toString())]).toEqual([away.status, away.body]);
  expect(read.headers).not.toHaveProperty('content-disposition');
  // A deleted file is gone at once, wherever its bytes are.
  ok(await merchant.api.raw('DELETE', `/files/${id}`));
  expect((await download(id)).status).toBe(404);
  expect((await rows()).map(({ state }) => state).sort()).toEqual(['deleting', 'storing']);
  await infra.restart('s3');
  await makeDue('storing');
  await makeDue('deleting');
  await eventually(async () => (await rows()).length === 0);
  expect(objects()).toEqual([]);
  expect((await download(await upload())).status).toBe(200);
  await expectAgreement();
});

it('a gateway that dies in an upload leaves nothing that the clean-up does not find', async () => {
  infra.signal('s3', 'SIGSTOP');
  const lost = send().catch(() => undefined);
  await eventually(async () => (await rows()).some(({ state }) => state === 'storing'));
  await system.kill('gateway');
  await lost;
  infra.signal('s3', 'SIGCONT');
  await system.start('gateway');
  const [abandoned] = (await rows()).filter(({ state }) => state === 'storing');
  expect(statusAndBody(await merchant.api.get(`/files/${abandoned!.file_id}`))).toEqual(
    refusal(404, 'HE_04', 'File not available'),
  );
  await makeDue('storing');
  await eventually(async () => (await rows()).every(({ state }) => state === 'stored'));
  await expectAgreement();
});

it('a file is deleted after its retention', async () => {
  const id = await upload();
  await makeDue('stored');
  await eventually(async () => (await rows()).length === 0);
  expect((await download(id)).status).toBe(404);
  expect(objects()).toEqual([]);
});

it('evidence of a deleted customer stays while its dispute is open, and is erased when it closes', async () => {
  const { customer_id } = ok(await merchant.api.post('/customers', { name: 'Nikola Doe' }));
  const { dispute, change } = await aDispute(system, merchant, {}, { customer_id });
  const id = ok(await sendFile(merchant, { ...pdf, fields: evidenceOf(dispute.dispute_id) })).file_id as string;
  const other = await upload();
  ok(await merchant.api.raw('DELETE', `/customers/${customer_id}`));
  await eventually(
    async () => ok(await merchant.api.get(`/payments/${dispute.payment_id}`)).customer?.name === 'Redacted',
  );
  expect((await download(id)).status).toBe(200);
  await change({ stage: 'dispute', status: 'dispute_lost' });
  await eventually(async () => (await rows()).every(({ file_id }) => file_id !== id), { withinMs: 60_000 });
  expect((await download(id)).status).toBe(404);
  expect((await download(other)).status).toBe(200);
  await expectAgreement();
});

it('a file whose bytes another program deleted or changed is never given as if it were whole', async () => {
  const [gone, ...more] = [await upload(), await upload(), await upload()];
  const found = await rows();
  const keyOf = (id: string) => found.find(({ file_id }) => file_id === id)!.storage_key;
  const placeOf = (id: string) =>
    path.join(infra.s3!.folder, infra.s3!.bucket, 'files', keyOf(id).slice(0, 2), keyOf(id));
  rmSync(placeOf(gone!));
  expect(statusAndBody(await merchant.api.get(`/files/${gone}`))).toEqual(refusal(404, 'HE_04', 'File not available'));
  const [one, two] = more as [string, string];
  // The bytes of one file in the place of another do not open.
  await rowsOf(system, 'UPDATE gateway.files SET storage_key = $1 WHERE file_id = $2', [keyOf(two), one]);
  expect((await download(one)).status).toBe(500);
  expect((await download(two)).status).toBe(200);
});
