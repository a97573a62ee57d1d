/**
 * A program that guesses passwords: `node guesses.js URL COUNT CONNECTIONS NAME...`. No two guesses are the same.
 * Prints the number of answers of each status and the milliseconds they took, as JSON.
 */
import { Agent } from 'undici';

const [origin, count, connections, ...names] = process.argv.slice(2);
const agent = new Agent({ connect: { rejectUnauthorized: false }, connections: Number(connections), pipelining: 1 });
const statuses = {};
let next = 0;

async function guess() {
  for (let at = next++; at < Number(count); at = next++) {
    const authorization = `Basic ${Buffer.from(`${names[at % names.length]}:guess ${at}`).toString('base64')}`;
    const answer = await agent.request({ origin, path: '/sales/v1/', method: 'GET', headers: { authorization } });
    await answer.body.dump();
    statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
  }
}

const startedMs = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, guess));
process.stdout.write(`${JSON.stringify({ statuses, ms: performance.now() - startedMs })}\n`);
await agent.destroy();
