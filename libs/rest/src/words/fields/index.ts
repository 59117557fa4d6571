import { addressFields } from './addresses';
import { authenticationFields } from './authentication';
import { bankFields } from './banks';
import { cardFields } from './cards';
import { checkoutFields } from './checkout';
import type { FieldWords } from './field-words';
import { listFields } from './lists';
import { schemaFields } from './of-schema';
import { opsFields } from './ops';
import { paymentFields } from './payment';
import { relayFields } from './relays';
import { routingFields } from './routing';
import { settingFields } from './settings';
import { variantSchemas } from './variants';

const byName: FieldWords = {
  ...addressFields,
  ...authenticationFields,
  ...bankFields,
  ...cardFields,
  ...checkoutFields,
  ...relayFields,
  ...routingFields,
  ...settingFields,
  ...listFields,
  ...opsFields,
  ...paymentFields,
};

/** A field as the document declares it: the schema around it, its name, and the values of a closed set. */
export interface NamedField {
  readonly schema: string;
  readonly name: string;
  readonly values?: readonly string[] | undefined;
}

const own = (words: FieldWords, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

/** The words of a field: of its schema and name, else of its role, else of its name. Undefined if there are none yet. */
export function wordsOfField({ schema, name, values }: NamedField): string | undefined {
  const ofSchema = own(schemaFields, `${schema}.${name}`);
  if (ofSchema) return ofSchema;
  if (values?.length === 1) return `Always \`${values[0]}\`: it names the kind of this object.`;
  const selected = own(variantSchemas, schema);
  const ofName = own(byName, name);
  if (selected && !ofName) return `Selects \`${name}\`, ${selected}, and has its data.`;
  return ofName;
}
