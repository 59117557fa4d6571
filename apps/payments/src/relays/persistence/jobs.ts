import { merchantId, relayId, relayKey } from '@payorch/contracts';
import { defineJob } from '@payorch/platform/jobs';
import { z } from 'zod';

/** A sync of the relay's operation is due. */
export const relaySyncDueJob = defineJob('relay.sync_due', z.object({ merchantId, relayId }), relayKey);
