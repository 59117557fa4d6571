import type { Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import { checkDto } from '@payorch/rest';
import { domains } from './allowed-domains';
import { at, colour, domain, image, refuseWrong, type Rule, text, type Wrong, wrongAsViolated } from './config-values';

/** How the page of a link looks, under the names of the interface's GenericLinkUiConfig. */
export interface LinkLook {
  readonly logo?: string | null | undefined;
  readonly merchant_name?: string | null | undefined;
  readonly theme?: string | null | undefined;
}

/** The settings of pages, under the names of the interface's BusinessGenericLinkConfig. */
interface GenericLinkConfig extends LinkLook {
  readonly domain_name?: string | null | undefined;
  readonly allowed_domains: readonly string[];
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

/** Refuses the values that no page may have. `field`: the field that has them; none: they are the request's own. */
export const checkLook = (look: LinkLook, field = ''): Refusal | undefined =>
  refuseWrong(field === '' ? '' : `${field}.`, wrongIn(look));

/** Reads the configuration of an account or a profile, as its request or its row has it; refused where a page may not have a value of it. */
export const genericLinkReader =
  <Config extends GenericLinkConfig>(field: string, form: new () => Config) =>
  (sent: unknown): Readonly<Config> | null | Refusal => {
    if (sent === null || sent === undefined) return null;
    const checked = checkDto(form, sent);
    if (checked.kind === 'invalid')
      return (
        joinRefusals(checked.violations.map((one) => wrongAsViolated([field], one))) ??
        refuse('invalid_value', { field })
      );
    const { value } = checked;
    const refused = joinRefusals([
      checkLook(value, field),
      value.domain_name ? refuseWrong(`${field}.domain_name`, domain(value.domain_name)) : undefined,
      refuseWrong(`${field}.allowed_domains`, domains(value.allowed_domains)),
    ]);
    return refused ?? value;
  };
