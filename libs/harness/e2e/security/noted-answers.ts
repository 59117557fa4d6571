import type { Answer, Api } from '@payorch/harness';

export const answers: Answer[] = [];

/** Collects every answer, for its client secrets. */
export const noting = (api: Api): Api => {
  const noted = async (answer: Promise<Answer>) => {
    answers.push(await answer);
    return answers.at(-1)!;
  };
  return {
    get: (path, headers) => noted(api.get(path, headers)),
    post: (path, body, headers) => noted(api.post(path, body, headers)),
    raw: (method, path, body, headers) => noted(api.raw(method, path, body, headers)),
  };
};
