/** Example bodies: of what is refused by name, and of what passes since it asks for nothing, or for nothing that applies. */
export interface Refused {
  /** When its value would act. */
  readonly when: string;
  readonly example: unknown;
  /** Other fields of the same body that the example needs. */
  readonly with?: object;
  /** Whole bodies, laid over the same base, that pass. */
  readonly passes?: readonly object[];
}

/**
 * What becomes of every property of one request.
 * acts: changes what is done. shown: stored, and shown again, without changing what is done. ignored: with its reason, the
 * interface's own or ours. refused: 501 IR_00 by name where its value would act; elsewhere it is stored and shown, if at all.
 */
export interface FieldFates {
  readonly acts: string;
  readonly shown?: string;
  readonly ignored?: Readonly<Record<string, string>>;
  readonly refused?: Readonly<Record<string, Refused>>;
}

/** Credentials of an account within another request. */
export const inlineCredentials: Refused = {
  when: 'always: credentials of an account stand in its settings, and in no other request',
  example: { creds_identifier: 'own' },
  passes: [{ merchant_connector_details: null }],
};
