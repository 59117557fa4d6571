import { showLocalTimes } from './local-times';
import { hideFailedPictures } from './pictures';

showLocalTimes();
hideFailedPictures();
