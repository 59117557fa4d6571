import type { Json, MerchantRulesSettings, Refusal } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import type { DecisionManagerRequest, SurchargeDecisionConfigRequest } from '@payorch/rest';
import { isProblems, pathFrom, type Problem, readSurcharge, readThreeDsOverride } from '@payorch/routing-rules';

export type MerchantProgram = NonNullable<MerchantRulesSettings['threeDs']>;
export type SurchargeProgram = NonNullable<MerchantRulesSettings['surcharge']>;

interface SentProgram {
  readonly name: string | null;
  readonly algorithm: Json;
  /** The field of the request with the program. */
  readonly field: 'algorithm' | 'program';
}

/** What a merchant sent, as plain JSON. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;

const refuseAt =
  (field: string) =>
  ({ path: below, problem }: Problem): Refusal => {
    const path = pathFrom(field, below);
    return refuse('invalid_request', { message: `${path} ${problem}`, path });
  };

/**
 * The program that replaces the stored one, which keeps its name unless another is sent. Refuses what is absent and everything that is
 * wrong in the program, each at its path.
 */
function programOf(
  { name: sentName, algorithm, field }: SentProgram,
  stored: MerchantProgram | null,
  read: (program: Json) => object | readonly Problem[],
  now: Date,
): MerchantProgram | Refusal {
  const name = sentName ?? stored?.name;
  const found = algorithm === null ? {} : read(algorithm);
  const refused = joinRefusals([
    algorithm === null ? refuse('missing_param', { field: 'algorithm' }) : undefined,
    ...(isProblems(found) ? found.map(refuseAt(field)) : []),
    name === undefined ? refuse('missing_param', { field: 'name' }) : undefined,
  ]);
  if (refused || name === undefined) return refused ?? refuse('missing_param', { field: 'name' });
  const modifiedAt = now.toISOString();
  return { name, algorithm, createdAt: stored?.createdAt ?? modifiedAt, modifiedAt };
}

/** The rules about 3DS of a request, which names them `algorithm` or `program`. */
export function threeDsProgramOf(
  { name = null, algorithm, program }: DecisionManagerRequest,
  stored: MerchantProgram | null,
  now: Date,
): MerchantProgram | Refusal {
  const [first, second] = [plain(algorithm), plain(program)];
  if (first !== null && second !== null)
    return refuse('invalid_request', {
      message: 'algorithm and program are names of one field: only one of them may be sent',
      path: 'program',
    });
  const sent =
    first === null
      ? ({ algorithm: second, field: 'program' } as const)
      : ({ algorithm: first, field: 'algorithm' } as const);
  return programOf({ name, ...sent }, stored, readThreeDsOverride, now);
}

/** The surcharge rules of a request. */
export function surchargeProgramOf(
  { name = null, algorithm, merchant_surcharge_configs: configs }: SurchargeDecisionConfigRequest,
  stored: SurchargeProgram | null,
  now: Date,
): SurchargeProgram | Refusal {
  const sent = { name, algorithm: plain(algorithm), field: 'algorithm' } as const;
  const program = programOf(sent, stored, readSurcharge, now);
  if ('kind' in program) return program;
  return { ...program, showsIndividually: configs.show_surcharge_breakup_screen ?? null };
}

const unixSeconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

export const decisionManagerView = ({ name, algorithm, createdAt, modifiedAt }: MerchantProgram): object => ({
  name,
  program: algorithm,
  created_at: unixSeconds(createdAt),
  modified_at: unixSeconds(modifiedAt),
});

export const surchargeRulesView = (program: SurchargeProgram): object => ({
  name: program.name,
  merchant_surcharge_configs: { show_surcharge_breakup_screen: program.showsIndividually },
  algorithm: program.algorithm,
  created_at: unixSeconds(program.createdAt),
  modified_at: unixSeconds(program.modifiedAt),
});
