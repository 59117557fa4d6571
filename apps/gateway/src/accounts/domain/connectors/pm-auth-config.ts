import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { ConnectorAccount } from './connector-account';

const fields = ['payment_method', 'payment_method_type', 'connector_name', 'mca_id'] as const;
type EnabledMethod = Readonly<Record<(typeof fields)[number], string>>;

const isEnabledMethod = (value: unknown): value is EnabledMethod =>
  typeof value === 'object' &&
  value !== null &&
  fields.every((field) => typeof (value as Record<string, unknown>)[field] === 'string');

const notFound = (message: string): Refusal => refuse('not_found', { message, path: 'pm_auth_config' });

/** `pm_auth_config` names other accounts of the same profile that verify a customer's bank account. */
export function checkPmAuthConfig(
  config: unknown,
  profileId: string,
  accounts: readonly Pick<ConnectorAccount, 'merchantConnectorId' | 'profileId'>[],
): Refusal | undefined {
  if (config === undefined || config === null) return undefined;
  const methods = (config as { enabled_payment_methods?: unknown }).enabled_payment_methods;
  if (!Array.isArray(methods) || !methods.every(isEnabledMethod)) {
    return refuse('invalid_request', {
      message: 'invalid data received for payment method auth config',
      path: 'pm_auth_config',
    });
  }
  for (const { mca_id } of methods) {
    const named = accounts.find(({ merchantConnectorId }) => merchantConnectorId === mca_id);
    if (!named) return notFound('payment method auth connector account not found');
    if (named.profileId !== profileId) {
      return notFound('payment method auth profile_id differs from connector profile_id');
    }
  }
  return undefined;
}
