import { catalogue, type Capability, type ConnectorDefinition } from '@payorch/connectors/catalogue';
import { alignedTable, code } from './markdown';

type Definitions = Readonly<Record<string, ConnectorDefinition>>;

/** A real processor, or all test processors, which share a column. */
interface Column {
  readonly title: string;
  readonly definitions: Definitions;
}

function columnsOf(definitions: Definitions): Column[] {
  const processors = Object.entries(definitions).filter(([, one]) => one.connectorTypes.includes('payment_processor'));
  const real = processors
    .filter(([, { test }]) => !test)
    .map(([name, one]) => ({ title: code(name), definitions: { [name]: one } }));
  const tests = Object.fromEntries(processors.filter(([, { test }]) => test));
  return [...real, { title: `the ${Object.keys(tests).length} test processors`, definitions: tests }];
}

const some =
  (test: (capability: Capability) => unknown) =>
  ({ capabilities }: ConnectorDefinition): boolean =>
    capabilities.some(test);

const captures = (name: Capability['captureMethods'][number]) => some((one) => one.captureMethods.includes(name));

/** What a merchant asks for, and whether a definition has it. */
const questions: readonly (readonly [what: string, has: (definition: ConnectorDefinition) => boolean])[] = [
  ['3-D Secure at the processor', some((one) => one.threeDs !== 'not_supported')],
  ['authentication by another 3DS server', some((one) => one.externalAuthentication)],
  ['capture by hand', captures('manual')],
  ['several captures', captures('manual_multiple')],
  ['authorization of a part', some((one) => one.partialAuthorizations)],
  ['refunds', some((one) => one.refunds)],
  ['refunds to a card without a charge', ({ unreferencedRefunds }) => unreferencedRefunds === true],
  ['saved payment methods and mandates', some((one) => one.mandates)],
  ['charges by the card network’s id', some((one) => one.networkTransactionIds)],
  ['network tokens', some((one) => one.networkTokens)],
  ['decrypted wallet tokens', some((one) => one.decryptedTokens)],
  ['orders before the confirmation', some((one) => one.orders)],
  ['installments', some((one) => one.installments)],
  ['split payments', some((one) => one.splits)],
  ['verified webhooks', ({ guarantees }) => guarantees.webhookVerification === 'mandatory'],
];

function typesOf({ definitions }: Column, paymentMethod: string): string {
  const types = Object.values(definitions)
    .flatMap(({ capabilities }) => capabilities)
    .filter((one) => one.paymentMethod === paymentMethod)
    .flatMap((one) => one.paymentMethodTypes);
  const count = new Set(types).size;
  return count === 0 ? '–' : count === 1 ? '1 type' : `${count} types`;
}

function answerOf({ definitions }: Column, has: (definition: ConnectorDefinition) => boolean): string {
  const names = Object.keys(definitions);
  const having = Object.entries(definitions).flatMap(([name, one]) => (has(one) ? [name] : []));
  if (having.length === 0) return '–';
  return having.length === names.length ? 'yes' : having.map(code).join(', ');
}

/** What works with which processor, from the definitions of the connectors; `–` is what does not. */
export function connectorsTable(definitions: Definitions = catalogue): string {
  const columns = columnsOf(definitions);
  const capabilities = Object.values(definitions).flatMap((one) => one.capabilities);
  const methods = [...new Set(capabilities.map((one) => one.paymentMethod))];
  const rows = [
    ...methods.map((method) => [code(method), ...columns.map((column) => typesOf(column, method))]),
    ...questions.map(([what, has]) => [what, ...columns.map((column) => answerOf(column, has))]),
  ];
  return alignedTable(['', ...columns.map(({ title }) => title)], rows);
}
