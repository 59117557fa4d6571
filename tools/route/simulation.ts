import type { Currency } from '@payorch/kernel';
import { exponents } from '@payorch/kernel';
import type { Algorithm, Choice, CompiledAlgorithm, Ordered } from '@payorch/routing-rules';
import { choicesIn, compileAlgorithm, pathFrom } from '@payorch/routing-rules';
import type { SimulatedAccount } from './accounts-file';
import type { Decimal } from './exact';
import { over, plus, shifted, times, whole, zero } from './exact';
import type { SimulatedPayment } from './payments';

/** What an account takes under one algorithm. */
export interface AccountShare {
  readonly account: string;
  readonly connector: string;
  readonly payments: number;
  /** Minor units. */
  readonly volume: ReadonlyMap<Currency, bigint>;
  /** Null without an accounts file. */
  readonly expected: Expected | null;
}

export interface Expected {
  /** How many payments are approved. */
  readonly approved: Decimal;
  /** Major units. */
  readonly cost: ReadonlyMap<Currency, Decimal>;
}

export interface AlgorithmResult {
  readonly payments: number;
  readonly accounts: readonly AccountShare[];
  readonly rules: readonly { readonly rule: string; readonly payments: number }[];
  readonly expected: Expected | null;
}

export interface Changes {
  readonly payments: number;
  /** The first payments that change, in their order. */
  readonly first: readonly {
    readonly paymentId: string;
    readonly from: string;
    readonly to: string;
    readonly rule: string;
  }[];
  /** By the rule of each algorithm and the accounts, most frequent first. */
  readonly groups: readonly ChangedGroup[];
}

export interface ChangedGroup {
  readonly fromRule: string;
  readonly toRule: string;
  readonly from: string;
  readonly to: string;
  readonly payments: number;
}

export interface SimulationResult {
  readonly payments: number;
  readonly algorithm: AlgorithmResult;
  readonly against: AlgorithmResult | null;
  readonly changes: Changes | null;
}

interface Tally {
  readonly connector: string;
  payments: number;
  readonly volume: Map<Currency, bigint>;
  readonly counts: Map<Currency, number>;
}

/** Accounts that an algorithm names and the file does not have, each with its path. */
export function unknownAccounts(algorithm: Algorithm, accounts: readonly SimulatedAccount[] | null): readonly string[] {
  if (accounts === null) return [];
  return choicesIn(algorithm)
    .filter(({ choice }) => accountOf(choice, accounts) === undefined)
    .map(
      ({ choice, path }) => `${pathFrom('data', path)} names ${labelOf(choice)}, which the accounts file does not have`,
    );
}

const labelOf = ({ connector, merchantConnectorId }: Choice): string => merchantConnectorId ?? connector;

/** A connector alone stands for the first of its accounts. */
const accountOf = ({ connector, merchantConnectorId }: Choice, accounts: readonly SimulatedAccount[]) =>
  accounts.find(
    (account) =>
      account.connector === connector &&
      (merchantConnectorId === null || account.merchantConnectorId === merchantConnectorId),
  );

/** Stands for the first account of the default order where no file names it. */
const defaultOrder = 'default order';

const unnamedRule = (algorithm: Algorithm): string =>
  algorithm.type === 'advanced' ? 'defaultSelection' : algorithm.type;

/** Decides payments by one algorithm, with the code of the service, and counts. Every account is taken to be eligible. */
class OneAlgorithm {
  private readonly compiled: CompiledAlgorithm;
  private readonly byDefault: Choice;
  private readonly tallies = new Map<string, Tally>();
  private readonly rules = new Map<string, number>();
  private readonly labels = new Map<string, string>();
  private payments = 0;

  constructor(
    private readonly algorithm: Algorithm,
    private readonly accounts: readonly SimulatedAccount[] | null,
  ) {
    this.compiled = compileAlgorithm(algorithm);
    // An empty `priority` of a rule leaves the choice to the default order.
    this.byDefault = accounts?.[0] ?? { connector: defaultOrder, merchantConnectorId: null };
  }

  take({ facts, attemptId, amount, currency }: SimulatedPayment): { readonly account: string; readonly rule: string } {
    const ordered = this.compiled.order(facts, attemptId);
    const choice = ordered.choices[0] ?? this.byDefault;
    const account = this.labelOf(choice);
    const tally = this.tallyOf(account, choice.connector);
    tally.payments += 1;
    tally.volume.set(currency, (tally.volume.get(currency) ?? 0n) + BigInt(amount));
    tally.counts.set(currency, (tally.counts.get(currency) ?? 0) + 1);
    const rule = this.ruleOf(ordered);
    this.rules.set(rule, (this.rules.get(rule) ?? 0) + 1);
    this.payments += 1;
    return { account, rule };
  }

  /** Currencies of payments for which an account has no fixed fee, each with the account's path. */
  lackingFees(): readonly string[] {
    return (this.accounts ?? []).flatMap(({ merchantConnectorId, fixedFee }, at) => {
      const currencies = [...(this.tallies.get(merchantConnectorId)?.counts.keys() ?? [])];
      return fixedFee instanceof Map
        ? currencies.filter((one) => !fixedFee.has(one)).map((one) => `accounts[${at}].fixed_fee has no ${one}`)
        : [];
    });
  }

