import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { allMessages } from './catalogue';
import { nameOf } from './define-message';
import { topics } from './topics';

const golden = join(__dirname, '../golden');

describe('the message catalogue', () => {
  it('the catalogue has one definition for each type and version', () => {
    const names = allMessages.map(nameOf);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(allMessages.map((message) => [nameOf(message), message] as const))(
    '%s travels on a declared topic',
    (_name, { topic }) => {
      expect(Object.values(topics).map(({ name }) => name)).toContain(topic);
    },
  );

  /** A consumer must read what an earlier build published: never edit a golden file, only add files. */
  it.each(allMessages.map((message) => [nameOf(message), message] as const))(
    '%s reads its golden file',
    (name, message) => {
      const file = join(golden, `${name}.json`);
      expect(existsSync(file)).toBe(true);
      const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const data = z.decode(message.schema, json as never);
      expect(z.encode(message.schema, data)).toEqual(json);
      expect(message.keyOf(data)).not.toBe('');
    },
  );

  it('every golden file belongs to a message', () => {
    const files = readdirSync(golden).map((file) => file.replace(/\.json$/, ''));
    expect(files.filter((name) => !allMessages.some((message) => nameOf(message) === name))).toEqual([]);
  });
});
