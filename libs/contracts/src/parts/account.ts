import { z } from 'zod';
import { merchantConnectorId } from './ids';

/** One merchant's account at one processor. */
export const accountRef = z.object({ merchantConnectorId, connector: z.string() });
export type AccountRef = z.infer<typeof accountRef>;
