/** Histories of matching on SQLite; see stored-histories.ts. */
import { openMatchWorlds } from '../store/match-world.js';
import { isSoak } from '../support/at-length.js';
import { storedHistories } from './stored-histories.js';

storedHistories('SQLite', openMatchWorlds, { histories: isSoak ? 600 : 24, controls: isSoak ? 20 : 8 });
