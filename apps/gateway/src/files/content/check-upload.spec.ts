import { jpegFile, pdfFile, pngFile } from '@payorch/harness';
import { checkContent, checkDisputeId, largestFile, type SentContent } from './check-upload';

const sent = (content: Buffer, type: string, isTooLarge = false): SentContent => ({
  content,
  type,
  isTooLarge,
  name: 'x',
});

it.each<[Buffer, string, string]>([
  [pdfFile(), 'application/pdf', 'application/pdf'],
  [pdfFile(), 'Application/PDF', 'application/pdf'],
  [pdfFile(), 'application/x-pdf', 'application/pdf'],
  [jpegFile(), 'image/jpg', 'image/jpeg'],
  [pngFile(), 'image/png', 'image/png'],
])('a file is of the type of its content: %#', (content, type, judged) =>
  expect(checkContent(sent(content, type))).toBe(judged),
);

const validation = (reason: string) => ({ code: 'file_validation_failed', details: { reason } });
const noneOfOurs = validation('the content is not one whole PDF, JPEG or PNG');

it.each<[SentContent, object]>([
  [sent(pdfFile(), 'application/pdf', true), validation(`the file has more than ${largestFile} bytes`)],
  [sent(Buffer.alloc(0), 'application/pdf'), validation('the file is empty')],
  [sent(Buffer.from('<html>'), 'application/pdf'), noneOfOurs],
  [sent(Buffer.from('<html>'), 'text/html'), noneOfOurs],
  [sent(Buffer.from('text'), 'text/plain'), noneOfOurs],
  [sent(pngFile(), 'image/jpeg'), validation('the content is image/png, and its content type says otherwise')],
  [sent(pngFile(), 'text/html'), validation('the content is image/png, and its content type says otherwise')],
  [sent(pngFile(), 'toString'), validation('the content is image/png, and its content type says otherwise')],
  [sent(pngFile(), 'image/svg+xml'), validation('the content is image/png, and its content type says otherwise')],
  [sent(pdfFile(), 'text/plain'), { code: 'file_content_type_missing' }],
  [sent(pdfFile(), 'application/octet-stream'), { code: 'file_content_type_missing' }],
])('a file is refused: %#', (file, refusal) => expect(checkContent(file)).toMatchObject(refusal));

it.each<[string | undefined, string | object]>([
  ['dp_1', 'dp_1'],
  [undefined, { code: 'dispute_id_missing' }],
  ['', { code: 'dispute_id_missing' }],
  ['dp 1', { code: 'dispute_not_found' }],
  ["dp' OR 1=1 --", { code: 'dispute_not_found' }],
  ['x'.repeat(65), { code: 'dispute_not_found' }],
])('the dispute id %j', (id, result) =>
  typeof result === 'string'
    ? expect(checkDisputeId(id)).toBe(result)
    : expect(checkDisputeId(id)).toMatchObject(result),
);
