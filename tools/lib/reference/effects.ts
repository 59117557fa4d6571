import { fieldRules, type FieldRules } from '@payorch/rest';
import { refName, type Schemas } from './schema';

const names = (text = ''): string[] => text.split(' ').filter((name) => name !== '');

function effectsIn({ shown, ignored = {}, refused = {} }: FieldRules): Map<string, string> {
  return new Map<string, string>([
    ...names(shown).map((name) => [name, 'Stored and shown; it changes nothing else.'] as const),
    ...Object.entries(ignored).map(([name, why]) => [name, `Ignored: ${why}.`] as const),
    ...Object.entries(refused).map(
      ([name, { when }]) => [name, `Refused with IR_00 when it would act (${when}).`] as const,
    ),
  ]);
}

/** The schema that declares the fields of a request: a request that only names another one has its fields. */
function declaring(name: string, schemas: Schemas): string {
  const parts = schemas[name]?.allOf ?? [];
  const ref = parts.length === 1 ? parts[0]?.$ref : undefined;
  return ref === undefined ? name : declaring(refName(ref), schemas);
}

/**
 * What becomes of fields that do not act, by `Schema.field`, from the rules that the gateway follows. A field that two
 * requests of one schema treat differently has no entry.
 */
export function effectsOfFields(schemas: Schemas): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string | undefined>>();
  for (const [request, rules] of Object.entries(fieldRules)) {
    const effects = effectsIn(rules);
    const schema = declaring(request, schemas);
    for (const field of [...effects.keys(), ...names(rules.acts)]) {
      const key = `${schema}.${field}`;
      found.set(key, (found.get(key) ?? new Set<string | undefined>()).add(effects.get(field)));
    }
  }
  return new Map(
    [...found].flatMap(([key, effects]) => {
      const [only] = effects;
      return effects.size === 1 && only !== undefined ? [[key, only] as const] : [];
    }),
  );
}
