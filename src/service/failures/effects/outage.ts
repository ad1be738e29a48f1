/** Takes internal services down, so that calls and jobs that use them fail. */
import { z } from 'zod'
import { without } from '../../areas/circumstances.ts'
import { type Manner, manners, mannerTexts, type Service, services } from '../../wire/vocabulary.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineDecide, milliseconds, waitOption } from '../scenario/effect.ts'

const options = whenNeeded(() => {
  const service = z.enum(services)
  const some = z.union([service, z.array(service).min(1)])
  return z.union([
    service,
    z.array(service).min(1),
    z.strictObject({
      of: some.describe('The internal services that are down: one, or a list.'),
      how: z
        .enum(manners)
        .default('unreachable')
        .describe('The kind of outage: unreachable, failing with 500, or hanging without an answer.'),
      atMost: waitOption().optional().describe("A call's maximum wait, in real time."),
    }),
  ])
})

type Written = z.output<ReturnType<typeof options>>

export function awayOf(written: Written): {
  readonly down: readonly Service[]
  readonly how: Manner
  readonly atMost?: string | undefined
} {
  if (typeof written === 'string' || Array.isArray(written)) return { down: [written].flat(), how: 'unreachable' }
  return { down: [written.of].flat(), how: written.how, atMost: written.atMost }
}

export const outage = defineDecide({
  options,
  summary: 'An internal service is unavailable',
  anywhere: true,
  explain(written) {
    const { down, how } = awayOf(written)
    const names = new Intl.ListFormat('en-GB').format(down.map((name) => `"${name}"`))
    if (down.length === 1) return `The internal service ${names} ${mannerTexts[how]}.`
    const manner = { unreachable: 'cannot be reached', failing: 'return 500', hanging: 'are not responding' }[how]
    return `The internal services ${names} ${manner}.`
  },
  concerns: (written, { dependsOn }) => awayOf(written).down.some((each) => dependsOn.includes(each)),
  decide(written, circumstances) {
    const { down, how, atMost } = awayOf(written)
    return without(circumstances, down, how, atMost === undefined ? undefined : milliseconds(atMost))
  },
})