  result(): AlgorithmResult {
    const accounts = [...this.tallies]
      .map(([account, tally]) => ({ account, ...shareOf(tally, this.accounts && this.byId(account)) }))
      .sort((one, other) => other.payments - one.payments || (one.account < other.account ? -1 : 1));
    const rules = [...this.rules]
      .map(([rule, payments]) => ({ rule, payments }))
      .sort((one, other) => other.payments - one.payments);
    const expected = this.accounts && accounts.reduce<Expected>((sum, one) => together(sum, one.expected), nothing);
    return { payments: this.payments, accounts, rules, expected };
  }

  private byId(id: string): SimulatedAccount | null {
    return this.accounts?.find(({ merchantConnectorId }) => merchantConnectorId === id) ?? null;
  }

  private labelOf(choice: Choice): string {
    const named = labelOf(choice);
    const known = this.labels.get(named);
    if (known !== undefined) return known;
    const label = this.accounts ? (accountOf(choice, this.accounts)?.merchantConnectorId ?? named) : named;
    this.labels.set(named, label);
    return label;
  }

  private tallyOf(account: string, connector: string): Tally {
    const known = this.tallies.get(account);
    if (known) return known;
    const tally = { connector, payments: 0, volume: new Map(), counts: new Map() };
    this.tallies.set(account, tally);
    return tally;
  }

  private ruleOf({ rule }: Ordered): string {
    return rule ? `rules[${rule.index}] ${rule.name}` : unnamedRule(this.algorithm);
  }
}

const nothing: Expected = { approved: zero, cost: new Map() };

function together(one: Expected, other: Expected | null): Expected {
  if (!other) return one;
  const cost = new Map(one.cost);
  for (const [currency, sum] of other.cost) cost.set(currency, plus(cost.get(currency) ?? zero, sum));
  return { approved: plus(one.approved, other.approved), cost };
}

const hundredth = (percent: Decimal): Decimal => shifted(percent, 2);

/**
 * An approved payment costs the account's percentage of its amount and its fixed fee. Sums need no single payment: the expected
 * cost is linear in amounts and counts.
 */
function shareOf({ connector, payments, volume, counts }: Tally, account: SimulatedAccount | null) {
  const share = { connector, payments, volume };
  if (!account) return { ...share, expected: null };
  const rate = hundredth(account.approvalRate);
  const { fixedFee } = account;
  const cost = new Map(
    [...volume].map(([currency, sum]) => {
      const fixed = fixedFee instanceof Map ? (fixedFee.get(currency) ?? zero) : (fixedFee as Decimal);
      const count = whole(BigInt(counts.get(currency) ?? 0));
      const fees = plus(times(whole(sum), hundredth(account.percentFee)), times(count, fixed));
      return [currency, shifted(times(fees, rate), exponents[currency])] as const;
    }),
  );
  return { ...share, expected: { approved: times(whole(BigInt(payments)), rate), cost } };
}

export interface SimulationOptions {
  readonly against: Algorithm | null;
  readonly accounts: readonly SimulatedAccount[] | null;
  /** How many changed payments are named. */
  readonly show: number;
}

/** Decides the same payments by an algorithm and, if there is one, by another, and collects what changes from that one. */
export class Simulation {
  private readonly algorithm: OneAlgorithm;
  private readonly against: OneAlgorithm | null;
  private payments = 0;
  private changed = 0;
  private readonly first: Changes['first'][number][] = [];
  private readonly groups = new Map<string, { group: Omit<ChangedGroup, 'payments'>; payments: number }>();

  constructor(
    algorithm: Algorithm,
    private readonly options: SimulationOptions,
  ) {
    const { against, accounts } = options;
    this.algorithm = new OneAlgorithm(algorithm, accounts);
    this.against = against && new OneAlgorithm(against, accounts);
  }

  take(payment: SimulatedPayment): void {
    this.payments += 1;
    const to = this.algorithm.take(payment);
    const from = this.against?.take(payment);
    if (!from || from.account === to.account) return;
    this.changed += 1;
    if (this.first.length < this.options.show)
      this.first.push({ paymentId: payment.id, from: from.account, to: to.account, rule: to.rule });
    const group = { fromRule: from.rule, toRule: to.rule, from: from.account, to: to.account };
    const key = JSON.stringify(Object.values(group));
    const known = this.groups.get(key);
    if (known) known.payments += 1;
    else this.groups.set(key, { group, payments: 1 });
  }

  /** What the accounts file lacks for the payments that were taken. */
  problems(): readonly string[] {
    return [...new Set([...this.algorithm.lackingFees(), ...(this.against?.lackingFees() ?? [])])];
  }

  result(): SimulationResult {
    const groups = [...this.groups.values()]
      .map(({ group, payments }) => ({ ...group, payments }))
      .sort((one, other) => other.payments - one.payments);
    const changes = this.against && { payments: this.changed, first: this.first, groups };
    return {
      payments: this.payments,
      algorithm: this.algorithm.result(),
      against: this.against?.result() ?? null,
      changes,
    };
  }
}

/** Percent of the payments that are approved, with four decimals. */
export const approvalRateOf = ({ approved }: Expected, payments: number): Decimal =>
  over(times(approved, whole(100n)), Math.max(payments, 1), 4);

export const shareOfPayments = (payments: number, all: number): Decimal =>
  over(whole(BigInt(payments) * 100n), Math.max(all, 1), 2);
