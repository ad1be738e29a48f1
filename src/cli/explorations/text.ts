/** The report of an exploration for people. */

import { relative } from 'node:path'
import type { Explored, Finding } from '../../judge/explore/report.ts'
import type { Io } from '../io.ts'
import { terminalOf } from '../io.ts'
import { heading, inColumns } from '../print.ts'

export function asText(
  { findings, points, runs, seed, unstable, refused, badWithoutFaults, otherCalls, seenOnce }: Explored,
  io: Io,
): string[] {
  const count = (meeting: string) => points.filter((each) => each.meeting === meeting).length
  const effective = count('effective')
  return [
    ...refused.map((sentence) => `Without faults, ${sentence}`),
    ...findings.flatMap((finding) => foundText(finding, io.folder)),
    ...(findings.length === 0 ? [noneFound(refused)] : []),
    '',
    `${runs} runs with seed ${seed}: ${effective} of ${points.length} points effective, ${count('applied')} changed nothing, ${count('unmet')} never reached.`,
    ...inColumns([heading('CALL OR JOB', 'EFFECTIVE', 'NO EFFECT', 'NEVER REACHED'), ...rowsOf(points)], terminalOf(io)),
    ...listed('Seen once, and not again in two more runs', seenOnce),
    ...listed('Bad without any fault', badWithoutFaults),
    ...(otherCalls > 0 ? ['', `In ${otherCalls} runs the client made other calls than planned, so that the fault was not met.`] : []),
    ...listed('Not the same in two runs without faults, so nothing is planned there', unstable),
  ]
}

/** A client that is refused without faults may not have done what it is for. */
export const noneFound = (refused: readonly string[]) =>
  refused.length > 0 ? 'No fault broke the client in the calls that it made.' : 'No fault broke the client.'

const foundText = ({ sentence, problem, run, file, capsule }: Finding, folder: string) => [
  sentence,
  `  ${[problem, `run ${run}`, ...[file, capsule].flatMap((each) => (each ? relative(folder, each) : []))].join(', ')}`,
]

const listed = (title: string, all: readonly string[]) => (all.length > 0 ? ['', `${title}:`, ...all.map((each) => `  ${each}`)] : [])

function rowsOf(points: Explored['points']): string[][] {
  const places = [...new Set(points.map(({ target, nth }) => `${target} ${nth}`))]
  return places.map((place) => {
    const here = points.filter(({ target, nth }) => `${target} ${nth}` === place)
    const counted = (meeting: string) => String(here.filter((each) => each.meeting === meeting).length)
    const unmet = here.filter(({ meeting }) => meeting === 'unmet')
    const reasons = [...Map.groupBy(unmet, ({ why }) => why)].map(([why, all]) => `${why}: ${all.map(({ fault }) => fault).join(', ')}`)
    return [place, counted('effective'), counted('applied'), reasons.join('; ') || '-']
  })
}
