/** Writes the contracts again with the tests of their consumers and verifies the simulator against them. Run by `npm run contracts`. */
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startSimulator } from '../src/index.ts'
import { report } from '../src/pact/report.ts'
import { verify } from '../src/pact/verify.ts'

const root = join(import.meta.dirname, '..')
const pacts = join(root, 'pacts')

/** Pact adds to existing files, so old interactions would stay. */
function removeContracts(): void {
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

async function isKept(): Promise<boolean> {
  const running = await startSimulator({ port: 0, clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z'), seed: 1 })
  try {
    const verification = await verify({ url: running.url, pacts: [pacts], dialect: 'spec' })
    process.stdout.write(`${report(verification)}\n`)
    return verification.ok
  } finally {
    await running.close()
  }
}

removeContracts()
process.exitCode = write() && (await isKept()) ? 0 : 1
