/** Answers a call whose internal service is away: in which form, and after which wait. Source: decisions §13. */
import { hold } from '../../scenario/holding.ts'
import { longestHang, type OutageAnswer, outageAnswer } from '../../wire/refusals/outages.ts'
import type { Refusal } from '../../wire/refusals/refusal.ts'
import type { RefusalForm } from '../../wire/refusals/refusal-form.ts'
import type { Manner, Service } from '../../wire/services.ts'
import { signalOf, type Walk } from '../walk.ts'

/** Undefined where no scenario takes a service away, and where the answer is the refusal itself. */
function awayOf({ route }: Walk, { key, values }: Refusal): OutageAnswer | undefined {
  if (key !== 'unreachable' || values.manner === undefined) return undefined
  return outageAnswer(route.outages, values.service as Service, values.manner as Manner)
}

export function formOf(walk: Walk, refusal: Refusal): RefusalForm {
  const { refusals } = walk.route
  const form = awayOf(walk, refusal)?.form ?? refusal.key
  return typeof form === 'string' ? refusals[form] : form
}

/** Waits in real time for a service that does not answer, or that is tried again; undefined: not at all. It ends with the scenario, and throws when the client leaves. */
export function waitForOutage(walk: Walk, refusal: Refusal): Promise<void> | undefined {
  const { dependencies, line, world } = walk
  const kind = walk.route.row.method === 'GET' ? 'reading' : 'changing'
  const wait = refusal.values.manner === 'hanging' ? longestHang : awayOf(walk, refusal)?.wait?.[kind]
  if (wait === undefined) return undefined
  return hold(
    { world, id: line.id, signal: signalOf(walk), pause: dependencies.platform.pause },
    line.scenario ?? '',
    Math.min(wait, Number(refusal.values.atMost ?? wait)),
  )
}
