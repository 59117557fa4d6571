import { z } from 'zod';

const part = z.base64url();
const publicJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('X25519'),
  kid: z.string().min(1).max(64),
  x: part.length(43),
});
const privateJwk = publicJwk.extend({ d: part.length(43) });

/** A public key to which seals are made. */
export type PublicJwk = z.infer<typeof publicJwk>;
export type PrivateJwk = z.infer<typeof privateJwk>;

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const listOfKeys = {
  public: z.array(publicJwk.strip()).min(1),
  private: z.array(privateJwk.strip()).min(1),
} as const;

type Kind = keyof typeof listOfKeys;
type JwkOf<K extends Kind> = K extends 'private' ? PrivateJwk : PublicJwk;

/** Parses a text as a list of X25519 keys with distinct ids. Problems contain no value, which may be a private key. */
export const jwksText = <K extends Kind>(kind: K): z.ZodType<readonly JwkOf<K>[], string> =>
  z.string().transform((text, problems) => {
    const keys = listOfKeys[kind].safeParse(parsedJson(text));
    if (!keys.success || new Set(keys.data.map(({ kid }) => kid)).size !== keys.data.length) {
      problems.addIssue(`must be a JSON list of ${kind} X25519 keys (JWK), each with a kid of its own`);
      return z.NEVER;
    }
    return keys.data as unknown as readonly JwkOf<K>[];
  });
