import * as declared from './declared';
import type { Declaration, OperationOwner, ValuesOf } from './declare';

type Declared = Extract<(typeof declared)[keyof typeof declared], { readonly lookup: unknown }>;

/** Every operation, by its name. */
export const operations = Object.fromEntries(
  Object.values(declared).flatMap((one) => ('lookup' in one ? [[one.name, one]] : [])),
) as unknown as { readonly [D in Declared as D['name']]: D };

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** The names of the operations of an owner. */
export type OperationsOf<Owner extends OperationOwner> = {
  [Name in OperationName]: Operations[Name]['owner'] extends Owner ? Name : never;
}[OperationName];

export const operationNames = Object.keys(operations) as readonly OperationName[];

export const operationsOf = <Owner extends OperationOwner>(owner: Owner): readonly OperationsOf<Owner>[] =>
  operationNames.filter((name): name is OperationsOf<Owner> => operations[name].owner === owner);

/** The facts of an operation: open ones, those that messages carry sealed, and those that no connector gets. */
export type FactsOf<Name extends OperationName> = ValuesOf<Operations[Name]['facts']>;
export type SealedFactsOf<Name extends OperationName> = ValuesOf<Operations[Name]['sealed']>;
export type InternalFactsOf<Name extends OperationName> = ValuesOf<Operations[Name]['internal']>;

/** What a command of the operation carries in the open. */
export type OpenFactsOf<Name extends OperationName> = FactsOf<Name> & InternalFactsOf<Name>;
export const openFactsOf = <Name extends OperationName>(name: Name) =>
  ({ ...operations[name].facts, ...operations[name].internal }) as Operations[Name]['facts'] &
    Operations[Name]['internal'];

export const declarationOf = (name: OperationName): Declaration => operations[name] as Declaration;

/** Whether the operation has an amount of its own; the others apply to a whole authorization or charge, or to a card. */
export const hasAmount = (name: OperationName): boolean => 'money' in operations[name].facts;

export const hasSealedFacts = (name: OperationName): boolean => Object.keys(operations[name].sealed).length > 0;
