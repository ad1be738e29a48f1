/** What happened to a message: each status with its time, and the line of the journal that set it. */
import type { ControlReply } from '../../../control/client.ts'
import { Badge } from '../../components/badge.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Text } from '../../components/text.tsx'
import { Time } from '../../components/time.tsx'
import { useControl } from '../../data/control.ts'
import { hrefOf } from '../../shell/address.ts'
import { type SentMessage, toneOf } from './sent-message.ts'

type Entry = ControlReply<'control.showStory'>['story'][number]

interface Step {
  readonly at: string
  readonly status: string
  readonly line: string | null
}

export function History({ message }: { readonly message: SentMessage }) {
  const story = useControl('control.showStory', { params: { id: message.shipmentId }, query: { limit: '1000' } }, { live: true })
  return (
    <Loaded of={story}>
      {(data) => (
        <ol class="history">
          {stepsOf(message, data.story).map(({ at, status, line }) => (
            <li key={`${at} ${status} ${line}`}>
              <Time at={at} full />
              <Badge tone={toneOf(status)}>{status}</Badge>
              {line === null ? (
                <span class="quiet">a report sent here</span>
              ) : (
                <a href={hrefOf(['calls', line])}>
                  line <Text>{line}</Text>
                </a>
              )}
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}

/** A line says the statuses that it set. A report that a tester sends has no line. */
function stepsOf(message: SentMessage, story: readonly Entry[]): Step[] {
  const steps = story.flatMap(({ kind, at, why, id }): Step[] => {
    if (kind !== 'job' || why === null) return []
    const isOther = why.includes('destination ') && !why.includes(`destination ${message.to},`)
    const status = / status ((?:Email|SMS)_\w+)/.exec(why)?.[1]
    return status === undefined || isOther ? [] : [{ at, status, line: id }]
  })
  const last = steps.at(-1)
  return last?.status === message.status ? steps : [...steps, { at: message.statusAt, status: message.status, line: null }]
}
