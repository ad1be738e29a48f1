/** What happened to a message: each status with its time, and what set it: a line of the journal, or a report of a tester. */
import type { ControlReply } from '../../../control/rows/client.ts'
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
  /** The line of the journal that set it. */
  readonly line?: string
  /** What set it, where no line did. */
  readonly by?: string
}

export function History({ message }: { readonly message: SentMessage }) {
  const story = useControl('control.showStory', { params: { id: message.shipmentId }, query: { limit: '1000' } }, { live: true })
  return (
    <Loaded of={story}>
      {(data) => (
        <ol class="history">
          {stepsOf(message, data.story).map(({ at, status, line, by }, step) => (
            <li key={step}>
              <Time at={at} full />
              <Badge tone={toneOf(status)}>{status}</Badge>
              {line === undefined ? (
                <span class="quiet">{by}</span>
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

/**
 * A line says the status that it set. The reports that a tester chose come after the lines: the service sets no status after a report.
 * The story is that of the whole order, so that it holds other messages, too.
 */
function stepsOf(message: SentMessage, story: readonly Entry[]): Step[] {
  const { shipmentId, position, environment, reports } = message
  const lines = story.flatMap(({ kind, at, why, id, record, environment: place }): Step[] => {
    const isOwn = record?.id === shipmentId && record.position === position && place === environment
    const status = kind === 'job' && isOwn ? / status ((?:Email|SMS)_\w+)/.exec(why ?? '')?.[1] : undefined
    return status === undefined ? [] : [{ at, status, line: id }]
  })
  const steps = [...lines, ...reports.map(({ at, status }): Step => ({ at, status, by: 'a report that a tester sent' }))]
  if (steps.at(-1)?.status === message.status) return steps
  return [...steps, { at: message.statusAt, status: message.status, by: 'its line is not in the journal any more' }]
}
