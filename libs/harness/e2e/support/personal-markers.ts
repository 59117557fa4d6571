import { randomBytes, randomInt } from 'node:crypto';
import type { Answer, Json } from '@payorch/harness';
import { encodingsOf, type Marker, type Place } from './card-markers';

/** Personal data of one test run: every value contains one of the run's stems, which nothing else contains. */
export interface PersonalMarkers {
  /** A text of letters and digits with the stem of texts. */
  readonly text: (name: string) => string;
  readonly email: (name: string) => string;
  /** Twelve digits. */
  readonly digits: () => string;
  readonly ip: () => string;
  readonly stems: readonly Marker[];
}

export function personalMarkers(): PersonalMarkers {
  const word = `zq${randomBytes(6).toString('hex')}`;
  const number = `7${randomInt(10 ** 8, 10 ** 9)}`;
  const network = `${randomInt(101, 250)}.${randomInt(101, 250)}.${randomInt(101, 250)}.`;
  let [numbers, addresses] = [9, 0];
  return {
    text: (name) => `${word}${name}`,
    email: (name) => `${word}${name}@acme.example`,
    digits: () => `${number}${++numbers}`,
    ip: () => `${network}${(addresses++ % 250) + 1}`,
    stems: [
      { name: 'a text', text: word },
      { name: 'a text in capitals', text: word.toUpperCase() },
      { name: 'a number', text: number },
      { name: 'an address of the internet', text: network },
    ],
  };
}

/** The client secrets that the answers show, each by its random part. */
export function clientSecretsIn(answers: readonly Answer[]): Marker[] {
  const found = new Set<string>();
  const visit = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value as Record<string, unknown>)) {
      if (name === 'client_secret' && typeof inner === 'string') found.add(inner);
      else visit(inner);
    }
  };
  for (const { body } of answers) visit(body);
  return [...found].map((secret) => ({
    name: `the secret of ${secret.split('_secret_')[0]}`,
    text: secret.split('_secret_')[1]!,
  }));
}

const shownBytes = 40;

/** One line for each place and marker: place, marker, form, and the readable bytes around it. */
export function findPersonal(places: readonly Place[], markers: readonly Marker[]): string[] {
  const searched = markers.flatMap((marker) =>
    encodingsOf(marker.text).map(([form, bytes]) => ({ marker, form, bytes })),
  );
  return places.flatMap(({ name, content }) =>
    searched.flatMap(({ marker, form, bytes }) => {
      const at = content.indexOf(bytes);
      if (at < 0) return [];
      const around = content.subarray(Math.max(0, at - shownBytes), at + bytes.length + shownBytes);
      return [`${name}: ${marker.name}, ${form}: ${around.toString('latin1').replaceAll(/[^\x20-\x7e]+/g, ' ')}`];
    }),
  );
}
