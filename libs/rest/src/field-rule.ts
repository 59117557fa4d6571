/**
 * Example bodies: bodies that are refused by name, and bodies that pass because they request nothing or nothing that
 * applies.
 */
export interface Refused {
  /** The condition under which the value would act. */
  readonly when: string;
  readonly example: unknown;
  /** Other fields of the same body that the example needs. */
  readonly with?: object;
  /** Whole bodies, merged into the same base, that pass. */
  readonly passes?: readonly object[];
}

/**
 * The handling of every property of one request. acts: changes what is done. shown: stored and returned, without
 * changing what is done. ignored: with the reason, the interface's own or ours. refused: 501 IR_00 by name if the value
 * would act; otherwise stored and returned, if at all.
 */
export interface FieldRules {
  readonly acts: string;
  readonly shown?: string;
  readonly ignored?: Readonly<Record<string, string>>;
  readonly refused?: Readonly<Record<string, Refused>>;
}
