export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** A table with cells of equal width, as the formatter of files that people write makes it. */
export function alignedTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((cells) => cells[at]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...rows]
    .map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    .join('\n');
}

export const code = (text: string): string => `\`${text}\``;

/**
 * The page with `content` between its two comments `<!-- generated: name -->` and `<!-- end -->`.
 * @throws Error if the page has no such place
 */
export function withGenerated(page: string, name: string, content: string): string {
  const begin = `<!-- generated: ${name} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf('<!-- end -->', from);
  if (from < 0 || to < 0) throw new Error(`no place for "${name}" in a page that begins with ${page.slice(0, 40)}`);
  return `${page.slice(0, from)}${begin}\n\n${content}\n\n${page.slice(to)}`;
}
