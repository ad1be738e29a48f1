/** Delays a call before it is processed, without delaying other calls. */
import { z } from 'zod'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineWrap, durationOption, milliseconds } from '../scenario/effect.ts'

const options = whenNeeded(() => {
  const percentiles = z
    .strictObject({
      p50: durationOption().describe('Half of the delays are at most this long.'),
      p99: durationOption().describe('99 % of the delays are at most this long.'),
    })
    .refine(({ p50, p99 }) => milliseconds(p50) <= milliseconds(p99), { error: 'is less than p50', path: ['p99'] })
  const range = z
    .strictObject({ min: durationOption().describe('The shortest wait.'), max: durationOption().describe('The longest wait.') })
    .refine(({ min, max }) => milliseconds(min) <= milliseconds(max), { error: 'is less than min', path: ['max'] })
  return z.union([durationOption(), percentiles, range], { error: 'is not a duration, { p50, p99 } or { min, max }' })
})

/** The standard normal distribution's 0.99 quantile. */
const z99 = 2.3263478740408408

function draw(chosen: z.output<ReturnType<typeof options>>, fraction: () => number): number {
  if (typeof chosen === 'string') return milliseconds(chosen)
  if ('min' in chosen) return milliseconds(chosen.min) + fraction() * (milliseconds(chosen.max) - milliseconds(chosen.min))
  // Draws from a lognormal distribution fitted to both percentiles, with Box-Muller for the normal value.
  const [p50, p99] = [Math.max(1, milliseconds(chosen.p50)), Math.max(1, milliseconds(chosen.p99))]
  const normal = Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction())
  return p50 * Math.exp((Math.log(p99 / p50) / z99) * normal)
}

export const latency = defineWrap({
  options,
  summary: 'The call is delayed before its work',
  explain(chosen) {
    if (typeof chosen === 'string') return `Every call is delayed by ${chosen}.`
    return 'min' in chosen
      ? `Every call is delayed by ${chosen.min} to ${chosen.max}.`
      : `Half of the calls are delayed by at most ${chosen.p50}, and 99 % by at most ${chosen.p99}.`
  },
  async wrap(chosen, { pause, proceed, fraction }) {
    await pause(draw(chosen, fraction))
    return proceed()
  },
})
