import { testBlame } from '../expect-blame.js';
import { placeBlames } from '../list-blames.js';

testBlame(placeBlames);
