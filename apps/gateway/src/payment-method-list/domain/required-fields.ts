import type { Json, JsonObject, PaymentForMethodList } from '@payorch/contracts';
import { collectedFromWallets, type FieldsByName, requiredFieldsAt } from '@payorch/connectors/catalogue';
import type { EligibleType } from './eligible-types';
import type { ListedProfile } from './listing-settings';

/** What decides which fields a checkout asks for, and which values it need not ask for. */
export interface RequiredFieldContext {
  readonly isSaved: boolean;
  readonly profile: ListedProfile | undefined;
  readonly known: PaymentForMethodList['known'] | null;
  /** The caller may not see what is known. */
  readonly hidesKnown?: boolean;
}

/** The known value of a field such as `billing.address.zip`; null: the customer has to give it. */
function knownValue(name: string, known: RequiredFieldContext['known']): string | null {
  let value: Json | undefined = known;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return null;
    value = (value as JsonObject)[part];
  }
  return typeof value === 'string' ? value : null;
}

const collectingMethods: ReadonlySet<string> = new Set(['wallet', 'pay_later']);

/** What the wallet's own SDK collects, where the profile always requests it. */
function collectedFields(
  { paymentMethod, experience }: EligibleType,
  profile: ListedProfile | undefined,
): FieldsByName {
  if (!profile || !collectingMethods.has(paymentMethod) || experience !== 'invoke_sdk_client') return {};
  return {
    ...(profile.alwaysCollectsBilling && collectedFromWallets.billing),
    ...(profile.alwaysCollectsShipping && collectedFromWallets.shipping),
  };
}

/** The union of what the eligible connectors require, with the known values; null where no connector describes the type. */
export function requiredFieldsView(types: readonly EligibleType[], context: RequiredFieldContext): JsonObject | null {
  const described = types.flatMap((type) => {
    const fields = requiredFieldsAt(type, context.isSaved);
    return fields ? [{ ...fields, ...collectedFields(type, context.profile) }] : [];
  });
  if (described.length === 0) return null;
  const union: FieldsByName = Object.assign({}, ...described);
  const fields = Object.entries(union).map(([name, field]) => ({
    name,
    field,
    value: knownValue(name, context.known),
  }));
  const shown = context.hidesKnown ? withoutKnown(fields) : fields;
  return Object.fromEntries(shown.map(({ name, field, value }) => [name, { ...field, value }]));
}

interface NamedField {
  readonly name: string;
  readonly field: FieldsByName[string];
  readonly value: string | null;
}

/** `billing`, `shipping`, or the payment method's own. */
const groupOf = ({ name }: NamedField): string => name.slice(0, name.indexOf('.'));

/**
 * For a caller who may not see what is known: an address of which everything is known is not asked for, any other is asked for
 * as a whole, since a confirmation replaces an address as a whole.
 */
function withoutKnown(fields: readonly NamedField[]): readonly NamedField[] {
  const incomplete = new Set(fields.filter(({ value }) => value === null).map(groupOf));
  return fields.filter((field) => incomplete.has(groupOf(field))).map((field) => ({ ...field, value: null }));
}
