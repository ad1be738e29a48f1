/** The verdicts on one client: first what it does wrong, then what it does well, at last what it never met. */

import type { ControlReply } from '../../../control/rows/client.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { CallerName } from '../../components/caller-name.tsx'
import { hrefOf } from '../../shell/address.ts'

type Reply = ControlReply<'control.listVerdicts'>
type Verdict = Reply['verdicts'][number]
type Word = Verdict['callers'][number]['verdict']

const tones: Readonly<Record<Word, Tone>> = { bad: 'bad', advice: 'warn', good: 'good', 'not-exercised': 'plain' }
const order = Object.keys(tones)

interface CallerVerdictsProps {
  readonly of: Reply['callers'][number]
  readonly verdicts: readonly Verdict[]
}

export function CallerVerdicts({ of, verdicts }: CallerVerdictsProps) {
  const { caller } = of
  const theirs = verdicts.flatMap(({ callers, ...verdict }) => {
    const found = callers.find((each) => each.caller === caller)
    return found ? { ...verdict, ...found } : []
  })
  const shown = theirs
    .filter(({ verdict }) => verdict !== 'not-exercised')
    .sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict))
  const never = theirs.filter(({ verdict }) => verdict === 'not-exercised')
  return (
    <section class="card">
      <h2>
        <CallerName {...of} />
        <a href={hrefOf(['calls'], { caller })}>its calls</a>
      </h2>
      <ul class="judged">
        {shown.map(({ id, verdict, sentence, guidance, calls }) => (
          <li key={id}>
            <Badge tone={tones[verdict]}>{verdict}</Badge>
            <div>
              <p>
                <strong>{id}</strong> {sentence}
              </p>
              {calls.length > 0 && (
                <>
                  <p>
                    Shown by{' '}
                    {calls.map((call) => (
                      <a key={call} href={hrefOf(['calls', call])}>
                        {call}
                      </a>
                    ))}
                  </p>
                  <p class="quiet">{guidance}</p>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {never.length > 0 && (
        <details>
          <summary>Never met: {never.length} verdicts</summary>
          <ul class="judged">
            {never.map(({ id, sentence, exercise }) => (
              <li key={id}>
                <Badge>{id}</Badge>
                <div>
                  <p>{sentence}</p>
                  {exercise.length > 0 && (
                    <p class="quiet">
                      Try{' '}
                      {exercise.map((name) => (
                        <a key={name} href={hrefOf(['scenarios', name])}>
                          {name}
                        </a>
                      ))}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
