/** Two replies to the same call, side by side, with differing lines highlighted. */
import type { ControlReply } from '../../../../control/client.ts'
import { Lines } from '../../components/facts.tsx'
import { counted, visible } from '../../components/text.tsx'
import { parseJson } from '../../data/json.ts'
import { alignedLines, isSameLine } from './aligned.ts'

export type Report = NonNullable<ControlReply<'control.showComparison'>['report']>
export type Group = Report['groups'][number]
type ShownReply = NonNullable<Group['example']['there']>

interface RepliesProps {
  readonly there: ShownReply | null | undefined
  readonly here: ShownReply | null | undefined
  /** The group's position, which makes labels unique, because other groups might be open too. */
  readonly nth: number
}

export function Replies({ there, here, nth }: RepliesProps) {
  if (!there && !here) return <p class="quiet">The report does not contain the replies to this call.</p>
  const lines = alignedLines(linesOf(there, here), linesOf(here, there))
  return (
    <div class="replies">
      <Reply
        title="Real service"
        nth={nth}
        reply={there}
        lines={lines.map(({ one, other }) => ({ text: one, differs: !isSameLine(one, other) }))}
      />
      <Reply
        title="Standin"
        nth={nth}
        reply={here}
        lines={lines.map(({ one, other }) => ({ text: other, differs: !isSameLine(one, other) }))}
      />
    </div>
  )
}

interface ReplyProps {
  readonly title: string
  readonly nth: number
  readonly reply: ShownReply | null | undefined
  readonly lines: readonly { readonly text: string | undefined; readonly differs: boolean }[]
}

function Reply({ title, nth, reply, lines }: ReplyProps) {
  return (
    <section aria-label={`${title}, group ${nth}`}>
      <h3>{title}</h3>
      {!reply && <p class="quiet">No reply was recorded.</p>}
      {reply && (
        <Lines>
          {lines.map(({ text, differs }) =>
            text === undefined ? (
              <span class="line absent" aria-hidden="true" />
            ) : differs ? (
              <mark class="line">
                <span class="unheard">differs: </span>
                <bdi>{visible(text, false)}</bdi>
              </mark>
            ) : (
              <span class="line">
                <bdi>{visible(text, false)}</bdi>
              </span>
            ),
          )}
        </Lines>
      )}
      {reply && reply.missing > 0 && <p class="quiet">{counted(reply.missing, 'more character')} of the body are not in the report.</p>}
    </section>
  )
}

/** Headers that every server adds to its replies. They are not compared. */
const ofServer = new Set(['connection', 'content-length', 'date', 'keep-alive', 'server', 'transfer-encoding'])

/** Returns the status, the sorted headers, and the body. JSON has one member per line, without commas at the line ends. */
function linesOf(reply: ShownReply | null | undefined, other: ShownReply | null | undefined): string[] {
  if (!reply) return []
  const isShown = (name: string) => !other || name in other.headers || !ofServer.has(name)
  const headers = Object.entries(reply.headers)
    .filter(([name]) => isShown(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return [`HTTP ${reply.status}`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ...bodyLines(reply)]
}

function bodyLines({ body, bytes }: ShownReply): string[] {
  if (body === null) return bytes === 0 ? [] : [`(${counted(bytes, 'byte')} that are not text)`]
  const value = parseJson(body)
  return (value === undefined ? body : JSON.stringify(value, null, 2).replaceAll(',\n', '\n')).split('\n')
}
