/** Histories of matching on SQLite; see stored-histories.ts. */
import { openMatchWorlds } from '../store/match-world.js';
import { storedHistories } from './stored-histories.js';

storedHistories('SQLite', openMatchWorlds, { histories: process.env.SOAK ? 600 : 200, controls: 20 });
