/** Kills a server under load, starts it again with its folder, and looks whether everything answered is there: `npm run kill-test`. `ROUNDS=20`, `CLIENTS=16`, `SYNC=process`. */

import { useOwnTemporaryFolder } from '../temporary-folder.ts'
import { killRounds } from './rounds.ts'

useOwnTemporaryFolder()

const [option] = process.argv.slice(2)
if (option !== undefined)
  refuse(`"${option}" is not an option. Set ROUNDS, CLIENTS and SYNC in the environment: ROUNDS=5 npm run kill-test.`)
const rounds = wholeNumber('ROUNDS', 20)
const clients = wholeNumber('CLIENTS', 16)
const sync = process.env.SYNC ?? 'process'
if (!['process', 'power'].includes(sync)) refuse(`SYNC is "${sync}". Valid: process, power.`)
const result = await killRounds({ rounds, clients, sync, milliseconds: 1_500, creates: 1_000, say: (text) => console.log(text) })
const { answered, wrong } = result
console.log(`${rounds} kills, ${clients} clients: ${answered} answers are there afterwards, ${wrong.length} are not.`)
for (const each of wrong.slice(0, 20)) console.log(`  ${each}`)
process.exitCode = wrong.length > 0 ? 1 : 0

function wholeNumber(name: string, fallback: number): number {
  const text = process.env[name]
  if (text === undefined) return fallback
  return /^[1-9]\d*$/.test(text) ? Number(text) : refuse(`${name} is "${text}". Use a whole number from 1.`)
}

function refuse(text: string): never {
  console.error(text)
  process.exit(2)
}
