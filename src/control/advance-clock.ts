/** Lets world time pass, doing what comes due on the way. Source: decisions §8. */
import { z } from 'zod'
import { durationOption, milliseconds } from '../effects/duration-option.ts'
import { Misuse } from '../misuse.ts'
import type { Happening } from '../state/clock.ts'
import { json, reply } from '../wire/row.ts'
import { endOfTime, readTimestamp } from '../wire/values/send-time.ts'
import { zulu } from '../wire/values/timestamp.ts'
import { defineControl } from './row.ts'

const time = z
  .string()
  .refine((text) => readTimestamp(text) !== undefined, { error: 'This is no time, such as 2026-12-01T08:00:00Z' })
  .meta({ format: 'date-time' })
const duration = durationOption.meta({ format: 'duration' })

const request = z.strictObject({
  by: duration.optional(),
  to: time.optional(),
  until: z.enum(['settled']).optional().describe('Until no working step is left.'),
  atMost: duration.optional().describe('How far `until` may go; P30D when absent.'),
  limit: z.int().min(0).max(1_000_000).optional().describe('How many happenings are listed; 1000 when absent.'),
})

const happening = z.looseObject({ at: z.iso.datetime(), what: z.string(), id: z.string().optional() })

export const advanceClock = defineControl({
  id: 'control.advanceClock',
  method: 'POST',
  path: '/_standin/clock/advance',
  summary: 'Let world time pass, doing what comes due on the way',
  request: { body: json(request) },
  replies: {
    200: reply.json(
      z.object({ now: z.iso.datetime(), happened: z.array(happening), total: z.int(), counts: z.record(z.string(), z.int()) }),
    ),
  },
  example: { body: { by: 'P7D' } },

  async handle({ body }, { knobs, call, reply: answer }) {
    const { until, limit } = body
    const [by, to, atMost] = [span(body.by), instant(body.to), span(body.atMost)]
    if (atMost !== undefined && until === undefined) throw new Misuse('body.atMost goes with until.')
    const now = knobs.world.clock.now()
    if (now + (by ?? atMost ?? 0) > endOfTime) throw new Misuse(`The clock goes no further than ${zulu(endOfTime)}.`)
    const account = await knobs.advance({ by, to, until, atMost, limit }, call.signal)
    return answer(200, { ...account, now: zulu(account.now), happened: account.happened.map(show), counts: { ...account.counts } })
  },
})

const span = (text: string | undefined) => (text === undefined ? undefined : milliseconds(text))
const instant = (text: string | undefined) => (text === undefined ? undefined : readTimestamp(text)?.at)

const show = ({ at, what, ...facts }: Happening): z.output<typeof happening> => ({ at: zulu(at), what, ...facts })
