/** Writes the contracts again with the tests of their consumers and verifies the simulator against them, in both dialects. Run by `npm run contracts`. */
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startSimulator } from '../src/index.ts'
import { report } from '../src/pact/report.ts'
import { verify } from '../src/pact/verify.ts'
import { type DialectName, dialectNames } from '../src/wire/dialect.ts'

const root = join(import.meta.dirname, '..')
const pacts = join(root, 'pacts')

/** Pact adds to existing files, so old interactions would stay. */
function removeContracts(): void {
  for (const dialect of dialectNames) rmSync(join(pacts, dialect), { recursive: true, force: true })
  for (const name of readdirSync(pacts)) if (name.endsWith('.json')) rmSync(join(pacts, name))
}

function write(): boolean {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const env = { ...process.env, PACT_DO_NOT_TRACK: 'true' }
  return (
    spawnSync(process.execPath, [vitest, 'run', '--project', 'contracts', '--reporter', 'default'], { cwd: root, env, stdio: 'inherit' })
      .status === 0
  )
}

async function isKept(dialect: DialectName): Promise<boolean> {
  const running = await startSimulator({ port: 0, clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z'), seed: 1, dialect })
  try {
    const verification = await verify({ url: running.url, pacts: [pacts] })
    process.stdout.write(`${report(verification)}\n\n`)
    return verification.ok
  } finally {
    await running.close()
  }
}

removeContracts()
const written = write()
const kept: boolean[] = []
for (const dialect of dialectNames) kept.push(await isKept(dialect))
process.exitCode = written && kept.every(Boolean) ? 0 : 1
