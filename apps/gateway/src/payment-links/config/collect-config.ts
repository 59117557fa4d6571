import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { BusinessCollectLinkConfig, checkDto } from '@payorch/rest';
import { areAllowedDomains } from './allowed-domains';
import { isColourText, isDomainName, isImage, isText } from './config-values';

/** The configuration of an account's collect links. */
export type CollectLinkConfig = Readonly<BusinessCollectLinkConfig>;

/** How the page of a collect link looks, under the names of the interface's GenericLinkUiConfig. */
export interface LinkLook {
  readonly logo?: string | null | undefined;
  readonly merchant_name?: string | null | undefined;
  readonly theme?: string | null | undefined;
}

const checks: readonly (readonly [keyof LinkLook, (value: string) => boolean])[] = [
  ['logo', (logo) => logo === '' || isImage(logo)],
  ['merchant_name', isText],
  ['theme', isColourText],
];

/** The first field with a value that no page may have; undefined where there is none. */
const failedIn = (look: LinkLook): string | undefined =>
  checks.find(([name, isFine]) => {
    const value = look[name];
    return value !== null && value !== undefined && !isFine(value);
  })?.[0];

/** Refuses the first field with a value that no page may have. */
export function checkLook(look: LinkLook): Refusal | undefined {
  const field = failedIn(look);
  return field === undefined ? undefined : refuse('invalid_value', { field });
}

const wrong = (...path: readonly string[]): Refusal =>
  refuse('invalid_value', { field: ['pm_collect_link_config', ...path].join('.') });

/** The configuration of an account, as its request or its row has it; refused where a page may not have a value of it. */
export function readCollectLinkConfig(sent: unknown): CollectLinkConfig | null | Refusal {
  if (sent === null || sent === undefined) return null;
  const checked = checkDto(BusinessCollectLinkConfig, sent);
  if (checked.kind === 'invalid') return wrong(...(checked.violations[0]?.path ?? []).map(String));
  const { value } = checked;
  const failed = failedIn(value);
  if (failed !== undefined) return wrong(failed);
  if (value.domain_name && !isDomainName(value.domain_name)) return wrong('domain_name');
  return areAllowedDomains(value.allowed_domains) ? value : wrong('allowed_domains');
}
