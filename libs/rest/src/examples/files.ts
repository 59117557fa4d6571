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

const file_id = '{{Create a File.file_id}}';

/** A file of the demo merchant. */
export const fileExamples: readonly Example[] = [
  {
    operation: 'Create a File',
    fields: { purpose: 'dispute_evidence', dispute_id: 'dp_example' },
    file: pdf,
    fileType: 'application/pdf',
  },
  { operation: 'Retrieve a File', path: { file_id } },
  { operation: 'Delete a File', path: { file_id } },
];
