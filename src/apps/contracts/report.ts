/** Formats a verification's result as text and as JUnit XML, and reads earlier JSON reports. */
import { z } from 'zod'
import { writeJunit } from '../../control/junit.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { firstOnly } from '../../service/wire/read-as.ts'
import { linesText } from '../../service/wire/text.ts'
import { faults, type Verified } from './verifying/judge.ts'
import type { Interaction } from './verifying/pact-files.ts'
import { readJson } from './verifying/read-json.ts'
import type { LeftOut, Verification } from './verifying/verify.ts'

/** Returns the result as text, without colours or a final line break: counts, failures with reasons, and skipped interactions. */
export function report({ dialect, environment, interactions, leftOut }: Verification): string {
  const failed = interactions.filter(({ why }) => why.length > 0)
  const out = leftOut.length > 0 ? ` ${leftOut.length} ${leftOut.length === 1 ? 'is' : 'are'} skipped.` : ''
  const head = `${interactions.length - failed.length} of ${interactions.length} interactions passed in the ${dialect} dialect${environment === undefined ? '' : ` at ${environment}`}.${out}`
  return [linesText(head), ...failed.map(describe), ...listOf(leftOut)].join('\n\n')
}

const titleOf = ({ consumer, description }: Interaction) => `${consumer}: ${description}`
const startOf = ({ given }: Interaction) => (given.length > 0 ? `given ${given.join(', ')}` : undefined)

function describe(verified: Verified): string {
  const start = startOf(verified)
  const { pending, why, fault } = verified
  return linesText([
    `${pending ? 'PENDING' : 'FAILED'} ${titleOf(verified)}`,
    ...(start ? [`  ${start}`] : []),
    ...(fault ? [`  ${faults[fault]}`] : []),
    ...why.map((one) => `  - ${one}`),
  ])
}

function listOf(leftOut: readonly LeftOut[]): string[] {
  const reasons = [...new Set(leftOut.map(({ why }) => why))]
  return reasons.map((reason) => {
    const lines = leftOut
      .filter(({ why }) => why === reason)
      .map((each) => [`  ${titleOf(each)}`, startOf(each)].filter(Boolean).join(', '))
    return linesText([`SKIPPED, because ${reason}:`, ...lines])
  })
}

/** Writes one suite per consumer. A pending interaction that fails is reported as skipped, because it does not fail the run. */
export function junit({ interactions, leftOut }: Pick<Verification, 'interactions' | 'leftOut'>): string {
  const cases = [
    ...interactions.map(({ consumer, why, pending, fault, ...named }) => {
      const outcome = why.length === 0 ? 'good' : pending ? 'skipped' : 'failure'
      const text = [...(fault ? [faults[fault]] : []), ...why].join('\n')
      return { consumer, name: nameOf(named), outcome, message: why[0], ...(outcome === 'failure' && { text }) } as const
    }),
    ...leftOut.map(({ consumer, why, ...named }) => ({ consumer, name: nameOf(named), outcome: 'skipped', message: why }) as const),
  ]
  return writeJunit([...Map.groupBy(cases, ({ consumer }) => consumer)].map(([name, all]) => ({ name, cases: all })))
}

const nameOf = ({ description, given }: Pick<Interaction, 'description' | 'given'>) =>
  [description, ...given.map((state) => `given ${state}`)].join(', ')

const reported = z.object({
  interactions: z.array(z.object({ consumer: z.string(), description: z.string(), given: z.array(z.string()), why: z.array(z.string()) })),
})

/** Reads the interactions in an earlier report. Throws {@link Misuse} if the file is not a report. */
export function readReport(path: string): z.output<typeof reported>['interactions'] {
  const read = reported.safeParse(readJson(path).document, firstOnly)
  if (!read.success) throw new Misuse(`${path} is not a report from "standin verify --report".`)
  return read.data.interactions
}
