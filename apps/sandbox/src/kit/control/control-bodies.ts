import { BadRequestException } from '@nestjs/common';
import { z } from 'zod';
import type { Fault } from '../faults/fault';
import { faultNames, parseFault } from '../faults/fault';
import { callKinds } from '../faults/fault-registry';

/** Accepts `"slow:500"` or `{"slow": {"ms": 500}}`; the parameters keep the order of the text notation. */
const faultObject = z
  .record(z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))
  .refine((input) => Object.keys(input).length === 1)
  .transform((input) => {
    const [[name, parameters]] = Object.entries(input) as [[string, Record<string, string | number | boolean>]];
    const { ms, lookups, copies, status, kept } = parameters;
    const parts = [ms ?? lookups ?? copies, status, kept === true ? 'kept' : undefined];
    return [name, ...parts.filter((part) => part !== undefined)].join(':');
  });

const fault = z
  .union([z.string(), faultObject])
  .transform((text) => parseFault(text))
  .refine((read): read is Fault => read !== undefined, `must be one of ${faultNames.join(', ')}`);

const ms = z.int().min(0).max(3_600_000);

export const faultRuleBody = z.object({
  match: z
    .strictObject({
      connector: z.string().optional(),
      kind: z.enum(callKinds).optional(),
      reference: z.string().optional(),
      payment_id: z.string().optional(),
      card: z.string().optional(),
    })
    .default({}),
  fault,
  times: z.int().positive().optional(),
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
});

export const latencyBody = z.object({ ms: z.union([ms, z.literal('reference')]) });
export const downBody = z.object({ ms: ms.min(1) });
export const idempotencyBody = z.object({ honour: z.boolean() });

export const webhooksBody = z.object({
  /** Null or absent: the setting applies to every API key without a setting of its own. */
  api_key: z.string().min(1).nullish(),
  secret: z.string().min(1).optional(),
  send: z.enum(['later', 'all']).optional(),
  retry_base_ms: ms.min(1).optional(),
});

const whole = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
export const ledgerQuery = z.object({ since: whole.default(0), limit: whole.default(10_000) });
export const chargesQuery = z.object({ reference: z.string().optional() });

/** Parses the body of a control call; a BadRequestException lists every problem. */
export function readControl<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  throw new BadRequestException(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
}
