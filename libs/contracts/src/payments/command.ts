import { keyOf } from '@payorch/kernel';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { merchantId, paymentId } from '@payorch/values';
import { topics } from '../messages/topics';

const paymentKey = (m: { merchantId: Parameters<typeof keyOf>[0]; paymentId: string }) =>
  keyOf(m.merchantId, m.paymentId);

export const about = { merchantId, paymentId };

type About = Parameters<typeof paymentKey>[0];

/** A command to the owner of a payment. */
export const command = <Data extends About, const Type extends string>(type: Type, data: z.ZodType<Data>) =>
  defineMessage({ topic: topics.paymentsCommands.name, type, version: 1, kind: 'command', key: paymentKey, data });
