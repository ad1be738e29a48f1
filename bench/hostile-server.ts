/** Runs the server that `hostile.ts` attacks: Standin from its sources. */
import { type RunningSimulator, startSimulator } from '../src/index.ts'
import { parseYaml } from '../src/platform/yaml.ts'
import { parties } from './calls.ts'
import { answer } from './child.ts'

let running: RunningSimulator

async function start(): Promise<{ port: number; sender: string; orderer: string }> {
  running = await startSimulator({ port: 0 })
  const [sender, orderer] = await Promise.all([running.simulator.token(parties.sender), running.simulator.token(parties.orderer)])
  return { port: running.port, sender: sender.token, orderer: orderer.token }
}

/** Why the file was refused. */
function readFile(text: string): string {
  try {
    parseYaml('attack.yaml', new TextEncoder().encode(text))
    return 'read'
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

answer({ start, readFile, stop: () => running.close() })
