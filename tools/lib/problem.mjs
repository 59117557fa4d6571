/** Something a person can mend: what is wrong in one line, and what to do about it in another. */
export class Problem extends Error {
  constructor(message, fix) {
    super(message);
    this.name = 'Problem';
    this.fix = fix;
  }
}

/** Prints a problem as two lines; anything else is a bug of the tool, and keeps its stack. */
export function reportProblem(error) {
  if (error instanceof Problem) {
    process.stderr.write(`\nerror: ${error.message}\n${error.fix ? `  fix: ${error.fix}\n` : ''}`);
    return;
  }
  process.stderr.write(`\n${error instanceof Error ? error.stack : String(error)}\n`);
}
