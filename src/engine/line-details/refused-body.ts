/** Reads on the JSON body of a call that was refused before it was read, for the journal line: only where a follower wants to know it. */
import { bodyLimit } from '../../state/journal/keeping.ts'
import { collectAtMinimumRate } from '../minimum-upload-rate.ts'
import type { Walk } from '../walk.ts'

const utf8 = new TextDecoder()

/** Undefined where there is nothing to read. It never rejects: the body of a client that leaves, or that sends too much, stays unknown. */
export function readRefusedBody(walk: Walk): Promise<void> | undefined {
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
