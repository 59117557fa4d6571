import type { CollectLink, EnabledMethod, Refusal } from '@payorch/contracts';
import { isRefusal, joinRefusals, linkLifetimeSeconds } from '@payorch/contracts';
import type { EnabledPaymentMethod, PaymentMethodCollectLinkRequest } from '@payorch/rest';
import { checkChosenIds, checkMerchantUrls } from '../../fields';
import { checkEnabledMethods, checkLook, type PageMethods, readCollectLinkConfig } from '../../payment-links';

type Request = Readonly<PaymentMethodCollectLinkRequest>;

/** What a payment method's data can be saved of without a payment. Source: `PaymentMethodCreate` as this service reads it. */
const savable: PageMethods = new Map([
  ['card', ['credit', 'debit']],
  ['bank_debit', ['ach']],
]);

const cards: readonly EnabledPaymentMethod[] = [{ payment_method: 'card', payment_method_types: ['credit', 'debit'] }];

/** Checks that need only the request. */
export const checkCollectLinkRequest = (sent: Request): Refusal | undefined =>
  joinRefusals([
    checkChosenIds({ pm_collect_link_id: sent.pm_collect_link_id }),
    checkMerchantUrls({ return_url: sent.return_url }),
    checkLook(sent),
  ]);

const readEnabled = (sent: readonly EnabledPaymentMethod[], field: string): readonly EnabledMethod[] | Refusal =>
  checkEnabledMethods(sent, field, savable) ??
  sent.map(({ payment_method: paymentMethod, payment_method_types: types }) => ({
    paymentMethod,
    paymentMethodTypes: [...new Set<string>(types)],
  }));

interface Known {
  readonly collectLinkId: string;
  readonly now: Date;
}

/**
 * The link of a request: its own fields, then those of the account's `pm_collect_link_config`, then the defaults. `config`: as
 * the account's row has it. Domains belong to the account alone.
 */
export function collectLinkOf(sent: Request, config: unknown, { collectLinkId, now }: Known): CollectLink | Refusal {
  // Rows of accounts may be older than the check.
  const account = readCollectLinkConfig(config);
  if (isRefusal(account)) return account;
  const ofRequest = sent.enabled_payment_methods ?? [];
  const ofAccount = account?.enabled_payment_methods ?? [];
  const enabledMethods =
    ofRequest.length > 0
      ? readEnabled(ofRequest, 'enabled_payment_methods')
      : readEnabled(ofAccount.length > 0 ? ofAccount : cards, 'pm_collect_link_config.enabled_payment_methods');
  if ('kind' in enabledMethods) return enabledMethods;
  const domains = account?.allowed_domains ?? [];
  return {
    collectLinkId,
    expiresAt: new Date(now.getTime() + (sent.session_expiry ?? linkLifetimeSeconds) * 1000).toISOString(),
    returnUrl: sent.return_url ?? null,
    enabledMethods: [...enabledMethods],
    origin: account?.domain_name ? `https://${account.domain_name.toLowerCase()}` : null,
    allowedDomains: domains.length > 0 ? [...domains] : null,
    merchantName: sent.merchant_name ?? account?.merchant_name ?? null,
    logo: sent.logo ?? account?.logo ?? null,
    theme: sent.theme ?? account?.theme ?? null,
  };
}
