import type { Json, ThreeDsDecision } from '@payorch/contracts';
import { threeDsDecision } from '@payorch/contracts';
import { readProgram } from './program/read-program';
import { memberOf, readMembers, reading } from './program/report';
import type { Problem, RuleProgram } from './program/rule-program';

const decisions: readonly ThreeDsDecision[] = threeDsDecision.options;

/** `{"decision": "no_three_ds"}` */
const readDecision = (sent: Json, path: string): ThreeDsDecision | readonly Problem[] =>
  reading((report) => {
    const members = readMembers(sent, path, { required: ['decision'] }, report);
    if (!members) return undefined;
    const known = decisions.find((decision) => decision === members.decision);
    return known ?? report(memberOf(path, 'decision'), `must be one of ${decisions.join(', ')}`);
  });

/** Reads the data of a 3DS decision rule. */
export const readThreeDsDecision = (sent: Json): RuleProgram<ThreeDsDecision> | readonly Problem[] =>
  readProgram(sent, { feature: 'three_ds_decision_rule', readOutput: readDecision });

const overrides = ['three_ds', 'no_three_ds'] as const;
export type ThreeDsOverride = (typeof overrides)[number];

/** `{"override_3ds": "three_ds"}`; null or nothing: the payment's own value stays. */
function readOverride(sent: Json, path: string): ThreeDsOverride | null | readonly Problem[] {
  const read = reading((report) => {
    const members = readMembers(sent, path, { required: [], optional: ['override_3ds'] }, report);
    if (!members) return undefined;
    const { override_3ds: override } = members;
    if (override === undefined) return { output: null };
    const output = overrides.find((one) => one === override);
    return output ? { output } : report(memberOf(path, 'override_3ds'), `must be one of ${overrides.join(', ')}`);
  });
  return 'output' in read ? read.output : read;
}

/** Reads the program of the 3DS decision manager. Output null: the payment's own `authentication_type` stays. */
export const readThreeDsOverride = (sent: Json): RuleProgram<ThreeDsOverride | null> | readonly Problem[] =>
  readProgram(sent, { feature: 'three_ds_conditional_config', readOutput: readOverride });
