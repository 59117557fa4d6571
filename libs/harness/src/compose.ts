import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export const workspace = path.resolve(__dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(workspace, file), 'utf8');

export interface ComposeService {
  readonly image: string;
  /** Present where the image is ours. */
  readonly build?: { readonly dockerfile: string; readonly args: { readonly APP: string } };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number | null>>;
  /** `volume:/path`, `./file:/path`, either with `:ro`. */
  readonly volumes?: readonly string[];
  readonly network_mode?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}
export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, null>>;
}

/** docker-compose.yml where no variable of the caller is set. */
export function composeFile(): ComposeFile {
  const text = read('docker-compose.yml').replace(/\$\{\w+:-([^}]*)\}/g, '$1');
  return parse(text, { merge: true }) as ComposeFile;
}

export interface Mount {
  /** A named volume, or a path of the checkout that begins with a dot. */
  readonly source: string;
  readonly target: string;
  readonly isReadOnly: boolean;
}

export const mountsOf = ({ volumes = [] }: ComposeService): readonly Mount[] =>
  volumes.map((text) => {
    const [source = '', target = '', mode] = text.split(':');
    return { source, target, isReadOnly: mode === 'ro' };
  });

/** What deploy/Dockerfile makes of an app. */
export interface ImageLayout {
  readonly user: string;
  readonly workingFolder: string;
  /** Folders that the image makes. */
  readonly folders: readonly string[];
  /** Those folders and whatever is below belong to the user. */
  readonly owned: readonly string[];
  /** Paths of the build context that the build copies. */
  readonly contextSources: readonly string[];
  /** What the image takes from the build, below the build's folder and below the working folder. */
  readonly taken: readonly { readonly from: string; readonly to: string }[];
  readonly command: readonly string[];
  readonly healthCommand: readonly string[];
}

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);
const jsonAfter = (text: string, pattern: RegExp): string[] => JSON.parse(pattern.exec(text)?.[1] ?? '[]') as string[];

/** Reads deploy/Dockerfile for one app: it has a stage that builds and one that runs. */
export function imageLayout(app: string): ImageLayout {
  const text = read('deploy/Dockerfile').replaceAll('${APP}', app);
  const [, build = '', image = ''] = text.split(/^FROM .*$/m);
  const made = /^RUN mkdir -p ([^&]*)&& chown -R node:node ([^&\n]*)$/m.exec(image);
  const copies = [...build.matchAll(/^COPY (.*)$/gm)].map(([, paths]) => wordsOf(paths!).slice(0, -1));
  const taken = [...image.matchAll(/^COPY --from=build \/build\/(\S+) (\S+)$/gm)];
  return {
    user: /^USER (\S+)$/m.exec(image)?.[1] ?? 'root',
    workingFolder: /^WORKDIR (\S+)$/m.exec(image)?.[1] ?? '/',
    folders: wordsOf(made?.[1] ?? ''),
    owned: wordsOf(made?.[2] ?? ''),
    contextSources: copies.flat(),
    taken: taken.map(([, from = '', to = '']) => ({ from, to })),
    command: jsonAfter(image, /^CMD (\[.*\])$/m),
    healthCommand: jsonAfter(image, /^\s+CMD (\[.*\])$/m),
  };
}

/** The first parts of paths that deploy/Dockerfile.dockerignore lets into the build context. */
export const contextRoots = (): readonly string[] =>
  read('deploy/Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
