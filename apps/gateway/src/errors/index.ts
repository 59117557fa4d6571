export {
  BodyError,
  contentTypeError,
  QueryError,
  RefusalError,
  StoredResponse,
  viewOf,
  type WireResponse,
} from './errors';
export { firstRefusal, joinRefusals, withOthers } from './first-refusal';
export { editsBetween, nearestWord } from './nearest';
