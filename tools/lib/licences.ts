interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly expression?: string;
    readonly license?: { readonly id?: string; readonly name?: string };
  }[];
}

export interface PackageLicence {
  readonly name: string;
  readonly licence: string;
}

/** Licences whose terms an Apache-2.0 product meets by naming them. Every other licence needs a decision. */
const permitted = new Set([
  '0BSD',
  'Apache-2.0',
  'Artistic-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  // Its terms concern changed files of the package; we change none.
  'MPL-2.0',
  'Unlicense',
  'WTFPL',
]);

/** Whether an SPDX expression is permitted: one licence of `A OR B` suffices; `A AND B` requires all. */
export const isPermitted = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => permitted.has(licence.trim())));

const expressionOf = ({ licenses = [] }: Component): string =>
  licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name).join(' AND ') || 'none';

const fullName = ({ group, name, version }: Component): string => `${group ? `${group}/` : ''}${name}@${version}`;

/** Each package of a CycloneDX document with its licence expression, sorted by name. */
export const licencesOf = ({ components }: { readonly components: readonly Component[] }): PackageLicence[] =>
  components
    .map((component) => ({ name: fullName(component), licence: expressionOf(component) }))
    .sort((one, other) => one.name.localeCompare(other.name));
