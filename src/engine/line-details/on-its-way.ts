/** Notes an answer on the line of its call, and closes the line when the answer is sent. */

import { bodyLimit } from '../../state/journal/keeping.ts'
import { isStream } from '../../wire/http/body.ts'
import type { Answer, AnswerHeaders, PendingAnswer, Sent } from '../../wire/http/call.ts'
import type { EngineDependencies } from '../engine-dependencies.ts'
import { collectAtMinimumRate } from '../minimum-upload-rate.ts'
import { signalOf, type Walk } from '../walk.ts'

/** The line gets its status with the answer, and is closed when the host reports that the answer is sent. */
export function onItsWay({ platform, settings }: EngineDependencies, walk: Walk | undefined, said: Answer): PendingAnswer {
  if (!walk) return { answer: said, sent() {} }
  const { line, cleanups, world } = walk
  if (walk.note !== undefined) line.why = line.why === null ? walk.note : `${line.why}. ${walk.note}`
  const answer = settings.callHeaders ? withCallHeaders(said, walk) : said
  const { keep } = world.journal
  line.status = answer.status || null
  if (answer.status >= 400 && line.scenario !== null) line.why ??= `the scenario ${line.scenario} answers in place of the service`
  if (typeof answer.body === 'string' && settings.journalBodies) keep.replyBody(line, answer.body)
  keep.replyHeaders(line, answer.headers)
  line.cut = answer.cut !== undefined
  const rest = readRefusedBody(walk)

  function sent({ bytes, complete }: Sent): void {
    line.ms = platform.tick() - line.began
    line.replyBytes = bytes
    line.cut = !complete
    if (bytes === 0 && !complete && !answer.cut && !world.gone) {
      line.status = 499
      line.code = 'NOT-00002'
      line.why ??= 'NOT-00002: the client left before its reply went out'
    }
    for (const tidy of cleanups) tidy().catch(platform.alarm)
    if (rest === undefined) close()
    else void rest.then(close)
  }
  function close(): void {
    world.journal.close(line)
    world.changes.note()
  }
  return { answer, sent, signal: isStream(answer.body) ? signalOf(walk) : undefined }
}

const utf8 = new TextDecoder()

/** Reads on the JSON body of a call that was refused before it was read, where a follower wants to know it. Undefined where there is nothing to read. It never rejects: the body of a client that leaves, or that sends too much, stays unknown. */
function readRefusedBody(walk: Walk): Promise<void> | undefined {
  const { call, line, world, route, dependencies } = walk
  if (!world.journal.following.wantsDetails || !dependencies.settings.journalBodies) return undefined
  if (!call.body || walk.input !== undefined || line.requestBytes !== null || route.row.request.body?.kind !== 'json') return undefined
  return Promise.resolve(collectAtMinimumRate(call.body, bodyLimit, dependencies.platform, undefined, world)).then(
    (bytes) => {
      line.requestBytes = bytes.byteLength
      if (bytes.byteLength > 0) world.journal.keep.requestBody(line, utf8.decode(bytes))
    },
    () => {},
  )
}

/** Names the journal line of a call, and the scenario or preference that applied, or that had no effect. Source: decisions §12. */
function withCallHeaders(answer: Answer, { line, note, preference }: Walk): Answer {
  const headers: AnswerHeaders = { ...answer.headers, 'x-standin-call': line.id }
  const applied = line.scenario ?? preference
  if (applied !== undefined) headers['x-standin-scenario'] = applied
  if (note !== undefined) headers['x-standin-note'] = note
  return { ...answer, headers }
}
