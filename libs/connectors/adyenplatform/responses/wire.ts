import { z } from 'zod';

const text = z.string().nullish();

/** A transfer in answers and webhooks. */
export const transfer = z.object({
  id: z.string().min(1),
  status: z.string(),
  /** `value`: in minor units. */
  amount: z.object({ currency: z.string(), value: z.int() }),
  /** Our operation id. */
  reference: text,
  /** Why the transfer has its status, in one word of Adyen's. */
  reason: text,
  externalReason: z.object({ description: text }).nullish(),
  /** What happened to the transfer, the oldest first; not in the answer to its creation. */
  events: z.array(z.object({ status: text })).nullish(),
  /** Webhooks of a transfer are numbered from 1. */
  sequenceNumber: z.int().nullish(),
});
export type WireTransfer = z.infer<typeof transfer>;

/** A page of transfers. */
export const page = z.object({
  data: z.array(transfer),
  _links: z.object({ next: z.object({ href: text }).nullish() }).nullish(),
});

/** A refusal. `title` and `detail` are of the Transfers API, `message` of the gate before it. */
export const refusal = z.object({
  errorCode: z.string(),
  title: text,
  detail: text,
  message: text,
  /** The values of the fields are not read: an account number may be one. */
  invalidFields: z.array(z.object({ name: z.string(), message: z.string() })).nullish(),
});
export type WireRefusal = z.infer<typeof refusal>;
