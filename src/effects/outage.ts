/** Takes internal services down, so that the calls and jobs that use them fail. */
import { z } from 'zod'
import { without } from '../state/circumstances.ts'
import { services } from '../wire/services.ts'
import { whenNeeded } from '../wire/when-needed.ts'
import { defineDecide } from './effect.ts'

const options = whenNeeded(() => {
  const service = z.enum(services)
  return z.union([service, z.array(service).min(1)])
})

export const outage = defineDecide({
  options,
  summary: 'An internal service cannot be reached',
  anywhere: true,
  explain: (down) => `${new Intl.ListFormat('en-GB').format([down].flat())} cannot be reached.`,
  concerns: (down, { dependsOn }) => [down].flat().some((each) => dependsOn.includes(each)),
  decide: (down, circumstances) => without(circumstances, [down].flat()),
})
