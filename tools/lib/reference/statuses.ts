import { statesOf } from '@payorch/kernel';
import type { DocumentedMachine } from '../machines-page';
import { code, table } from '../markdown';

/** A status of a payment in the reference: its meaning, and its column and row in the diagram. */
interface Shown {
  readonly meaning: string;
  readonly column: number;
  readonly row: number;
}

const statuses: Readonly<Record<string, Shown>> = {
  requires_payment_method: { meaning: 'created; no payment method yet', column: 0, row: 0 },
  requires_confirmation: { meaning: 'has a payment method; waits for the confirmation', column: 0, row: 2 },
  processing: { meaning: 'at the processor; the outcome is open', column: 1, row: 1 },
  requires_customer_action: { meaning: 'the customer must act, as `next_action` says', column: 1, row: 3 },
  requires_capture: { meaning: 'authorized; waits for the capture', column: 2, row: 0 },
  partially_authorized_and_requires_capture: {
    meaning: 'authorized for less than the amount; waits for the capture',
    column: 2,
    row: 6,
  },
  partially_captured_and_capturable: { meaning: 'captured in part; more can be captured', column: 2, row: 2 },
  cancelled: { meaning: 'ended without a charge', column: 2, row: 4 },
  failed: { meaning: 'declined, blocked or given up; see `error_code`', column: 2, row: 5 },
  expired: { meaning: 'the customer never acted', column: 0, row: 4 },
  succeeded: { meaning: 'charged', column: 3, row: 0 },
  partially_captured: { meaning: 'charged in part; the rest is released', column: 3, row: 2 },
  conflicted: { meaning: 'the processor charged another amount; the operator decides', column: 1, row: 5 },
  cancelled_post_capture: { meaning: 'charged, then voided before the settlement', column: 4, row: 0 },
  review: { meaning: 'the processor denies the charge it reported; the operator decides', column: 4, row: 2 },
};

type Edge = readonly [from: string, to: string];

/** Which status follows which, from the machine of the attempt. */
export function statusEdges({ machine, columns = {} }: DocumentedMachine): Edge[] {
  const statusOf = (state: string): string => String(columns['payment status']?.(state) ?? state);
  const edges = statesOf(machine).flatMap((state) =>
    Object.values(machine[state] ?? {}).map((next): Edge => [statusOf(state), statusOf(next)]),
  );
  const changes = edges.filter(([from, to]) => from !== to);
  return [...new Map(changes.map((edge) => [edge.join(' '), edge])).values()];
}

function shown(status: string): Shown {
  const found = statuses[status];
  if (!found) throw new Error(`the payment status ${status} has no words: add it to tools/lib/reference/statuses.ts`);
  return found;
}

const statusesIn = (edges: readonly Edge[]): string[] => {
  const used = new Set(edges.flat());
  used.forEach(shown);
  return Object.keys(statuses).filter((status) => used.has(status));
};

/** The statuses with their meaning and what can follow, as a table. */
export function statusTable(edges: readonly Edge[]): string {
  const rows = statusesIn(edges).map((status) => {
    const next = edges.filter(([from]) => from === status).map(([, to]) => code(to));
    return [code(status), shown(status).meaning, next.join(', ') || 'final'];
  });
  return table(['status', 'meaning', 'then'], rows);
}

const box = { width: 200, height: 36, columnStep: 262, rowStep: 62, margin: 10 };
const leftOf = (status: string): number => box.margin + shown(status).column * box.columnStep;
const topOf = (status: string): number => box.margin + shown(status).row * box.rowStep;

/** Where the line from the middle of one box to the middle of another crosses the border of the first. */
function borderPoint(from: string, to: string): readonly [number, number] {
  const [x, y] = [leftOf(from) + box.width / 2, topOf(from) + box.height / 2];
  const [dx, dy] = [leftOf(to) + box.width / 2 - x, topOf(to) + box.height / 2 - y];
  const share = Math.min(box.width / 2 / Math.abs(dx || 1e-9), box.height / 2 / Math.abs(dy || 1e-9));
  return [Math.round(x + dx * share), Math.round(y + dy * share)];
}

function line([from, to]: Edge): string {
  const [[x1, y1], [x2, y2]] = [borderPoint(from, to), borderPoint(to, from)];
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" marker-end="url(#end)"><title>${from} to ${to}</title></line>`;
}

function node(status: string): string {
  const [x, y] = [leftOf(status), topOf(status)];
  const middle = `x="${x + box.width / 2}" y="${y + box.height / 2 + 4}"`;
  return (
    `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6"/>` +
    `<text ${middle}${status.length > 32 ? ` textLength="${box.width - 10}" lengthAdjust="spacingAndGlyphs"` : ''}>${status}</text>`
  );
}

/** The statuses and what follows each as an SVG document. */
export function statusDiagram(edges: readonly Edge[]): string {
  const used = statusesIn(edges);
  const width = Math.max(...used.map(leftOf)) + box.width + box.margin;
  const height = Math.max(...used.map(topOf)) + box.height + box.margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="The statuses of a payment">`,
    '<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#667"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<g stroke="#667" stroke-width="1.2">${edges.map(line).join('')}</g>`,
    `<g fill="#eef4ff" stroke="#345" font-family="sans-serif" font-size="12" text-anchor="middle">${used.map(node).join('').replaceAll('<text ', '<text fill="#123" stroke="none" ')}</g>`,
    '</svg>',
  ].join('\n');
}
