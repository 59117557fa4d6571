import { appendFileSync } from 'node:fs';

/** Writes one row of figures for `npm run faults`, which prints and stores them; does nothing in other runs. */
export function noteFigures(row: Readonly<Record<string, string | number>>): void {
  const file = process.env['FAULT_FIGURES'];
  if (!file) return;
  appendFileSync(file, `${JSON.stringify(row)}\n`);
  process.stderr.write(`  ${JSON.stringify(row)}\n`);
}
