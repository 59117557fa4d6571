export { CommandError } from './command';
export { simulate } from './simulate-command';
