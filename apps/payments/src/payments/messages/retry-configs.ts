import type { MerchantId } from '@payorch/kernel';
import type { GlobalSettings } from '@payorch/platform/kafka';
import type { RetryConfigs } from '../domain/decision';

export const retryConfigsOf = (
  { config }: { readonly config: (...args: Parameters<GlobalSettings['config']>) => string | undefined },
  merchantId: MerchantId,
): RetryConfigs => ({
  asksRules: config(`should_call_gsm_${merchantId}`)?.trim() !== 'false',
  stepUpConnectors: connectorsIn(config(`step_up_enabled_${merchantId}`)),
});

/** A text that is no list enables no connector: the operator meant to limit. */
function connectorsIn(value: string | undefined): readonly string[] | null {
  if (value === undefined) return null;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
