import { testBlame } from './expect-blame.js';
import { pageBlames } from './list-blames.js';

testBlame(pageBlames);
