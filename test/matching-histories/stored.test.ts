/** Histories of matching on SQLite; see stored-histories.ts. */
import { openMatchWorlds } from '../store/match-world.js';
import { storedHistories } from './stored-histories.js';

storedHistories('SQLite', openMatchWorlds, { histories: Number(process.env.HIST ?? 200), controls: 20 });
