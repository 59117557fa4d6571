import { appendFileSync } from 'node:fs';

/** Hands one row of figures to `npm run faults`, which prints and keeps them; elsewhere nobody asks for them. */
export function noteFigures(row: Readonly<Record<string, string | number>>): void {
  const file = process.env['FAULT_FIGURES'];
  if (!file) return;
  appendFileSync(file, `${JSON.stringify(row)}\n`);
  process.stderr.write(`  ${JSON.stringify(row)}\n`);
}
