import { showLocalTimes } from './screens/local-times';
import { hideFailedPictures } from './screens/pictures';

showLocalTimes();
hideFailedPictures();
