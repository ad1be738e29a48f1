/** Tests contracts with hostile strings: contracts recorded from clients, and reports on verified contracts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordedPact } from '../../src/apps/cli/serving/recorded.ts'
import type { Simulator } from '../../src/index.ts'
import { demandEnded, type RunHere } from './hostile-files.ts'
import { demandNoTags, said } from './hostile-terminal.ts'

/** Records a client's calls from now on. Returns a function that writes the contract into `folder` and reads it back. */
export function recordContract(folder: string, simulator: Simulator, consumer: string, run: RunHere): () => Promise<void> {
  const { io, demand } = said(folder)
  const write = recordedPact(consumer, simulator, io)
  return async () => {
    await write()
    demand(['start', '--record-pact', consumer])
    const pacts = join(folder, 'pacts')
    if (!existsSync(pacts)) return
    const files = readdirSync(pacts)
    if (files.length !== 1) throw new Error(`The contract was split into ${files.length} files: ${files.join(', ')}.`)
    const { code, err } = await run('publish', 'pacts', '--app-version', '1.0.0', '--branch', 'main', '--dry-run')
    if (code !== 0) throw new Error(`"publish pacts --dry-run" exited with code ${code}: ${err.slice(-1_500)}`)
  }
}

/** Verifies a foreign contract, and checks the reports. */
export async function verifyContract(folder: string, file: string, run: RunHere): Promise<void> {
  const { code } = await run('verify', file, '--junit', 'verified.xml', '--report', 'verified.json')
  demandEnded(['verify', file], code)
  if (code === 2) return
  JSON.parse(readFileSync(join(folder, 'verified.json'), 'utf8'))
  demandNoTags('verify --junit', readFileSync(join(folder, 'verified.xml'), 'utf8'))
}
