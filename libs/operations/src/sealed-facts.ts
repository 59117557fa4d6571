import type { MerchantId, OperationId } from '@payorch/kernel';
import { z } from 'zod';
import { type OperationName, operationNames, operations, type SealedFactsOf } from './operations';

/** What a message carries in place of the sealed facts. */
export const sealedDetails = {
  /** The sealed facts as JSON, sealed with the data key of the merchant and bound to the operation. */
  sealedDetails: z.string(),
};

/** The facts of an operation as a message carries them: the personal ones apart, to be sealed. */
export function splitFacts<Name extends OperationName, Values extends SealedFactsOf<Name>>(name: Name, values: Values) {
  const isSealed = ([fact]: [string, unknown]): boolean => fact in operations[name].sealed;
  const entries = Object.entries(values);
  return {
    open: Object.fromEntries(entries.filter((one) => !isSealed(one))) as Omit<Values, keyof SealedFactsOf<Name>>,
    sealed: Object.fromEntries(entries.filter(isSealed)) as SealedFactsOf<Name>,
  };
}

/** Where the sealed facts of an operation belong: they open for no other one. */
export const detailsPlace = (
  name: OperationName,
  { merchantId, operationId }: { readonly merchantId: MerchantId; readonly operationId: OperationId },
) => ({ merchantId, objectId: operationId, column: `${operations[name].sealedAs}.details` });

/** Made once: a schema is compiled at its first use. */
const schemas = new Map<OperationName, z.ZodType>(
  operationNames.map((name) => [name, z.object(operations[name].sealed)]),
);
const schemaOf = <Name extends OperationName>(name: Name): z.ZodType<SealedFactsOf<Name>> =>
  schemas.get(name) as z.ZodType<SealedFactsOf<Name>>;

/** Sealed facts as the text that is sealed. */
export const detailsText = <Name extends OperationName>(name: Name, facts: SealedFactsOf<Name>): string =>
  JSON.stringify(z.encode(schemaOf(name), facts));

/** @throws ZodError: the text is none of this version. */
export const detailsOfText = <Name extends OperationName>(name: Name, text: string): SealedFactsOf<Name> =>
  z.decode(schemaOf(name), JSON.parse(text) as never);
