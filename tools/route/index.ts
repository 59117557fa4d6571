export { CommandError } from './command';
export { replayPayment as replay } from './replay-command';
export { simulate } from './simulate-command';
