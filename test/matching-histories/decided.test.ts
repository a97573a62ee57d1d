/** Histories with decisions on SQLite; see decided-histories.ts. */
import { openMatchWorlds } from '../store/match-world.js';
import { isSoak } from '../support/at-length.js';
import { decidedHistories } from './decided-histories.js';

decidedHistories('SQLite', openMatchWorlds, isSoak ? 600 : 16);
