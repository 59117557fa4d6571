export {
  BodyError,
  contentTypeError,
  QueryError,
  RefusalError,
  StoredResponse,
  viewOf,
  type WireResponse,
} from './errors';
export { editsBetween, nearestWord } from './nearest';
