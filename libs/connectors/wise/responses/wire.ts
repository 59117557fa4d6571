import { z } from 'zod';

/** Wise's ids are numbers; for us they are texts. */
const id = z.union([z.int().positive().transform(String), z.string().min(1)]);

/** A refused call: its problems. */
const problems = z.object({
  errors: z.array(z.object({ code: z.string(), message: z.string().nullish(), path: z.string().nullish() })).min(1),
});
/** A call that was refused before it was read, by its token or its permissions. */
const accessProblem = z.object({
  error: z.string().min(1),
  error_description: z.string().nullish(),
  message: z.string().nullish(),
});

export const refusal = z.union([problems, accessProblem]);
export type WireRefusal = z.infer<typeof refusal>;

export const isRefusal = <T extends object>(value: T | WireRefusal): value is WireRefusal =>
  'errors' in value || 'error' in value;

/** A transfer in all answers. */
export const transfer = z.object({
  id,
  status: z.string(),
  targetCurrency: z.string(),
  targetValue: z.number(),
  customerTransactionId: z.string().nullish(),
});
export type WireTransfer = z.infer<typeof transfer>;

export const transferAnswer = z.union([transfer, refusal]);
export const transfersAnswer = z.union([z.array(transfer), refusal]);

export const recipientAnswer = z.union([z.object({ id }), refusal]);
export const quoteAnswer = z.union([z.object({ id: z.string().min(1) }), refusal]);

/** What became of a funding; `errorCode` of a rejected one. */
export const fundingAnswer = z.union([z.object({ status: z.string(), errorCode: z.string().nullish() }), refusal]);

/** The webhook about a transfer: its new state, without amounts and without our id. */
export const stateChange = z.object({
  resource: z.object({ id }),
  current_state: z.string().min(1),
  occurred_at: z.string().min(1),
});
