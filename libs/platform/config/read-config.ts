import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error';
import { parseFailPoints } from './fail-points';
import { isSecretValue, type ConfigOf, type Setting, type Settings } from './setting';

export { ConfigError };

/** Reads the text of a secret's file. */
export type ReadFile = (path: string) => string;

export type Environment = Readonly<Record<string, string | undefined>>;

interface Source {
  readonly env: Environment;
  readonly readFile: ReadFile;
}

type Outcome = { readonly value: unknown } | { readonly problem: string };

/**
 * A variable's text, from the variable itself or from the file named by `<VARIABLE>_FILE` (the form in which
 * orchestrators provide secrets).
 */
function textOf(variable: string, { env, readFile }: Source): string | undefined {
  const file = env[`${variable}_FILE`];
  const text = env[variable] ?? (file === undefined ? undefined : readFile(file).trimEnd());
  return text === '' ? undefined : text;
}

function readSetting(setting: Setting<unknown>, source: Source, production: boolean): Outcome {
  const { variable, schema, example, refusedInProduction } = setting;
  const problem = (what: string): Outcome => ({ problem: `${variable} ${what} (example: ${variable}=${example})` });
  let given: string | undefined;
  try {
    given = textOf(variable, source);
  } catch {
    return problem(`cannot be read from the file that ${variable}_FILE names`);
  }
  const { variable: other = '', values = [] } = setting.requiredWith ?? {};
  const otherText = source.env[other] ?? '';
  if (given === undefined && values.includes(otherText)) return problem(`is not set, and ${other} is ${otherText}`);
  const inDevelopment = production ? undefined : setting.developmentFallback;
  const text = given ?? inDevelopment ?? setting.fallback;
  if (text === undefined) {
    const why =
      setting.developmentFallback === undefined ? 'is not set' : 'is not set, and production takes no default';
    return problem(why);
  }
  const parsed = schema.safeParse(text);
  if (!parsed.success) return problem(parsed.error.issues.map(({ message }) => message).join('; '));
  const refusal = production ? refusedInProduction?.(text) : undefined;
  return refusal === undefined ? { value: parsed.data } : problem(refusal);
}

function failPointProblems(env: Environment, production: boolean): string[] {
  const text = env['FAIL_POINTS'] ?? '';
  const set = ['FAIL_POINTS', 'FAIL_POINTS_BY_MESSAGE'].filter((name) => (env[name] ?? '') !== '');
  if (production) return set.map((name) => `${name} is set: production has no fail points`);
  return parseFailPoints(text).problems.map((problem) => `FAIL_POINTS ${problem}`);
}

/**
 * Reads the environment once. Throws one `ConfigError` with all problems; in production, defaults, samples, short keys
 * and fail points are problems too.
 */
export function readConfig<const S extends Settings>(
  settings: S,
  env: Environment,
  readFile: ReadFile = (path) => readFileSync(path, 'utf8'),
): ConfigOf<S> {
  const production = env['MODE'] === 'production';
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const outcome = readSetting(setting, { env, readFile }, production);
    if ('problem' in outcome) problems.push(outcome.problem);
    else config[name] = outcome.value;
  }
  problems.push(...failPointProblems(env, production));
  if (problems.length > 0) throw new ConfigError(problems);
  return config as ConfigOf<S>;
}

const masked = (value: unknown): unknown => {
  if (isSecretValue(value)) return '***';
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner)]));
  return value;
};

/** The configuration as it may be logged at boot: every secret is `***`. */
export const describeConfig = (config: object): Record<string, unknown> => masked(config) as Record<string, unknown>;
