/** Histories of six months on SQLite; see period-histories.ts. */
import { openMatchWorlds } from '../store/match-world.js';
import { periodHistories } from './period-histories.js';

periodHistories('SQLite', openMatchWorlds, Number(process.env.HIST ?? (process.env.SOAK ? 100 : 12)));
