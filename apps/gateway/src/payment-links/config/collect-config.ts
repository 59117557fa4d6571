import type { Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { BusinessCollectLinkConfig, checkDto } from '@payorch/rest';
import { domains } from './allowed-domains';
import { at, colour, domain, image, refuseWrong, type Rule, text, type Wrong, wrongAsViolated } from './config-values';

/** The configuration of an account's collect links. */
export type CollectLinkConfig = Readonly<BusinessCollectLinkConfig>;

/** How the page of a collect link looks, under the names of the interface's GenericLinkUiConfig. */
export interface LinkLook {
  readonly logo?: string | null | undefined;
  readonly merchant_name?: string | null | undefined;
  readonly theme?: string | null | undefined;
}

const rules: readonly (readonly [keyof LinkLook, Rule<string>])[] = [
  ['logo', (logo) => (logo === '' ? [] : image(logo))],
  ['merchant_name', text],
  ['theme', colour],
];

/** The values that no page may have. */
const wrongIn = (look: LinkLook): readonly Wrong[] =>
  rules.flatMap(([name, rule]) => {
    const value = look[name];
    return value === null || value === undefined ? [] : at(name, rule(value));
  });

/** Refuses the values that no page may have. */
export const checkLook = (look: LinkLook): Refusal | undefined => refuseWrong('', wrongIn(look));

const field = 'pm_collect_link_config';

/** The configuration of an account, as its request or its row has it; refused where a page may not have a value of it. */
export function readCollectLinkConfig(sent: unknown): CollectLinkConfig | null | Refusal {
  if (sent === null || sent === undefined) return null;
  const checked = checkDto(BusinessCollectLinkConfig, sent);
  if (checked.kind === 'invalid')
    return (
      joinRefusals(checked.violations.map((one) => wrongAsViolated([field], one))) ?? refuse('invalid_value', { field })
    );
  const { value } = checked;
  const refused = joinRefusals([
    refuseWrong(`${field}.`, wrongIn(value)),
    value.domain_name ? refuseWrong(`${field}.domain_name`, domain(value.domain_name)) : undefined,
    refuseWrong(`${field}.allowed_domains`, domains(value.allowed_domains)),
  ]);
  return refused ?? value;
}
