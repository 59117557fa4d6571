import type { Setting, Settings } from '@payorch/platform/config';
import { code, table } from './markdown';

/** The environment variables of one service. */
export interface ServiceSettings {
  readonly service: string;
  readonly settings: Settings;
}

const oneLine = (comment: string): string =>
  comment
    .replace(/^\s*\*? ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('|', '\\|');

const named = /\/\*\*[\s*]*([A-Z][A-Z0-9_]+): ((?:(?!\*\/)[\s\S])*)\*\//g;
const besideVariable = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/([^;,/]{0,160}?)'([A-Z][A-Z0-9_]{2,})'/g;

/** The comments of declarations, by variable: `NAME: text`, or the comment of the property that declares the name. */
export function commentsIn(source: string): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  for (const [, variable = '', text = ''] of source.matchAll(named)) comments.set(variable, oneLine(text));
  for (const [, text = '', , variable = ''] of source.matchAll(besideVariable))
    if (!comments.has(variable)) comments.set(variable, oneLine(text));
  return comments;
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** `30s` for 30000 milliseconds; the largest unit that divides it. */
export function durationText(ms: number): string {
  const unit = units.find(([, size]) => ms >= size && ms % size === 0);
  return unit ? `${ms / unit[1]}${unit[0]}` : `${ms}ms`;
}

/** A duration's example is its default with the unit. */
const shown = ({ example }: Setting<unknown>, text: string): string => {
  if (text === '') return 'empty';
  return example === `${text}ms` ? code(durationText(Number(text))) : code(text.replaceAll('|', '\\|'));
};

function defaultOf(setting: Setting<unknown>): string {
  const { fallback, developmentFallback, requiredWith, refusedInProduction } = setting;
  if (requiredWith) return `required with ${code(requiredWith.variable)}`;
  const isRefused = fallback !== undefined && refusedInProduction?.(fallback) !== undefined;
  if (developmentFallback !== undefined) {
    const inProduction =
      fallback === undefined ? 'production requires a value' : `in production ${shown(setting, fallback)}`;
    return `${shown(setting, developmentFallback)}; ${inProduction}`;
  }
  if (fallback === undefined) return 'required';
  return isRefused ? `${shown(setting, fallback)}, which production refuses` : shown(setting, fallback);
}

interface Row {
  readonly variable: string;
  readonly setting: Setting<unknown>;
  readonly defaults: Map<string, string[]>;
}

function rowsOf(services: readonly ServiceSettings[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { service, settings } of services)
    for (const setting of Object.values(settings)) {
      const { variable } = setting;
      const row = rows.get(variable) ?? { variable, setting, defaults: new Map<string, string[]>() };
      rows.set(variable, row);
      const text = defaultOf(setting);
      row.defaults.set(text, [...(row.defaults.get(text) ?? []), service]);
    }
  return [...rows.values()].sort((one, other) => one.variable.localeCompare(other.variable));
}

const defaultsText = ({ defaults }: Row): string =>
  defaults.size === 1
    ? [...defaults.keys()].join('')
    : [...defaults].map(([text, services]) => `${services.join(', ')}: ${text}`).join('; ');

function servicesText({ defaults }: Row, count: number): string {
  const services = [...new Set([...defaults.values()].flat())];
  return services.length === count ? 'all' : services.join(', ');
}

const isBaseUrl = ({ variable }: Row): boolean => /^CONNECTORS_.*_BASE_URL$/.test(variable);

/** docs/configuration.md: every environment variable of every service, from the declarations that the services read. */
export function configPage(services: readonly ServiceSettings[], sources: readonly string[]): string {
  const comments = new Map<string, string>();
  for (const source of sources)
    for (const [variable, text] of commentsIn(source)) if (!comments.has(variable)) comments.set(variable, text);
  const rows = rowsOf(services);
  return [
    '# Configuration',
    '',
    'Printed from the `src/config.ts` of each service by `npm run docs`; do not edit. A service reads its environment once, when it starts,',
    'and reports every wrong value. Instead of each variable, `<VARIABLE>_FILE` may name a file that contains the value.',
    'Durations are written as `250ms`, `30s`, `15m`, `24h` or `30d`.',
    '',
    table(
      ['variable', 'services', 'default', 'meaning'],
      rows
        .filter((row) => !isBaseUrl(row))
        .map((row) => [
          code(row.variable) + (row.setting.secret ? ' (secret)' : ''),
          servicesText(row, services.length),
          defaultsText(row),
          comments.get(row.variable) ?? `for example ${code(row.setting.example.replaceAll('|', '\\|'))}`,
        ]),
    ),
    '',
    '## The addresses of processors',
    '',
    table(
      ['variable', 'default'],
      rows.filter(isBaseUrl).map((row) => [code(row.variable), defaultsText(row)]),
    ),
    '',
  ].join('\n');
}
