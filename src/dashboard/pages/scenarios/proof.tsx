/** What a scenario says: its rules, and its proof, the steps that show its failure. */
import type { ControlReply } from '../../../control/rows/client.ts'
import { Badge } from '../../components/badge.tsx'
import { Empty } from '../../components/loaded.tsx'
import { Quiet, Text } from '../../components/text.tsx'
import { useChange } from '../../data/control.ts'
import { Tried } from './tried.tsx'

export type FullScenario = ControlReply<'control.showScenario'>

export function Proof({ scenario: { name, document } }: { readonly scenario: FullScenario }) {
  const prove = useChange('control.proveScenario')
  const steps = stepsOf(document.proof)
  if (steps.length === 0) return <Empty title="This scenario has no proof." />
  return (
    <>
      <div class="actions start">
        <button type="button" disabled={prove.isPending} onClick={() => prove.mutate({ body: { name } })}>
          Try
        </button>
        <span class="quiet">Runs these steps in a world of its own, which is dropped afterwards.</span>
      </div>
      {prove.data || prove.isPending ? <Tried run={prove} /> : <Steps given={document.given} steps={steps} />}
    </>
  )
}

interface StepsProps {
  readonly given: unknown
  readonly steps: readonly Record<string, unknown>[]
}

function Steps({ given, steps }: StepsProps) {
  return (
    <ol class="lines">
      {given !== undefined && (
        <li>
          <Badge>given</Badge> <Text>{said(given)}</Text>
        </li>
      )}
      {steps.map((step, at) => {
        const { kind, about, rest } = stepOf(step)
        return (
          <li key={at}>
            <Badge tone="info">{kind}</Badge> <Text as="strong">{about}</Text> <Quiet>{rest}</Quiet>
          </li>
        )
      })}
    </ol>
  )
}

const isStep = (step: unknown): step is Record<string, unknown> => typeof step === 'object' && step !== null

const stepsOf = (proof: unknown) => (Array.isArray(proof) ? proof.filter(isStep) : [])

/** The rules of a scenario: when each applies, what it does, and how often it has covered a call or job. */
export function Rules({ scenario: { rules, explained, counted, active } }: { readonly scenario: FullScenario }) {
  return (
    <ol class="rules lines">
      {rules.map((rule, at) => (
        <li key={at}>
          <p class="conditions">
            <Text>{conditionsOf(rule)}</Text>
            <Badge
              tone={counted[at] ? 'info' : 'plain'}
              title="Calls and jobs that the rule has covered since the scenario was switched on"
            >
              {`${counted[at] ?? 0} counted`}
            </Badge>
          </p>
          <Text as="p">{(explained[at] ?? []).join(' ')}</Text>
        </li>
      ))}
      {!active && <li class="quiet">Rules count from the moment the scenario is switched on.</li>}
    </ol>
  )
}

type Written = Readonly<Record<string, unknown>>

/** A value in the flow style of YAML: `{ org: ttd, calls: [1, 2] }`. */
function said(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(said).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, each]) => `${name}: ${said(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** The words before each condition, in the order in which they are read. */
const conditions: Readonly<Record<string, string>> = {
  on: '',
  where: 'where ',
  calls: 'calls ',
  per: 'for each ',
  probability: 'with probability ',
  after: 'after ',
  for: 'for ',
  every: 'again every ',
  until: 'until ',
}

/** The conditions of a rule in short. */
function conditionsOf(rule: Written): string {
  const parts = Object.entries(conditions).flatMap(([name, before]) => (rule[name] === undefined ? [] : [`${before}${said(rule[name])}`]))
  if (rule.on === undefined) parts.unshift('everything that it concerns')
  return parts.join(', ')
}

/** A step of a proof: its kind, what it is about, and the rest. */
function stepOf(step: Written): { readonly kind: string; readonly about: string; readonly rest: string } {
  const [[kind, about] = ['step', ''], ...others] = Object.entries(step)
  return { kind, about: said(about), rest: others.map(([name, value]) => `${name}: ${said(value)}`).join(', ') }
}
