/** The proof of a scenario: the steps that show its failure. */
import { Badge } from '../../components/badge.tsx'
import { Empty } from '../../components/loaded.tsx'
import { Text } from '../../components/text.tsx'
import { useChange } from '../../data/control.ts'
import type { FullScenario } from './full-scenario.ts'
import { Tried } from './tried.tsx'
import { said, stepOf } from './words.ts'

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
    <ol class="proof">
      {given !== undefined && (
        <li>
          <Badge>given</Badge> <Text>{said(given)}</Text>
        </li>
      )}
      {steps.map((step, at) => {
        const { kind, about, rest } = stepOf(step)
        return (
          <li key={at}>
            <Badge tone="info">{kind}</Badge>{' '}
            <strong>
              <Text>{about}</Text>
            </strong>{' '}
            <span class="quiet">
              <Text>{rest}</Text>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const isStep = (step: unknown): step is Record<string, unknown> => typeof step === 'object' && step !== null

const stepsOf = (proof: unknown) => (Array.isArray(proof) ? proof.filter(isStep) : [])
