/** Says what was found in one sentence. */
import type { Problem } from './judge.ts'
import type { Planned, Schedule } from './schedule.ts'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

/** `the first createOrder`. */
function whatOf({ point: { target, nth }, times }: Planned): string {
  const name = target.slice(target.indexOf('.') + 1)
  const last = nth + times - 1
  const which = ordinals[nth - 1] ?? `${nth}th`
  return times === 1 ? `the ${which} ${name}` : `the ${which} to ${ordinals[last - 1] ?? `${last}th`} ${name}`
}

export function sentenceOf(schedule: Schedule, { sentence }: Problem): string {
  const faults = schedule.map((planned) => planned.point.fault.sentence(whatOf(planned), planned.point.committed))
  return `When ${faults.join(', and ')}, your client ${sentence.replace(/[.!?]$/, '')}.`
}
