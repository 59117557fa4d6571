import type { JsonObject, LinkTerms, Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { PaymentCreatePaymentLinkConfig, shapeOf } from '@payorch/rest';
import { plainOrNull } from '../fields';
import { readProfileLinkConfig } from './check-link-config';
import type { LinkConfig } from './link-config';

/** What a page has where neither payment nor profile says anything else. */
export const defaultStyle = {
  theme: '#212E46',
  logo: '',
  sdk_layout: 'tabs',
  display_sdk_only: false,
  enabled_saved_payment_method: false,
  hide_card_nickname_field: false,
  enable_manual_retry: true,
  show_card_form_by_default: true,
  enable_button_only_on_form_ready: false,
  show_merchant_name: true,
} as const;

const configKeys = shapeOf(PaymentCreatePaymentLinkConfig).fields;

/** The fields of a link's configuration that have a value; all others are left out. */
const valuesOf = (config: JsonObject | null): JsonObject =>
  Object.fromEntries(
    Object.entries(config ?? {}).filter(([name, value]) => configKeys.includes(name) && value !== null),
  );

export interface RequestedLink {
  readonly config: LinkConfig | null | undefined;
  /** The name of one of the profile's configurations. */
  readonly configId: string | null | undefined;
}

/**
 * The terms of a link: the payment's own configuration, then the named one of the profile, then the profile's, then the
 * defaults; field by field. Domains belong to the profile alone.
 */
export function linkTermsOf({ config, configId }: RequestedLink, ofProfile: unknown): LinkTerms | Refusal {
  // Rows of profiles may be older than the check.
  const stored = readProfileLinkConfig(ofProfile);
  if (isRefusal(stored)) return stored;
  const profile = plainOrNull(stored);
  const named = namedIn(profile, configId);
  if (named === undefined) return refuse('invalid_value', { field: 'payment_link_config_id' });
  const domains = stored?.allowed_domains ?? [];
  const branding = stored?.branding_visibility ?? null;
  return {
    origin: stored?.domain_name ? `https://${stored.domain_name.toLowerCase()}` : null,
    allowedDomains: domains.length > 0 ? [...domains] : null,
    config: {
      ...defaultStyle,
      ...valuesOf(profile),
      ...valuesOf(named),
      ...valuesOf(plainOrNull(config)),
      ...(branding !== null && { branding_visibility: branding }),
    },
  };
}

/** The named configuration; null: none is named. Undefined where the profile has none of the name. */
function namedIn(profile: JsonObject | null, id: string | null | undefined): JsonObject | null | undefined {
  if (id === null || id === undefined) return null;
  const all = profile?.['business_specific_configs'] as JsonObject | null | undefined;
  return all && Object.hasOwn(all, id) ? (all[id] as JsonObject) : undefined;
}
