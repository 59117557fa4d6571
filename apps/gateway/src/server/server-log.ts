import type { Logger } from '@payorch/platform/telemetry';

export type ServerLog = Pick<Logger, 'debug' | 'info' | 'error'>;
