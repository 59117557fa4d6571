/** An error that a user can fix: the message states the cause, `fix` the remedy. */
export class Problem extends Error {
  constructor(message, fix) {
    super(message);
    this.name = 'Problem';
    this.fix = fix;
  }
}

/** Prints a Problem as two lines; any other error is a bug of the tool and is printed with its stack. */
export function reportProblem(error) {
  if (error instanceof Problem) {
    process.stderr.write(`\nerror: ${error.message}\n${error.fix ? `  fix: ${error.fix}\n` : ''}`);
    return;
  }
  process.stderr.write(`\n${error instanceof Error ? error.stack : String(error)}\n`);
}
