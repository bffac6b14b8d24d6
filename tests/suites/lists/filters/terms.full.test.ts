import { testBlame } from '../expect-blame.js';
import { termBlames } from '../list-blames.js';

testBlame(termBlames);
