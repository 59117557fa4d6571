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
  /** The caller cannot set the shipping address. */
  readonly fixedShipping?: boolean;
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
  { profile, fixedShipping }: RequiredFieldContext,
): FieldsByName {
  if (!profile || !collectingMethods.has(paymentMethod) || experience !== 'invoke_sdk_client') return {};
  return {
    ...(profile.alwaysCollectsBilling && collectedFromWallets.billing),
    ...(profile.alwaysCollectsShipping && !fixedShipping && collectedFromWallets.shipping),
  };
}

/** Whether the customer can give what the type requires: a shipping address that only the merchant sets has to be known. */
export function canGive(type: EligibleType, { isSaved, known, fixedShipping }: RequiredFieldContext): boolean {
  if (!fixedShipping) return true;
  const names = Object.keys(requiredFieldsAt(type, isSaved) ?? {});
  return names.every((name) => !name.startsWith('shipping.') || knownValue(name, known) !== null);
}

/** The union of what the eligible connectors require, with the known values; null where no connector describes the type. */
export function requiredFieldsView(types: readonly EligibleType[], context: RequiredFieldContext): JsonObject | null {
  const described = types.flatMap((type) => {
    const fields = requiredFieldsAt(type, context.isSaved);
    return fields ? [{ ...fields, ...collectedFields(type, context) }] : [];
  });
  if (described.length === 0) return null;
  const union: FieldsByName = Object.assign({}, ...described);
  const fields = Object.entries(union).map(([name, field]) => ({
    name,
    field,
    value: knownValue(name, context.known),
  }));
  const asked = context.fixedShipping ? fields.filter((field) => groupOf(field) !== 'shipping') : fields;
  const shown = context.hidesKnown ? withoutKnown(asked) : asked;
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
