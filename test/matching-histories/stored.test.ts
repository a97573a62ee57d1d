/** Histories of matching on SQLite; see stored-histories.ts. */
import { openMatchWorlds } from '../store/match-world.js';
import { storedHistories } from './stored-histories.js';

const isSoak = Boolean(process.env.SOAK);

storedHistories('SQLite', openMatchWorlds, { histories: isSoak ? 400 : 40, controls: 20, stepped: isSoak ? 200 : 40 });
