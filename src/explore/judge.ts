/** Judges a run: what it did that the runs without faults did not, and that its faults do not excuse. */

import type { Demand } from './fault.ts'
import { type Difference, differences } from './image.ts'
import type { Ran } from './run.ts'
import type { Planned, Schedule } from './schedule.ts'
import type { Step } from './trace.ts'

/** What the runs without faults show. */
export interface Clean {
  readonly ran: Ran
  readonly unstableColumns: ReadonlySet<string>
  /** Real milliseconds that a run may take. */
  readonly time: number
}

export interface Problem {
  /** The same in two runs: they show the same defect. */
  readonly key: string
  /** Completes "your client …". */
  readonly sentence: string
}

/** What else a fault demands, by its name, such as `refused NOT-00001`, or by a status, such as `403`. */
export type Expectations = ReadonlyMap<string, Demand>

/** The demand of the faults that were met. */
export function demandOf(met: Schedule, expected: Expectations): Demand {
  const demands = met.map(({ point: { fault } }) => expectedOf(fault.name, expected) ?? fault.demand)
  if (demands.includes('another')) return 'another'
  const isRepeated = met.some(({ times }) => times > 1) || new Set(met.map(({ point }) => point.target)).size < met.length
  return demands.includes('end') || isRepeated ? 'end' : 'survive'
}

function expectedOf(name: string, expected: Expectations): Demand | undefined {
  const parts = name.split(' ')
  return expected.get(name) ?? expected.get(parts.at(-1) ?? '')
}

/** The faults of a schedule that a call or a job met. */
export const metOf = (schedule: Schedule, trace: readonly Step[]): Planned[] =>
  schedule.filter((_, at) => trace.some(({ applied }) => applied.includes(at)))

export function problemsOf(ran: Ran, clean: Clean, schedule: Schedule, expected: Expectations): Problem[] {
  const demand = demandOf(metOf(schedule, ran.trace), expected)
  if (ran.code === null) return [{ key: 'time', sentence: 'does not end' }]
  const problems: Problem[] = ran.bad
    .filter(({ id }) => !clean.ran.bad.some((known) => known.id === id))
    .map(({ id, sentence }) => ({ key: `verdict ${id}`, sentence: `breaks a rule: ${sentence}` }))
  const failed = ran.code !== clean.ran.code
  for (const { id, sentence, demanded } of ran.violations) {
    const isKnown = clean.ran.violations.some((known) => known.id === id && known.sentence === sentence)
    const isDemanded = demanded === 'always' || (!failed && demand !== 'another')
    if (isDemanded && !isKnown) problems.push({ key: `invariant ${id}`, sentence })
  }
  if (failed && demand === 'survive')
    problems.push({ key: 'exit', sentence: `gives up with exit code ${ran.code}${ran.said ? `: ${ran.said}` : ''}` })
  if (demand !== 'another' && !failed) problems.push(...ofWorld(ran, clean))
  return problems
}

/** A client that says that all is well leaves the world of a run without faults. */
function ofWorld(ran: Ran, { ran: first, unstableColumns }: Clean): Problem[] {
  const all = allowing(ran, differences(first.image, ran.image, unstableColumns))
  return [...new Set(all.map(({ collection }) => collection))].map((collection) => {
    const [extra, missing] = [true, false].map((each) => all.filter((one) => one.collection === collection && one.extra === each).length)
    const parts = [...(extra ? [`${extra} more`] : []), ...(missing ? [`${missing} fewer`] : [])]
    return { key: `world ${collection}`, sentence: `ends well, but leaves other ${collection} than without the fault: ${parts.join(', ')}` }
  })
}

/** A client cannot know of a transfer whose id never arrived. */
function allowing({ trace }: Ran, all: readonly Difference[]): Difference[] {
  const creating = ['fileTransfer.initialize', 'fileTransfer.initializeAndUpload', 'resumableUpload.createUpload']
  let lost = trace.filter(({ target, cut, commits }) => creating.includes(target) && cut && commits > 0).length
  return all.filter(({ collection, extra }) => !(extra && /^(?:fileTransfers|resumableUploads)$/.test(collection) && lost-- > 0))
}
