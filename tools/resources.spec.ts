import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const app = 'apps/payments/src';
const has = (...parts: readonly string[]): boolean => existsSync(path.join(root, ...parts));

/** The resources of the payments service that have a machine and a row of their own, with one of them each: relays, relay. */
const resources = readdirSync(path.join(root, app)).flatMap((folder) => {
  const one = folder.replace(/s$/, '');
  const isResource = has(app, folder, `persistence/${one}.rows.ts`) && has(app, folder, `domain/${one}.machine.ts`);
  return isResource ? [[folder, one] as const] : [];
});

/** Whether a file, or a file of a folder, names the resource. */
function names(place: string, text: string): boolean {
  if (!has(place)) return false;
  const files = place.endsWith('.ts')
    ? ['']
    : readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.some((file) => readFileSync(path.join(root, place, file), 'utf8').includes(text));
}

/** What a person has still to write of a resource, a line for each thing; nothing for a complete one. */
function leftToWrite(folder: string, one: string): readonly string[] {
  const own = `${app}/${folder}`;
  const lines: readonly (readonly [boolean, string])[] = [
    [names('libs/contracts/src', `'${one}.`), `libs/contracts/src/${folder}: its messages, with their golden files`],
    [has(own, 'domain/decide'), `${own}/domain/decide: its decisions, a file each`],
    [has(own, `persistence/${one}.store.ts`), `${own}/persistence/${one}.store.ts: its store, a ResourceStore`],
    [has(own, `messages/${folder}.handlers.ts`), `${own}/messages/${folder}.handlers.ts: message → decision`],
    [has(own, 'queries'), `${own}/queries: what the interface shows of it`],
    [
      names(`${app}/aggregates/aggregates.ts`, `'${folder.replaceAll('-', '_')}'`),
      `${app}/aggregates: its place among the locks and the writes`,
    ],
    [
      names(`${app}/machines.ts`, `${folder}/domain/${one}.machine`),
      `${app}/machines.ts: its machine, for docs/machines.md`,
    ],
    [has(`apps/gateway/src/${folder}/index.ts`), `apps/gateway/src/${folder}: its calls of the interface`],
    [names('libs/harness/e2e', `/${one}`), 'libs/harness/e2e: a journey'],
  ];
  return lines.flatMap(([isWritten, line]) => (isWritten ? [] : [line]));
}

it('there are resources', () => expect(resources.map(([folder]) => folder)).toContain('relays'));

it.each(resources)('nothing of the resource %s is left to write', (folder, one) => {
  expect(leftToWrite(folder, one)).toEqual([]);
});
