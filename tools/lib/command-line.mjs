// The command lines of all tools: one form of help, of refusals and of exit codes. Runs before the packages are installed.
import { parseArgs } from 'node:util';
import { Problem, reportProblem } from './problem.mjs';

/** A command line that the command does not take: exit code 2. */
export class UsageProblem extends Problem {}

const help = { short: 'h', about: 'prints this text' };
const exitCodes = ['0 done; 1 failed; 2 wrong arguments'];

/** npm keeps the options of its own: those of the script follow `--`. */
const helpOf = ({ name }) => `${name}${name.startsWith('npm') && !name.includes(' -- ') ? ' --' : ''} --help`;

const flagOf = ([name, { short, takes }]) =>
  `${short ? `-${short}, ` : ''}--${name}${takes === undefined ? '' : ` ${takes}`}`;

function tableOf(title, rows) {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return ['', `${title}:`, ...rows.map(([name, about]) => `  ${name.padEnd(width)}${about}`)];
}

/** The text of `--help`. */
export function usageOf({ name, usage = [name], about, operands = {}, options = {}, exits = exitCodes }) {
  const all = { ...options, help };
  return [
    ...usage.map((form, index) => `${index === 0 ? 'usage: ' : '       '}${form}`),
    '',
    about.trim(),
    ...tableOf('arguments', Object.entries(operands)),
    ...tableOf(
      'options',
      Object.entries(all).map(([option, facts]) => [
        flagOf([option, facts]),
        `${facts.about}${facts.default === undefined ? '' : ` (${facts.default})`}`,
      ]),
    ),
    '',
    `exit codes: ${exits.join('\n            ')}`,
    '',
  ].join('\n');
}

/**
 * The values of the options and the operands of a command line. `command.options`: by name, with `takes` where an option has a
 * value, and `many` where it may stand several times; `command.operands`: what stands beside the options, at most as many as it has rows, or `most`.
 * @throws UsageProblem for an unknown option, a missing value, and an operand too many
 */
export function readCommandLine(command, args) {
  const { operands = {}, options = {} } = command;
  const rows = Object.keys(operands);
  const { most = rows.some((row) => row.includes('…')) ? Infinity : rows.length } = command;
  const fix = helpOf(command);
  const declared = Object.entries({ ...options, help }).map(([name, { takes, short, many, default: fallback }]) => [
    name,
    {
      type: takes === undefined ? 'boolean' : 'string',
      ...(short && { short }),
      ...(many && { multiple: true }),
      ...(fallback !== undefined && { default: fallback }),
    },
  ]);
  try {
    const { values, positionals } = parseArgs({
      args,
      options: Object.fromEntries(declared),
      allowPositionals: true,
    });
    if (positionals.length > most && !values.help)
      throw new UsageProblem(`${positionals[most]} is an argument too many`, fix);
    return { values, operands: positionals };
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
    throw new UsageProblem(error.message.split('. ')[0], fix);
  }
}

/**
 * Runs a command: prints its help, or does `work({ values, operands })` and sets the exit code. `work` returns false, or throws a
 * Problem, if it failed; it returns another code where the command documents it in `exits`.
 */
export async function runCommand(command, work, args = process.argv.slice(2)) {
  try {
    const line = readCommandLine(command, args);
    if (line.values.help) return void process.stdout.write(usageOf(command));
    const result = await work(line);
    if (result === false) process.exitCode = 1;
    else if (typeof result === 'number') process.exitCode = result;
  } catch (error) {
    if (error instanceof UsageProblem) error.fix ??= helpOf(command);
    reportProblem(error);
    process.exitCode = error instanceof UsageProblem ? 2 : 1;
  }
}
