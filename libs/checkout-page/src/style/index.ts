export { isColour } from './colours';
export { imageAddress } from './image-address';
export { isStyleProperty, isStyleSelector, isStyleValue } from './style-rules';
