/** Runs a scenario's proof on a host, and throws on the first step that does not pass. */

import { proofSteps } from '../../src/control/proving/proof.ts'
import type { ProofHost } from '../../src/control/proving/proof-call.ts'
import type { WorldKnobs } from '../../src/control/simulator.ts'
import { nodePlatform } from '../../src/platform/node.ts'
import type { ProvenScenario } from '../../src/service/failures/read-scenario.ts'
import type { hosted } from './hosts.ts'

export interface Host extends Pick<Awaited<ReturnType<typeof hosted>>, 'origin' | 'send'> {
  readonly simulator: WorldKnobs
}

export const proofHost = ({ origin, send, simulator }: Host): ProofHost => ({ origin, send, knobs: simulator, platform: nodePlatform() })

export async function prove(scenario: ProvenScenario, host: Host): Promise<void> {
  for await (const { step, does, expected, got, wrong } of proofSteps(scenario, proofHost(host))) {
    if (wrong.length > 0)
      throw new Error(`${scenario.name}: proof[${step - 1}]: ${does}: expected ${expected}, got ${got}. ${wrong.join(' ')}`)
  }
}
