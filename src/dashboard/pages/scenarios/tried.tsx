/** What a proof did when it was tried: each step with what it expected and what it got. */
import type { ControlReply } from '../../../control/rows/client.ts'
import { Badge } from '../../components/badge.tsx'
import { Text } from '../../components/text.tsx'

type Proof = ControlReply<'control.proveScenario'>

interface TriedProps {
  readonly run: { readonly data?: Proof | undefined; readonly isPending: boolean }
}

const tones = { passed: 'good', failed: 'bad', 'not reached': 'plain' } as const

export function Tried({ run: { data, isPending } }: TriedProps) {
  return (
    <section class="tried" aria-label="The proof" aria-live="polite" aria-busy={isPending}>
      {isPending && <p class="quiet">The proof runs …</p>}
      {!isPending && data && <Told proof={data} />}
    </section>
  )
}

function Told({ proof: { passed, problem, ms, dialect, steps } }: { readonly proof: Proof }) {
  return (
    <>
      <p>
        <Badge tone={passed ? 'good' : 'bad'}>{passed ? 'passed' : 'failed'}</Badge>{' '}
        {passed ? 'The proof passes' : 'The proof does not pass'}{' '}
        <span class="quiet">{`${ms} ms, dialect ${dialect}, in a world of its own`}</span>
      </p>
      {problem !== null && <Text as="p">{problem}</Text>}
      <ol class="lines">
        {steps.map(({ step, does, expected, got, result, wrong }) => (
          <li key={step}>
            <Badge tone={tones[result]}>{result}</Badge> <Text as="strong">{does}</Text>
            {expected !== '' && (
              <div>
                <span class="quiet">expected </span>
                <Text as="code">{expected}</Text>
              </div>
            )}
            {got !== '' && (
              <div>
                <span class="quiet">got </span>
                <Text as="code">{got}</Text>
              </div>
            )}
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
}
