import { evidenceFile } from '@payorch/values';
import type { FileId } from '@payorch/kernel';
import { z } from 'zod';
import { declare } from '../declare';

/** `reference`: the processor's id of the dispute. `chargeReference`: that of the disputed payment. */
const facts = { reference: z.string(), chargeReference: z.string() };
const internal = { disputeId: z.string() };
const lookup = { flow: 'disputeSync', by: 'given' } as const;
const sample = { reference: 'dispute_sample', chargeReference: 'ref_sample' } as const;

/** Accepts a dispute: the customer keeps the money. */
export const acceptDispute = declare('accept_dispute', {
  owner: 'dispute',
  facts,
  internal,
  lookup,
  cases: ['success', 'refusal', 'fault'],
  sample,
});

/** Submits the merchant's evidence against a dispute: once, for all of it. */
export const submitEvidence = declare('submit_evidence', {
  owner: 'dispute',
  facts,
  sealed: {
    /** The files, each of one type; only a worker reads their bytes. */
    files: z.array(evidenceFile),
    /** The texts, by their names in the interface: `customer_name`, `shipping_date`. */
    texts: z.record(z.string(), z.string()),
  },
  internal,
  lookup,
  cases: ['success', 'refusal', 'fault'],
  sample: {
    ...sample,
    files: [
      {
        evidenceType: 'receipt',
        fileId: 'file_sample' as FileId,
        storageKey: '0'.repeat(32),
        contentKey: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        name: 'receipt.pdf',
        contentType: 'application/pdf',
      },
    ],
    texts: { customer_name: 'Ada Lovelace', product_description: 'A calculating engine' },
  },
});
