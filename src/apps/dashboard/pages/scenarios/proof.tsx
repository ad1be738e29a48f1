/** A scenario's proof: the steps that demonstrate its failure, and their results. */

import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { Badge } from '../../components/facts.tsx'
import { Empty } from '../../components/list.tsx'
import { Quiet, Text } from '../../components/text.tsx'
import { useChange } from '../../data/control.ts'
import { type FullScenario, said, type Written } from './rules.tsx'

type Run = ControlReply<'control.proveScenario'>

export function Proof({ scenario: { name, document } }: { readonly scenario: FullScenario }) {
  const prove = useChange('control.proveScenario')
  const steps = stepsOf(document.proof)
  if (steps.length === 0) return <Empty title="This scenario has no proof." />
  return (
    <>
      <div class="actions start">
        <Button label="Try" disabled={prove.isPending} act={() => prove.mutate({ body: { name } })} />
        <span class="quiet">Runs these steps in a temporary world.</span>
      </div>
      {prove.data || prove.isPending ? <Tried run={prove} /> : <Steps given={document.given} steps={steps} />}
    </>
  )
}

const Steps = ({ given, steps }: { readonly given: unknown; readonly steps: readonly Record<string, unknown>[] }) => (
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

const isStep = (step: unknown): step is Record<string, unknown> => typeof step === 'object' && step !== null

const stepsOf = (proof: unknown) => (Array.isArray(proof) ? proof.filter(isStep) : [])

/** Splits a proof step into its kind, its target, and the rest. */
function stepOf(step: Written): { readonly kind: string; readonly about: string; readonly rest: string } {
  const [[kind, about] = ['step', ''], ...others] = Object.entries(step)
  return { kind, about: said(about), rest: others.map(([name, value]) => `${name}: ${said(value)}`).join(', ') }
}

const tones = { passed: 'good', failed: 'bad', 'not reached': 'plain' } as const

export const Tried = ({ run: { data, isPending } }: { readonly run: { readonly data?: Run | undefined; readonly isPending: boolean } }) => (
  <section class="tried" aria-label="The proof" aria-live="polite" aria-busy={isPending}>
    {isPending && <p class="quiet">The proof is running …</p>}
    {!isPending && data && <Told proof={data} />}
  </section>
)

const Told = ({ proof: { passed, problem, ms, dialect, steps } }: { readonly proof: Run }) => (
  <>
    <p>
      <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'passed' : 'failed'}</Badge> {passed ? 'The proof passed' : 'The proof failed'}{' '}
      <span class="quiet">{`${ms} ms, dialect ${dialect}, in a temporary world`}</span>
    </p>
    {problem !== null && <Text as="p">{problem}</Text>}
    <ol class="lines">
      {steps.map(({ step, does, expected, got, result, wrong }) => (
        <li key={step}>
          <Badge tone={tones[result]}>{result}</Badge> <Text as="strong">{does}</Text>
          <Said label="expected " value={expected} />
          <Said label="got " value={got} />
          {wrong.map((sentence, at) => (
            <div key={at}>
              <Text>{sentence}</Text>
            </div>
          ))}
        </li>
      ))}
    </ol>
  </>
)

function Said({ label, value }: { readonly label: string; readonly value: string }) {
  if (value === '') return null
  return (
    <div>
      <span class="quiet">{label}</span>
      <Text as="code">{value}</Text>
    </div>
  )
}
