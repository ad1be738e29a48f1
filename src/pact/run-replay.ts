/** Starts the process that replays pacts and reads its result. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Misuse } from '../misuse.ts'
import type { ReplayOrder, ReplayOutcome } from './replay.ts'

const source = import.meta.url.endsWith('.ts') ? './replay.ts' : './replay.js'
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export async function runReplay(order: ReplayOrder): Promise<Extract<ReplayOutcome, { kind: 'replayed' }>> {
  const { outcome, output } = await run(order)
  if (outcome?.kind === 'replayed') return outcome
  if (outcome?.kind === 'absent') throw new Misuse('To verify contracts, install Pact: npm install --save-dev @pact-foundation/pact')
  throw new Error(['Pact’s verifier broke off.', outcome?.why, output.trim()].filter(Boolean).join('\n'))
}

function run(order: ReplayOrder): Promise<{ outcome: ReplayOutcome | undefined; output: string }> {
  return new Promise((resolve, reject) => {
    let outcome: ReplayOutcome | undefined
    let output = ''
    const child = fork(fileURLToPath(new URL(source, import.meta.url)), {
      // A dependency of Pact uses a deprecated function of Node.
      execArgv: ['--disable-warning=DEP0060'],
      env: environmentFor(new URL(order.url)),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-2000)))
    child.once('message', (message) => {
      outcome = message as ReplayOutcome
    })
    child.once('error', reject)
    child.once('close', () => resolve({ outcome, output }))
    child.send(order)
  })
}

/** Removes variables by which Pact would use a broker, a filter, or a proxy for local calls. */
function environmentFor({ hostname }: URL): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => {
    if (/^PACT_(?!PREBUILD_LOCATION$)/.test(name)) return false
    return !(loopback.test(hostname) && /^(?:https?|all)_proxy$/i.test(name))
  })
  return { ...Object.fromEntries(inherited), PACT_DO_NOT_TRACK: 'true' }
}
