/** Histories of six months on SQLite; see period-histories.ts. */
import { openMatchWorlds } from '../store/match-world.js';
import { isSoak } from '../support/at-length.js';
import { periodHistories } from './period-histories.js';

periodHistories('SQLite', openMatchWorlds, isSoak ? 100 : 4);
