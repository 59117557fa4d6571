/**
 * What goes beyond these limits is refused, so that no program costs much time to read, to compile or to execute. The bytes
 * bound the number of rules and of comparisons: 32 KiB hold at most some 600 rules, and some 450 comparisons.
 */
export const limits = {
  /** Bytes of the algorithm's `data` as JSON without spaces. */
  bytes: 32 * 1024,
  /** Levels of arrays and objects. */
  jsonDepth: 32,
  /** Levels of statements. */
  depth: 8,
  /** Values that all comparisons of a program compare with. */
  items: 1_000,
  /** Accounts or shares in one list. */
  choices: 100,
  /** Characters of a rule's name, a connector's name or an account's id. */
  nameLength: 128,
  /** Characters of a text that a key is compared with. */
  textLength: 256,
  /** Characters of a key and of a value of the metadata. */
  metadataKeyLength: 40,
  metadataValueLength: 500,
  /** Further problems are not listed. */
  problems: 100,
} as const;
