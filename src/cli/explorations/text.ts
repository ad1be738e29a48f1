/** The report of an exploration for people. */
import type { Explored } from '../../explore/report.ts'
import { heading, inColumns } from '../columns.ts'
import type { Terminal } from '../terminal.ts'

export function asText({ findings, points, runs, seed, unstable, badWithoutFaults }: Explored, terminal: Terminal): string {
  const count = (meeting: string) => points.filter((each) => each.meeting === meeting).length
  const effective = count('effective')
  return [
    ...findings.map(({ sentence, problem, run }) => `${sentence}\n  ${problem}, run ${run}\n`),
    findings.length === 0 ? 'No fault broke the client.\n' : '',
    `\n${runs} runs with seed ${seed}: ${effective} of ${points.length} points effective, ${count('applied')} changed nothing, ${count('unmet')} never reached.\n`,
    inColumns([heading('CALL OR JOB', 'EFFECTIVE', 'NO EFFECT', 'NEVER REACHED'), ...rowsOf(points)], terminal),
    listed('Bad without any fault', badWithoutFaults),
    listed('Not the same in two runs without faults, so nothing is planned there', unstable),
  ].join('')
}

const listed = (title: string, all: readonly string[]) =>
  all.length > 0 ? `\n${title}:\n${all.map((each) => `  ${each}\n`).join('')}` : ''

function rowsOf(points: Explored['points']): string[][] {
  const places = [...new Set(points.map(({ target, nth }) => `${target} ${nth}`))]
  return places.map((place) => {
    const here = points.filter(({ target, nth }) => `${target} ${nth}` === place)
    const counted = (meeting: string) => String(here.filter((each) => each.meeting === meeting).length)
    const unmet = here.flatMap(({ fault, meeting }) => (meeting === 'unmet' ? [fault] : []))
    return [place, counted('effective'), counted('applied'), unmet.join(', ') || '-']
  })
}
