import addresses from './addresses.json';
import authentication from './authentication.json';
import banks from './banks.json';
import cards from './cards.json';
import checkout from './checkout.json';
import disputes from './disputes.json';
import lists from './lists.json';
import ofSchema from './of-schema.json';
import ops from './ops.json';
import payment from './payment.json';
import payouts from './payouts.json';
import relays from './relays.json';
import routing from './routing.json';
import settings from './settings.json';
import variants from './variants.json';

type Words = Readonly<Record<string, string>>;

/** By name of a field: what it is, in one or two sentences. Limits and units are added from the schema. */
const byName: Words = {
  ...addresses,
  ...authentication,
  ...banks,
  ...cards,
  ...checkout,
  ...disputes,
  ...relays,
  ...payouts,
  ...routing,
  ...settings,
  ...lists,
  ...ops,
  ...payment,
};

/** Fields that mean something else in one schema than elsewhere, by schema and name. They replace the words of the name. */
const bySchema: Readonly<Record<string, Words>> = ofSchema;

/** Schemas whose keys are alternatives: a key selects one and carries its data. By schema: what is selected. */
const selectedBy: Words = variants;

/** A field as the document declares it: the schema around it, its name, and the values of a closed set. */
export interface NamedField {
  readonly schema: string;
  readonly name: string;
  readonly values?: readonly string[] | undefined;
}

const own = <T>(words: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

/** The words of a field: of its schema and name, else of its role, else of its name. Undefined if there are none yet. */
export function wordsOfField({ schema, name, values }: NamedField): string | undefined {
  const wordsOfSchema = own(own(bySchema, schema) ?? {}, name);
  if (wordsOfSchema) return wordsOfSchema;
  if (values?.length === 1) return `Always \`${values[0]}\`: it names the kind of this object.`;
  const selected = own(selectedBy, schema);
  const ofName = own(byName, name);
  if (selected && !ofName) return `Selects \`${name}\`, ${selected}, and has its data.`;
  return ofName;
}
