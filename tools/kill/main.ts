/**
 * Kills servers under load, and checks that every acknowledged change exists exactly once: `npm run kill-test -- --store postgres`.
 * Servers' clocks are set back and corrected again. With PostgreSQL, owners are also suspended and cut off, and the database is restarted
 * and killed.
 */
import { option, optional, wholeNumber, word } from '../../src/apps/cli/frame/option.ts'
import { optionsOrExit } from '../options.ts'
import { findPostgres, howToInstallPostgres } from '../postgres.ts'
import { useOwnTemporaryFolder } from '../temporary-folder.ts'
import { events } from './events.ts'
import { killRounds } from './rounds.ts'
import { openDatabase, openFolder } from './stores.ts'

useOwnTemporaryFolder()

const { store, rounds, seed, clients, sync, only } = optionsOrExit({
  store: option('The store', word({ sqlite: 'a folder, one server', postgres: 'a database, three servers' }), 'sqlite'),
  rounds: option('The number of rounds', wholeNumber(1, 100_000), 22),
  seed: option('The seed of the random choices', wholeNumber(Number.MIN_SAFE_INTEGER), 1),
  clients: option('The number of clients, and of worlds', wholeNumber(1, 200), 12),
  sync: option('--data-sync of the folder', word({ process: true, power: true }), 'process'),
  only: optional('Runs only this event', word(events)),
})
if (store === 'postgres' && findPostgres() === undefined) {
  console.error(howToInstallPostgres)
  process.exit(2)
}
const alone: readonly (string | undefined)[] = [undefined, 'kill', 'clockBack', 'clockForth']
if (store === 'sqlite' && !alone.includes(only)) {
  console.error('SQLite has a single server, so --only must be kill, clockBack or clockForth.')
  process.exit(2)
}
const place = store === 'sqlite' ? openFolder(sync) : await openDatabase()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void place.end().finally(() => process.exit(1)))
try {
  const result = await killRounds({ place, rounds, seed, clients, only: only && [only], say: (text) => console.log(text) })
  const { kills, checks, answered, longest, wrong, late } = result
  for (const [name, away] of Object.entries(longest))
    console.log(`${name}: a world was unavailable for at most ${(away / 1000).toFixed(2)} s`)
  console.log(`${rounds} rounds, ${kills} kills: ${answered}; ${checks} replies checked.`)
  console.log(wrong.length === 0 ? 'Nothing is missing.' : `${wrong.length} violations:`)
  for (const each of wrong.slice(0, 50)) console.log(`  ${each}`)
  if (late.length > 0) console.log(`${late.length} worlds were unavailable for too long:`)
  for (const each of late.slice(0, 50)) console.log(`  ${each}`)
  process.exitCode = wrong.length + late.length > 0 ? 1 : 0
} finally {
  await place.end()
}
