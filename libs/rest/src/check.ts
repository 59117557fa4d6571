import { utcInstant } from '@payorch/kernel';
import { getMetadataStorage } from 'class-validator';
import { withoutBlanks } from './card-number';
import { isClosed, variantsOf, type NestedContext, type Rule as FieldRule, type Variants } from './decorators';
import { WireNumber } from './json';
import { missingField, unknownField, unknownVariant, wrongType, type Fault } from './wording';

export type Path = readonly (string | number)[];

/** A violation and its position: at a value, at the name of a field, or at the end of the object that lacks a field. */
export interface Violation extends Omit<Fault, 'text' | 'at'> {
  readonly path: Path;
  readonly at: 'value' | 'key' | 'end';
  readonly message: string;
}

export type Checked<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] };

type Dto<T = object> = new () => T;
type Rule = (value: unknown) => Fault | string | undefined;

interface FieldPlan {
  readonly name: string;
  /** The name of the check: text, flag, whole, list, ... */
  readonly kind: string;
  readonly nullAllowed: boolean;
  readonly required: boolean;
  /** Rules for the value itself, and for each of its items. */
  readonly rules: readonly Rule[];
  readonly itemRules: readonly Rule[];
  readonly nested: { readonly plan: () => ClassPlan; readonly each: boolean } | undefined;
  readonly read: ((value: unknown) => unknown) | undefined;
}

interface ClassPlan {
  readonly dto: Dto;
  readonly fields: ReadonlyMap<string, FieldPlan>;
  readonly required: readonly FieldPlan[];
  readonly closed: boolean;
  readonly variants: Variants | undefined;
}

/**
 * class-validator collects and sorts its metadata for every object, which costs more than the checks. Here the same
 * metadata is read once per class into a plan; the result equals the library's (check.spec.ts compares both).
 */
const plans = new Map<Dto, ClassPlan>();

const planOf = (dto: Dto): ClassPlan => {
  const known = plans.get(dto);
  if (known) return known;
  const made = compile(dto);
  plans.set(dto, made);
  return made;
};

const storage = getMetadataStorage();
type Metadata = ReturnType<typeof storage.getTargetValidationMetadatas>[number];

function compile(dto: Dto): ClassPlan {
  const byField = new Map<string, Metadata[]>();
  for (const metadata of storage.getTargetValidationMetadatas(dto, '', true, false)) {
    const known = byField.get(metadata.propertyName);
    if (known) known.push(metadata);
    else byField.set(metadata.propertyName, [metadata]);
  }
  const fields = [...byField].map(([name, metadatas]) => fieldPlan(name, metadatas));
  return {
    dto,
    fields: new Map(fields.map((field) => [field.name, field])),
    required: fields.filter((field) => field.required),
    closed: isClosed(dto),
    variants: variantsOf(dto),
  };
}

/** How a checked value is read, by the name of its check: a card number without blanks, a time in UTC. */
const readers: Readonly<Record<string, ((value: unknown) => unknown) | undefined>> = {
  cardNumber: (value) => withoutBlanks(value as string),
  instant: (value) => utcInstant(value as string) ?? value,
};

function fieldPlan(name: string, metadatas: readonly Metadata[]): FieldPlan {
  const conditions = metadatas.filter(({ type }) => type === 'conditionalValidation');
  const checks = (value: unknown): boolean =>
    conditions.every(({ constraints }) => constraints[0]({}, value) as boolean);
  const rules = metadatas.filter(({ type }) => type === 'customValidation');
  const nested = metadatas.find(({ type }) => type === 'nestedValidation');
  return {
    name,
    kind: rules.find(({ each }) => !each)?.name ?? 'nested',
    nullAllowed: !checks(null),
    required: checks(undefined),
    rules: rules.filter(({ each }) => !each).map(ruleOf),
    itemRules: rules.filter(({ each }) => each).map(ruleOf),
    nested: nested && { plan: () => planOf((nested.context as NestedContext).classOf()), each: nested.each },
    read: rules.map(({ name = '' }) => readers[name]).find(Boolean),
  };
}

/** Every check is one of `decorators.ts`, which has its rule as its constraint. */
function ruleOf({ propertyName, constraints }: Metadata): Rule {
  const rule = constraints[0] as FieldRule;
  return (value) => rule(value, propertyName);
}

const kindsOf = ({ names, words }: Variants): readonly string[] => [...names, ...words];

