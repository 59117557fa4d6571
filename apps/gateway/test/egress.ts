import { egressPolicy } from '@payorch/platform/egress';

/** As in production, but with plain http. */
export const testEgress = egressPolicy({ egressAllow: [], egressPorts: ['80', '443'], mode: 'development' });
