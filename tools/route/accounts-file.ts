import type { Currency } from '@payorch/kernel';
import { isCurrency } from '@payorch/kernel';
import type { Decimal } from './exact';
import { decimalOf, whole } from './exact';
import type { Fields } from './json';
import { fieldsOf, parsedJson } from './json';

/** What a merchant expects of a connector account. */
export interface SimulatedAccount {
  readonly connector: string;
  readonly merchantConnectorId: string;
  /** Percent of payments that the account approves. */
  readonly approvalRate: Decimal;
  /** Percent of the amount of an approved payment. */
  readonly percentFee: Decimal;
  /** In minor units of each approved payment: one for every currency, or by currency. */
  readonly fixedFee: Decimal | ReadonlyMap<Currency, Decimal>;
}

/** Digits after the point of a percentage. */
const digits = 4;

type Found = (problem: string) => undefined;

const numberText = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;

function percent(fields: Fields, name: string, most: bigint, found: Found): Decimal | undefined {
  const read = decimalOf(numberText(fields[name]) ?? '', digits);
  const isWithin = read !== undefined && read.units <= most * 10n ** BigInt(read.scale);
  return isWithin ? read : found(`${name} must be a number from 0 to ${most}, with at most ${digits} decimals`);
}

function minorAmount(value: unknown, name: string, found: Found): Decimal | undefined {
  const isAmount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return isAmount ? whole(BigInt(value)) : found(`${name} must be an integer of minor units, 0 or more`);
}

function fixedFeeOf(fields: Fields, found: Found): SimulatedAccount['fixedFee'] | undefined {
  const byCurrency = fieldsOf(fields['fixed_fee']);
  if (!byCurrency) return minorAmount(fields['fixed_fee'], 'fixed_fee', found);
  const read = Object.entries(byCurrency).map(([currency, value]) => {
    const amount = minorAmount(value, `fixed_fee.${currency}`, found);
    if (!isCurrency(currency)) return found(`fixed_fee.${currency} is no currency`);
    return amount && ([currency, amount] as const);
  });
  return new Map(read.filter((one) => one !== undefined));
}

function textOf(fields: Fields, name: string, found: Found): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : found(`${name} must be a text`);
}

function readAccount(fields: Fields | undefined, found: Found): SimulatedAccount | undefined {
  if (!fields) return found('must be an object');
  const connector = textOf(fields, 'connector', found);
  const merchantConnectorId = textOf(fields, 'merchant_connector_id', found);
  const approvalRate = percent(fields, 'approval_rate', 100n, found);
  const percentFee = percent(fields, 'percent_fee', 100n, found);
  const fixedFee = fixedFeeOf(fields, found);
  const known = ['connector', 'merchant_connector_id', 'approval_rate', 'percent_fee', 'fixed_fee'];
  for (const name of Object.keys(fields)) if (!known.includes(name)) found(`${name} is no field of an account`);
  if (connector === undefined || merchantConnectorId === undefined) return undefined;
  if (approvalRate === undefined || percentFee === undefined || fixedFee === undefined) return undefined;
  return { connector, merchantConnectorId, approvalRate, percentFee, fixedFee };
}

/** The accounts of a file, in order of creation; otherwise every problem of it, each with its path. */
export function readAccountsFile(text: string): readonly SimulatedAccount[] | { readonly problems: readonly string[] } {
  const parsed = parsedJson(text);
  if ('problem' in parsed) return { problems: [parsed.problem] };
  const list = fieldsOf(parsed.json)?.['accounts'];
  if (!Array.isArray(list) || list.length === 0) return { problems: ['accounts must be an array of accounts'] };
  const problems: string[] = [];
  const ids = new Set<string>();
  const accounts = list.flatMap((one, at) => {
    const found = (problem: string): undefined => void problems.push(`accounts[${at}]${separated(problem)}`);
    const account = readAccount(fieldsOf(one), found);
    if (!account) return [];
    if (ids.has(account.merchantConnectorId)) found('merchant_connector_id names an account twice');
    ids.add(account.merchantConnectorId);
    return [account];
  });
  return problems.length > 0 ? { problems } : accounts;
}

const separated = (problem: string): string => (problem.startsWith('must') ? ` ${problem}` : `.${problem}`);
