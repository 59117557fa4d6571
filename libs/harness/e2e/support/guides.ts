import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A block of commands in a guide, and the output that the guide shows below it. */
export interface GuideStep {
  readonly commands: string;
  /** `json`: a part of the object; `text`: the whole output. Both may have `…` for any text. */
  readonly shown?: { readonly kind: 'json' | 'text'; readonly text: string };
}

export interface Guide {
  readonly steps: readonly GuideStep[];
  /** Queries for the role with which people read the database. */
  readonly queries: readonly string[];
}

/** Blocks of programs, which another test runs. */
const programs = new Set(['python', 'php', 'java', 'go']);

const fence = /^```(\w+)\n([\s\S]*?)^```$/gm;

/** The blocks of a guide in its order. @throws Error for an output without commands, and for an unknown kind of block */
export function readGuide(markdown: string): Guide {
  const steps: GuideStep[] = [];
  const queries: string[] = [];
  for (const [, kind = '', text = ''] of markdown.matchAll(fence)) {
    const last = steps.at(-1);
    if (kind === 'sh') steps.push({ commands: text });
    else if (kind === 'sql') queries.push(text);
    else if (kind === 'console' || programs.has(kind)) continue;
    else if ((kind === 'json' || kind === 'text') && last && !last.shown)
      steps[steps.length - 1] = { ...last, shown: { kind, text } };
    else throw new Error(`the guide has a block of the kind ${kind} without commands`);
  }
  return { steps, queries };
}

/** Commands of an operator (`console` blocks), which no shared system may run: a test only checks that they exist. */
export const operatorCommandsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(fence)].flatMap(([, kind, text = '']) => (kind === 'console' ? text.trim().split('\n') : []));

/** A section of a page, from its heading of the second level up to the next one. @throws Error without the section */
export function sectionOf(markdown: string, heading: string): string {
  const section = markdown.split(/^(?=## )/m).find((text) => text.startsWith(`## ${heading}\n`));
  if (section === undefined) throw new Error(`the page has no section ${heading}`);
  return section;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const matches = (shown: string, actual: string): boolean =>
  new RegExp(`^${shown.split('…').map(escaped).join('[\\s\\S]*')}$`).test(actual);

/** What the guide shows and the output does not have, each with its path. */
export function differences(shown: unknown, actual: unknown, at = 'output'): readonly string[] {
  if (typeof shown === 'object' && shown !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${at} is ${JSON.stringify(actual)}`];
    const found = new Map(Object.entries(actual));
    return Object.entries(shown).flatMap(([key, value]) => differences(value, found.get(key), `${at}.${key}`));
  }
  const isShown = typeof shown === 'string' && typeof actual === 'string' ? matches(shown, actual) : shown === actual;
  return isShown ? [] : [`${at} is ${JSON.stringify(actual)}, and the guide shows ${JSON.stringify(shown)}`];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What the guide shows and the output of its step does not have. */
export function stepDifferences({ shown }: GuideStep, output: string): readonly string[] {
  if (!shown) return [];
  if (shown.kind === 'json') return differences(JSON.parse(shown.text), parsed(output));
  return differences(shown.text.trim(), output.trim());
}

interface GuidePlace {
  /** The folder in which the reader is; by default an empty one. */
  readonly cwd?: string;
  readonly withinMs?: number;
}

/** Runs the steps in one shell, as a reader does; returns the output of each. @throws Error if a command fails */
export async function runGuide(
  { steps }: Guide,
  variables: Readonly<NodeJS.ProcessEnv>,
  { cwd, withinMs = 60_000 }: GuidePlace = {},
): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'guide-'));
  try {
    const script = ['set -euo pipefail', ...steps.map(({ commands }, at) => `{\n${commands}} > "$OUTPUTS/${at}"`)];
    await shell(script.join('\n'), { ...variables, OUTPUTS: folder }, { cwd: cwd ?? folder, withinMs });
    return steps.map((_, at) => readFileSync(path.join(folder, String(at)), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shell(
  script: string,
  variables: Readonly<NodeJS.ProcessEnv>,
  { cwd, withinMs }: Required<GuidePlace>,
): Promise<void> {
  const child = spawn('bash', ['-c', script], {
    cwd,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: withinMs,
  });
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the shell ended with ${code}: ${errors}`))));
  });
}
