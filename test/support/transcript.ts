/** Runs the steps of a scenario's proof without its expectations, and records everything visible from outside. */

import { dialectNeeded } from '../../src/control/proving/dry-run.ts'
import { arranged, listed } from '../../src/control/proving/proof.ts'
import { remember, stepInput, watch } from '../../src/control/proving/proof-call.ts'
import type { ProvenScenario } from '../../src/service/failures/read-scenario.ts'
import { milliseconds } from '../../src/service/failures/scenario/effect.ts'
import { anyName } from '../../src/service/wire/misuse.ts'
import { type Host, proofHost } from './prove.ts'
import { unhurried } from './rules.ts'
import { base, standin } from './standin.ts'

export type Switching = 'never on' | 'on and off' | 'on'

const hour = 3_600_000

/** Records a transcript of a scenario with a fixed seed and a frozen clock, so that transcripts differ only if the behaviour differs. */
export async function transcriptOf(scenario: ProvenScenario, switching: Switching): Promise<unknown[]> {
  const { platform, pauses } = unhurried()
  const { simulator, send } = standin({ platform, dialect: dialectNeeded(scenario) ?? 'spec' })
  const host = { simulator, send, origin: base }
  const progress = await arranged(scenario, proofHost(host))
  if (switching !== 'never on') await simulator.scenarios.use(anyName(scenario.name))
  if (switching === 'on and off') await simulator.scenarios.off(anyName(scenario.name))
  const noted: unknown[] = []
  for (const step of scenario.proof ?? []) {
    // During an outage, a world never settles.
    if ('advance' in step) await simulator.advance({ by: step.advance === 'settled' ? hour : milliseconds(step.advance) })
    if (!('call' in step)) continue
    for (let time = 0; time < (step.times ?? 1); time++) {
      const seen = await watch(proofHost(host), step, stepInput(step, progress))
      if (seen && seen.status < 300) remember(progress, seen)
      noted.push(seen && { ...seen, headers: [...seen.headers], bytes: new TextDecoder().decode(seen.bytes) })
    }
  }
  return [...noted, pauses, ...(await recordsOf(host))]
}

/** Returns a world's records without the journal's members about scenarios, which always differ. */
async function recordsOf(host: Host): Promise<unknown[]> {
  const lines = [...(await listed(host, 'journal')), ...(await listed(host, 'journal?jobs=true'))] as object[]
  const records = await Promise.all(['outbox', 'deliveries', 'events'].map((list) => listed(host, list)))
  return [lines.map((line) => ({ ...line, scenario: null, ms: null })), ...records]
}
