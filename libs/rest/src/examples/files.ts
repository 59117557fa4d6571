import type { Example } from './example';

/** An empty document. */
const pdf = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj',
  'xref\n0 3\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n ',
  'trailer<</Root 1 0 R/Size 3>>',
  'startxref\n96\n%%EOF\n',
].join('\n');

const path = { file_id: 'file_00000000000000000000' };
const variant = 'of an unknown file';
const status = 404;

/** Files of the demo merchant: no customer of it has disputed a charge, so it can store no evidence. */
export const fileExamples: readonly Example[] = [
  {
    operation: 'Create a File',
    variant: 'of an unknown dispute',
    fields: { purpose: 'dispute_evidence', dispute_id: 'dp_example' },
    file: pdf,
    fileType: 'application/pdf',
    status,
  },
  { operation: 'Retrieve a File', variant, path, status },
  { operation: 'Delete a File', variant, path, status },
];
