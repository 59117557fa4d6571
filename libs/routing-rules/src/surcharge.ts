import type { Json } from '@payorch/contracts';
import { readProgram } from './program/read-program';
import type { Report } from './program/report';
import { memberOf, readCount, readMembers, reading } from './program/report';
import type { Problem, RuleProgram } from './program/rule-program';

/** What a customer pays on top. Amounts in minor units; percentages from 0 to 100 with at most two decimals. */
export interface SurchargeOutput {
  readonly surcharge:
    | { readonly type: 'fixed'; readonly amount: number }
    | { readonly type: 'rate'; readonly percentage: number };
  /** The tax on the surcharge, as a percentage of it; null: none. */
  readonly taxOnSurcharge: number | null;
}

const isPercentage = (sent: Json): sent is number =>
  typeof sent === 'number' && sent >= 0 && sent <= 100 && Number(sent.toFixed(2)) === sent;

/** `{"percentage": 2.75}` */
function readPercentage(sent: Json, path: string, report: Report): number | undefined {
  const members = readMembers(sent, path, { required: ['percentage'] }, report);
  if (!members) return undefined;
  const { percentage } = members;
  const at = memberOf(path, 'percentage');
  return isPercentage(percentage) ? percentage : report(at, 'must be a number from 0 to 100 with at most two decimals');
}

/** The limit of every amount of a payment. */
const maxAmount = 999_999_999;

function readAmount(sent: Json, path: string, report: Report): number | undefined {
  const amount = readCount(sent, path, report);
  return amount === undefined || amount <= maxAmount ? amount : report(path, `must be at most ${maxAmount}`);
}

/** `{"type": "fixed", "value": {"amount": 100}}` or `{"type": "rate", "value": {"percentage": 2.75}}` */
function readSurchargeValue(sent: Json, path: string, report: Report): SurchargeOutput['surcharge'] | undefined {
  const members = readMembers(sent, path, { required: ['type', 'value'] }, report);
  if (!members) return undefined;
  const at = memberOf(path, 'value');
  switch (members.type) {
    case 'fixed': {
      const value = readMembers(members.value, at, { required: ['amount'] }, report);
      const amount = value && readAmount(value.amount, memberOf(at, 'amount'), report);
      return amount === undefined ? undefined : { type: 'fixed', amount };
    }
    case 'rate': {
      const percentage = readPercentage(members.value, at, report);
      return percentage === undefined ? undefined : { type: 'rate', percentage };
    }
    default:
      return report(memberOf(path, 'type'), 'must be one of fixed, rate');
  }
}

function readDetails(sent: Json, path: string, report: Report): SurchargeOutput | undefined {
  const members = readMembers(sent, path, { required: ['surcharge'], optional: ['tax_on_surcharge'] }, report);
  if (!members) return undefined;
  const surcharge = readSurchargeValue(members.surcharge, memberOf(path, 'surcharge'), report);
  const { tax_on_surcharge: sentTax } = members;
  const tax = sentTax === undefined ? null : readPercentage(sentTax, memberOf(path, 'tax_on_surcharge'), report);
  return surcharge && tax !== undefined ? { surcharge, taxOnSurcharge: tax } : undefined;
}

/** `{"surcharge_details": {…}}`; null or nothing: no surcharge. */
function readOutput(sent: Json, path: string): SurchargeOutput | null | readonly Problem[] {
  const read = reading((report) => {
    const members = readMembers(sent, path, { required: [], optional: ['surcharge_details'] }, report);
    if (!members) return undefined;
    const { surcharge_details: details } = members;
    if (details === undefined) return { output: null };
    const output = readDetails(details, memberOf(path, 'surcharge_details'), report);
    return output && { output };
  });
  return 'output' in read ? read.output : read;
}

/** Reads the program of the surcharge rules. Output null: no surcharge. */
export const readSurcharge = (sent: Json): RuleProgram<SurchargeOutput | null> | readonly Problem[] =>
  readProgram(sent, { feature: 'surcharge_decision', readOutput });
