/** Kills a server under load, starts it again with its folder, and looks whether everything answered is there: `npm run kill-test`. `ROUNDS=20`, `CLIENTS=16`. */
import { killRounds } from './rounds.ts'

const rounds = Number(process.env.ROUNDS ?? 20)
const clients = Number(process.env.CLIENTS ?? 16)
const sync = process.env.SYNC ?? 'process'
const result = await killRounds({ rounds, clients, sync, milliseconds: 1_500, creates: 1_000, say: (text) => console.log(text) })
const { answered, wrong } = result
console.log(`${rounds} kills, ${clients} clients: ${answered} answers are there afterwards, ${wrong.length} are not.`)
for (const each of wrong.slice(0, 20)) console.log(`  ${each}`)
process.exitCode = wrong.length > 0 ? 1 : 0
