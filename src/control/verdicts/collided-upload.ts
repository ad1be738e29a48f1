/** Checks that a client reads its file transfer after its upload collided with another upload. */
import { fileOf } from './judging/downloads.ts'
import { fingerprint, idsIn } from './judging/line-facts.ts'
import { defineVerdict, type Moment, mayBeUnread, momentOf, recent } from './judging/verdict.ts'

/** Operations that tell a client whether the file transfer has failed. */
const looks = new Set(['fileTransfer.overview', 'fileTransfer.details', 'fileTransfer.upload'])

interface Collided extends Moment {
  /** The fingerprint of the request that initialized the transfer; undefined if unknown. */
  readonly announced: number | undefined
}

export const collidedUpload = defineVerdict({
  id: 'collided-upload',
  sentence:
    'A client whose upload ended with 500 because of a concurrent upload reads its file transfer before it initializes the file again.',
  severity: 'bad',
  source: 'file-transfer §3.1',
  guidance:
    "Read the file transfer's overview first: the other upload may have succeeded. Initialize the file again only if the transfer is Failed.",
  exercise: ['uploads-collide'],
  remember: () => ({ announced: recent<string, number>(), collided: recent<string, Collided>() }),
  look(deed, { announced, collided }, tell) {
    const { operation, id, turns, status } = deed
    if (operation === 'fileTransfer.initialize') {
      if (deed.body === null) return
      const content = fingerprint(deed.body)
      for (const each of collided.values()) {
        if (each.announced === content && each.turns === turns && deed.began >= each.ended) tell.broken(each.id, id)
      }
      const [made] = status === 200 ? idsIn(deed.replyBody, 1) : []
      if (made !== undefined) announced.set(`${deed.environment} ${made}`, content)
      return
    }
    if (operation === null || !looks.has(operation)) return
    const file = fileOf(deed)
    const before = collided.get(file)
    // On another connection, the call might already have been in flight. In that case, it proves nothing, but counts as a read.
    if (before && deed.began >= before.ended && !deed.lost && status !== null && status < 500) {
      if (before.turns === turns && !mayBeUnread(before, deed)) tell.met()
      collided.delete(file)
    }
    if (deed.collided && !deed.lost) collided.set(file, { ...momentOf(deed), announced: announced.get(file) })
  },
})
