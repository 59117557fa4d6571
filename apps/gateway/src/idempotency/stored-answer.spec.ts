import { answerOf, answerText } from './stored-answer';

const answer = { status: 200, type: 'application/json', body: '{"note":"a\\nb"}\n{}' };

describe('stored answers', () => {
  it('an answer is read as it was stored, with every byte of its body', () => {
    expect(answerOf(answerText(answer))).toEqual(answer);
    expect(answerOf(answerText({ ...answer, body: '' }))).toEqual({ ...answer, body: '' });
  });

  it('an answer that a former release stored as one JSON text is read', () => {
    expect(answerOf(JSON.stringify(answer))).toEqual(answer);
  });
});
