/** The proof of a scenario: the steps that show its failure. */
import { Badge } from '../../components/badge.tsx'
import { Empty } from '../../components/loaded.tsx'
import { Text } from '../../components/text.tsx'
import type { FullScenario } from './full-scenario.ts'
import { said, stepOf } from './words.ts'

export function Proof({ scenario: { document } }: { readonly scenario: FullScenario }) {
  const steps = stepsOf(document.proof)
  if (steps.length === 0) return <Empty title="This scenario has no proof." />
  return (
    <ol class="proof">
      {document.given !== undefined && (
        <li>
          <Badge>given</Badge> <Text>{said(document.given)}</Text>
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
