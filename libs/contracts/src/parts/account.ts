import { z } from 'zod';
import { merchantConnectorId } from './ids';

/** A merchant's connector account. */
export const accountRef = z.object({ merchantConnectorId, connector: z.string() });
export type AccountRef = z.infer<typeof accountRef>;
