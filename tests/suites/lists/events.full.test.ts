import { testBlame } from './expect-blame.js';
import { eventBlames } from './list-blames.js';

testBlame(eventBlames);
