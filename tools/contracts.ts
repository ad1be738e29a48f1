/**
 * Regenerates the contracts by running their consumers' tests, verifies the simulator against the contracts in both dialects, and tests
 * them with a Pact Broker (`npm run contracts`).
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { report } from '../src/apps/contracts/report.ts'
import { type Verification, verify } from '../src/apps/contracts/verifying/verify.ts'
import { startSimulator } from '../src/index.ts'
import { type DialectName, dialectNames } from '../src/service/wire/vocabulary.ts'
import { useOwnTemporaryFolder } from './temporary-folder.ts'

useOwnTemporaryFolder()

const root = join(import.meta.dirname, '..')
const pacts = join(root, 'pacts')

/** Removes existing contracts, because Pact only adds to files, and old interactions would remain. */
function removeContracts(): void {
  for (const dialect of dialectNames) rmSync(join(pacts, dialect), { recursive: true, force: true })
  for (const name of readdirSync(pacts)) if (name.endsWith('.json')) rmSync(join(pacts, name))
}

/** Returns true if these tests pass. */
function tested(...which: readonly string[]): boolean {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const env = { ...process.env, PACT_DO_NOT_TRACK: 'true' }
  return spawnSync(process.execPath, [vitest, 'run', ...which, '--reporter', 'default'], { cwd: root, env, stdio: 'inherit' }).status === 0
}

async function verifyIn(dialect: DialectName): Promise<Verification> {
  const running = await startSimulator({ port: 0, clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z'), seed: 1, dialect })
  try {
    return await verify({ url: running.url, pacts: [pacts] })
  } finally {
    await running.close()
  }
}

removeContracts()
const written = tested('--project', 'contracts')
const verifications = await Promise.all(dialectNames.map(verifyIn))
for (const verification of verifications) process.stdout.write(`${report(verification)}\n\n`)
const kept = written && verifications.every(({ ok }) => ok)
process.exitCode = kept && tested('--project', 'broker', 'test/broker/own-contracts.test.ts') ? 0 : 1
