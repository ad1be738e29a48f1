/** The text with which the editor begins. */
import { callControl } from '../../data/control.ts'
import { operationsIn } from '../operations/document.ts'

const template = `summary: Searching answers 503 twice
guidance: Retry with backoff.
rules:
  - on: fileTransfer.search
    calls: 1-2
    respond: { status: 503 }
proof:
  - { call: fileTransfer.search, times: 2, expect: 503 }
  - { call: fileTransfer.search, expect: 200 }
`

/** What a new scenario is made of: a call, or a finding of the exploration. Empty: neither. */
interface Origin {
  readonly call: string
  readonly found: string
}

/** The document of a scenario, one that is made of something, or a template. */
export async function firstText(scenario: string | undefined, { call, found }: Origin): Promise<string> {
  const { yamlOf } = await import('./yaml.ts')
  if (scenario !== undefined) return yamlOf((await callControl('control.showScenario', { params: { name: scenario } })).document)
  if (found !== '') return yamlOf((await foundNamed(found))?.scenario ?? {})
  return call === '' ? template : yamlOf(await documentOf(call))
}

async function foundNamed(name: string) {
  const { report } = await callControl('control.showExploration')
  return report?.findings.find((finding) => finding.name === name)
}

/** The next calls of the operation by this caller are answered as this one was; one that went well breaks. */
async function documentOf(call: string): Promise<unknown> {
  const { operation, status, code, caller } = await callControl('control.showJournalLine', { params: { id: call } })
  const failed = status !== null && status >= 400
  const answer = failed && code !== null ? { refuse: { code } } : { respond: { status: failed ? status : 503 } }
  const where = caller?.org == null ? {} : { where: { org: caller.org } }
  // The example of the operation has a caller of its own, which the rule may not be for: here it is this one.
  const as = caller?.org == null ? {} : { as: { org: caller.org, ...(caller.orgNo !== null && { orgNo: caller.orgNo }) } }
  const expect = failed && code !== null ? { status, code } : failed ? status : 503
  // A job, or a path that no operation has, cannot be called by a proof.
  const known = operation === null ? undefined : operationsIn(await callControl('control.showOpenapi')).find(({ id }) => id === operation)
  const given = known?.given === undefined ? {} : { given: known.given }
  const proof = known ? { ...given, proof: [{ call: known.id, ...as, expect }] } : {}
  return {
    summary: `${operation ?? 'Every call'} answers ${failed ? (code ?? status) : 503}, as made of call ${call}`,
    rules: [{ on: operation ?? 'all', ...where, ...answer }],
    ...proof,
  }
}