class Check {
  readonly violations: Violation[] = [];

  private add(path: Path, at: Violation['at'], found: Fault | string): void {
    const fault: Fault = typeof found === 'string' ? { text: found, plain: found } : found;
    const { text: message, ...rest } = fault;
    this.violations.push({ path, message, ...rest, at: rest.at ?? at });
  }

  object(plan: ClassPlan, value: unknown, path: Path): unknown {
    if (typeof value === 'string' && plan.variants) {
      const { words, optional } = plan.variants;
      if (words.includes(value)) return optional ? Object.assign(new plan.dto(), { [value]: value }) : value;
      if (words.length > 0 && !optional)
        return void this.add(path, 'value', unknownVariant(value, kindsOf(plan.variants)));
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof WireNumber) {
      this.add(path, 'value', wrongType(value, `struct ${plan.dto.name}`));
      return undefined;
    }
    const source = value as Readonly<Record<string, unknown>>;
    const result = new plan.dto() as Record<string, unknown>;
    for (const name in source) {
      const field = plan.fields.get(name);
      if (field) result[name] = this.field(field, source[name], path);
      else this.unknown(plan, name, path);
    }
    for (const { name } of plan.required) if (!(name in source)) this.add(path, 'end', missingField(name));
    if (plan.variants) this.variants(plan.variants, source, path);
    return result;
  }

  private unknown(plan: ClassPlan, name: string, path: Path): void {
    if (plan.closed) this.add([...path, name], 'key', unknownField(name, [...plan.fields.keys()]));
    else if (plan.variants && !plan.variants.optional)
      this.add([...path, name], 'key', unknownVariant(name, kindsOf(plan.variants)));
  }

  private variants({ names, optional }: Variants, source: Readonly<Record<string, unknown>>, path: Path): void {
    const given = names.filter((name) => name in source).length;
    if (given > 1 || (given === 0 && !optional)) {
      this.add(path, 'value', 'invalid value: map, expected map with a single key');
    }
  }

  private field(field: FieldPlan, value: unknown, parent: Path): unknown {
    if (value === null && field.nullAllowed) return null;
    for (const rule of field.rules) {
      const fault = rule(value);
      if (fault === undefined) continue;
      this.add([...parent, field.name], 'value', fault);
      return undefined;
    }
    if (field.itemRules.length > 0) this.items(field, value as readonly unknown[], parent);
    if (!field.nested) return field.read ? field.read(value) : value;
    const { plan, each } = field.nested;
    if (!each) return this.object(plan(), value, [...parent, field.name]);
    return (value as readonly unknown[]).map((item, index) =>
      this.object(plan(), item, [...parent, field.name, index]),
    );
  }

  private items({ itemRules, name }: FieldPlan, values: readonly unknown[], parent: Path): void {
    values.forEach((value, index) => {
      const fault = itemRules.map((rule) => rule(value)).find((one) => one !== undefined);
      if (fault !== undefined) this.add([...parent, name, index], 'value', fault);
    });
  }
}

/**
 * Checks a JSON value against a DTO class and makes the instance: known fields only, card numbers without spaces, times in UTC. Names
 * every violation; the caller knows their order in the text.
 */
export function checkDto<T extends object>(dto: new () => T, value: unknown): Checked<T> {
  const check = new Check();
  const made = check.object(planOf(dto), value, []) as T;
  return check.violations.length === 0
    ? { kind: 'valid', value: made }
    : { kind: 'invalid', violations: check.violations };
}

export interface DtoShape {
  readonly fields: readonly string[];
  readonly required: readonly string[];
  readonly closed: boolean;
  /** By field: text, whole, flag, oneOf, list, nested, ... */
  readonly kinds: Readonly<Record<string, string>>;
  readonly nested: Readonly<Record<string, Dto>>;
}

/**
 * The fields of a DTO class in the order of the interface, whether unknown fields are refused, and the nested classes.
 */
export function shapeOf(dto: Dto): DtoShape {
  const plan = planOf(dto);
  const nested = [...plan.fields.values()].flatMap((field) =>
    field.nested ? [[field.name, field.nested.plan().dto] as const] : [],
  );
  return {
    fields: [...plan.fields.keys()],
    required: plan.required.map((field) => field.name),
    closed: plan.closed,
    kinds: Object.fromEntries([...plan.fields.values()].map(({ name, kind }) => [name, kind])),
    nested: Object.fromEntries(nested),
  };
}
