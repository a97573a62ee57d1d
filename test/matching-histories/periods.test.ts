/** Histories of six months on SQLite; see period-histories.ts. */
import { openMatchWorlds } from '../store/match-world.js';
import { periodHistories } from './period-histories.js';

periodHistories('SQLite', openMatchWorlds, process.env.SOAK ? 100 : 12);
