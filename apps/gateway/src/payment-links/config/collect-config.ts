import type { Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
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

/** The fields with values that no page may have. */
const failedIn = (look: LinkLook): readonly string[] =>
  checks
    .filter(([name, isFine]) => {
      const value = look[name];
      return value !== null && value !== undefined && !isFine(value);
    })
    .map(([name]) => name);

/** Refuses the fields with values that no page may have. */
export const checkLook = (look: LinkLook): Refusal | undefined =>
  joinRefusals(failedIn(look).map((field) => refuse('invalid_value', { field })));

const wrong = (...path: readonly string[]): Refusal =>
  refuse('invalid_value', { field: ['pm_collect_link_config', ...path].join('.') });

/** The configuration of an account, as its request or its row has it; refused where a page may not have a value of it. */
export function readCollectLinkConfig(sent: unknown): CollectLinkConfig | null | Refusal {
  if (sent === null || sent === undefined) return null;
  const checked = checkDto(BusinessCollectLinkConfig, sent);
  if (checked.kind === 'invalid')
    return joinRefusals(checked.violations.map(({ path }) => wrong(...path.map(String)))) ?? wrong();
  const { value } = checked;
  const refused = joinRefusals([
    ...failedIn(value).map((name) => wrong(name)),
    value.domain_name && !isDomainName(value.domain_name) ? wrong('domain_name') : undefined,
    areAllowedDomains(value.allowed_domains) ? undefined : wrong('allowed_domains'),
  ]);
  return refused ?? value;
}
