import type { FormSettings } from '../page-data';
import { readable, type RequiredInput } from './required-inputs';

type Choice = readonly [value: string, text: string];

/** The interface's country codes have no UK: some connectors' options name the United Kingdom so. */
const countryCode = (option: string): string => (option === 'UK' ? 'GB' : option);

function countryChoices(
  options: readonly string[],
  { locale, countries }: Pick<FormSettings, 'locale' | 'countries'>,
): readonly Choice[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const codes = options.includes('ALL') ? countries : options.map(countryCode);
  return codes
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, locale));
}

/** The choices of a select, as the customer reads them. */
export const choicesOf = (
  input: RequiredInput,
  settings: Pick<FormSettings, 'locale' | 'countries'>,
): readonly Choice[] =>
  input.isCountry ? countryChoices(input.options, settings) : input.options.map((option) => [option, readable(option)]);
