/** An open call or job: request, reply, the stages between them, and the reason for the reply. */

import { useState } from 'preact/hooks'
import { Button, CloseButton } from '../../components/button.tsx'
import { Badge, Facts, StatusBadge } from '../../components/facts.tsx'
import { HttpMessage } from '../../components/http-message.tsx'
import { Loaded } from '../../components/list.tsx'
import { counted, Milliseconds, Text, Time } from '../../components/text.tsx'
import { Copy } from '../../components/toast.tsx'
import { Who } from '../../components/who.tsx'
import { newest } from '../../data/journal.ts'
import { hrefOf, useQueryValue } from '../../shell/address.ts'
import { Differences } from './compared.tsx'
import { Comparison, nearestTo } from './comparison.tsx'
import { Caused, Claims, type FullLine, useOpenedLine, Waterfall } from './course.tsx'
import { curlOf, SendAgain } from './send-again.tsx'

/** Number of lines searched for a similar call. */
const lookedThrough = 10_000

export function OpenLine({ id, close }: { readonly id: string; close(): void }) {
  const { line, isOver, renew } = useOpenedLine(id)
  const [sending, setSending] = useState(false)
  const [other, setOther] = useQueryValue('with')
  return (
    <article class="open-line beside" aria-label={`Line ${id}`}>
      <Loaded of={line}>
        {(full) => (
          <>
            <header>
              <h2>
                <span class="method">
                  <Text>{full.method ?? 'job'}</Text>
                </span>{' '}
                <Text>{full.path ?? full.operation}</Text>
              </h2>
              {full.method !== null && (
                <>
                  <Copy text={() => curlOf(full)} what="the call as curl" label="curl" />
                  <Button label="Edit and send" act={() => setSending(true)} />
                  <Button
                    label="Compare"
                    aria-pressed={other !== ''}
                    act={() => setOther(other === '' ? (nearestTo(full, newest(lookedThrough)) ?? id) : '')}
                  />
                  <a href={hrefOf(['scenarios', '_', 'edit'], { call: id })}>create a scenario</a>
                </>
              )}
              <CloseButton label="Close the call" close={close} />
            </header>
            {isOver && (
              <p class="notice info" role="status">
                This line belongs to an earlier journal: the server restarted, or the world was reset.{' '}
                <button type="button" class="small" onClick={renew}>
                  Show the current line <Text>{id}</Text>
                </button>
              </p>
            )}
            {sending && <SendAgain line={full} close={() => setSending(false)} />}
            {other !== '' && <Comparison line={full} other={other} />}
            <Outcome line={full} />
            {full.comparison && <Differences of={full.comparison} />}
            <Rules line={full} />
            <HttpMessage title="Request" of={full.request} />
            {full.reply && <HttpMessage title="Reply" of={full.reply} />}
            <Waterfall line={full} />
            <Caused line={full} />
            <Claims line={full} />
          </>
        )}
      </Loaded>
    </article>
  )
}

function Outcome({ line }: { readonly line: FullLine }) {
  const { status, code, ms, committed, commits, why, stage, caller, operation } = line
  return (
    <>
      <p class="outcome row">
        <StatusBadge status={status} />
        {code !== null && <Badge tone="warn">{code}</Badge>}
        <Badge tone={committed ? 'good' : 'plain'}>
          {committed ? `committed${commits > 1 ? ` ${counted(commits, 'time')}` : ''}` : 'nothing committed'}
        </Badge>
        {line.reply?.cut && <Badge tone="bad">the reply was cut</Badge>}
        <Milliseconds of={ms} />
      </p>
      {why !== null && (
        <p class="why callout warn">
          <Text>{why}</Text>
        </p>
      )}
      <Facts
        of={{
          Operation: operation,
          At: <Time at={line.at} full />,
          Environment: line.environment,
          Caller: caller ? <Who of={caller} full /> : 'nobody',
          Query: line.request.query === '' ? undefined : line.request.query,
          'Ended in': stage,
        }}
      />
    </>
  )
}

/** Shows the rule that applied, and why other rules did not. */
function Rules({ line: { scenario, rules, effects } }: { readonly line: FullLine }) {
  if (scenario === null && rules.length === 0) return null
  return (
    <section>
      <h3>Scenarios</h3>
      {scenario !== null && (
        <p>
          <a href={hrefOf(['scenarios', scenario])}>
            <Badge tone="warn">{scenario}</Badge>
          </a>{' '}
          applied: <Text>{effects.map(({ explained }) => explained).join(' ')}</Text>
        </p>
      )}
      <ul class="rules">
        {rules.map((rule) => (
          <Text key={rule} as="li">
            {rule}
          </Text>
        ))}
      </ul>
    </section>
  )
}
