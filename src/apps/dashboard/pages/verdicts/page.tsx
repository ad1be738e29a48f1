/** Verdicts on the world's clients: good ones, bad ones, and those that no client has exercised. */

import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { Badge, type Tone } from '../../components/facts.tsx'
import { Empty, Loaded } from '../../components/list.tsx'
import { Text, TextLink } from '../../components/text.tsx'
import { Who } from '../../components/who.tsx'
import { useChange, useControl } from '../../data/control.ts'
import { type Party, partyOf } from '../../data/names.ts'
import { hrefOf } from '../../shell/address.ts'
import './verdicts.css'

export function page() {
  const judged = useControl('control.listVerdicts', {}, { live: true })
  const start = useChange('control.startVerdicts', () => 'The world is being watched from now on.')
  const end = useChange('control.endVerdicts', () => 'The world is no longer being watched.')
  return (
    <div class="verdicts">
      <Loaded of={judged}>
        {({ verdicts, callers, watched, missing, unmet, repeated, ours }) => {
          const nameOf = (caller: string) => callers.find((each) => each.caller === caller) ?? { caller, orgNo: null, name: null }
          return (
            <>
              <header class="head">
                <h1>Verdicts</h1>
                <p class="quiet">
                  {watched
                    ? "Each client's behaviour since you started to watch the world."
                    : "Each client's behaviour in the calls in the journal. Watch the world to judge every call."}
                </p>
                <Button
                  label={watched ? 'Stop watching' : 'Watch this world'}
                  class={watched ? '' : 'primary'}
                  act={() => (watched ? end : start).mutate({})}
                />
              </header>
              <ul class="notes">
                {unmet.map((name) => (
                  <li key={name}>
                    The scenario <TextLink href={hrefOf(['scenarios', name])}>{name}</TextLink> was switched on, but affected no calls.
                  </li>
                ))}
                {missing.map((sentence) => (
                  <li key={sentence}>{sentence}.</li>
                ))}
                {ours.map(({ call, why }) => (
                  <li key={call}>
                    A bug in Standin, not in the client: <a href={hrefOf(['calls', call])}>call {call}</a>: <Text>{why}</Text>.
                  </li>
                ))}
                {repeated.map(({ caller, calls }) => (
                  <li key={caller}>
                    The HTTP library of <Who of={partyIn(nameOf(caller))} /> probably retried these calls automatically: {calls.join(', ')}.
                  </li>
                ))}
              </ul>
              {callers.length === 0 && (
                <Empty title="No client has made a call yet.">
                  <p>Make a call to the service. Standin's own calls, such as those from this page, are not judged.</p>
                </Empty>
              )}
              {callers.map((each) => (
                <CallerVerdicts key={each.caller} of={each} verdicts={verdicts} />
              ))}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

type Reply = ControlReply<'control.listVerdicts'>
type Verdict = Reply['verdicts'][number]
type Word = Verdict['callers'][number]['verdict']

/** Returns a caller as a party. A caller without an organization is identified by a code or a client id. */
const partyIn = ({ caller, orgNo }: Pick<Reply['callers'][number], 'caller' | 'orgNo'>): Party =>
  orgNo === null ? partyOf(caller) : { org: null, orgNo, clientId: caller === orgNo ? null : caller }

const tones: Readonly<Record<Word, Tone>> = { bad: 'bad', advice: 'warn', good: 'good', 'not-exercised': 'plain' }
const order = Object.keys(tones)

/** A client's verdicts: bad ones first, then good ones, then those not exercised. */
function CallerVerdicts({ of, verdicts }: { readonly of: Reply['callers'][number]; readonly verdicts: readonly Verdict[] }) {
  const { caller } = of
  const theirs = verdicts.flatMap(({ callers, ...verdict }) => {
    const own = callers.find((each) => each.caller === caller)
    return own ? { ...verdict, ...own } : []
  })
  const shown = theirs
    .filter(({ verdict }) => verdict !== 'not-exercised')
    .sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict))
  const never = theirs.filter(({ verdict }) => verdict === 'not-exercised')
  return (
    <section class="card">
      <h2>
        <Who of={partyIn(of)} full />
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
          <summary>Not exercised: {never.length} verdicts</summary>
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
