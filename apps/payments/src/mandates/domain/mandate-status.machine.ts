import { defineMachine } from '@payorch/kernel';

/**
 * What a processor's report does to the status of a mandate. A revoked mandate stays revoked: processors' webhooks come in any
 * order. While a revocation is under way only its end counts.
 */
export const mandateStatusMachine = defineMachine({
  active: { revoked: 'revoked' },
  inactive: { active: 'active', revoked: 'revoked' },
  pending: { revoked: 'revoked' },
  revoked: {},
});
