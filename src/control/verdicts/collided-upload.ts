/** Whether a client looks what has become of a file transfer whose upload collided with another one. */
import { fileOf } from './judging/downloads.ts'
import { fingerprint, idsIn } from './judging/line-facts.ts'
import { defineVerdict, type Moment, mayBeUnread, momentOf, recent } from './judging/verdict.ts'

/** What tells a client that the file transfer is Failed, or is not. */
const looks = new Set(['fileTransfer.overview', 'fileTransfer.details', 'fileTransfer.upload'])

interface Collided extends Moment {
  /** What announced the file; undefined: it is not known. */
  readonly announced: number | undefined
}

export const collidedUpload = defineVerdict({
  id: 'collided-upload',
  sentence: 'A client whose upload ended with 500 beside another one looks at its file transfer before it announces the file again.',
  severity: 'bad',
  source: 'file-transfer §3.1',
  guidance:
    'Read the overview of the file transfer first: another upload of it may have ended well. Announce the file again where it is Failed.',
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
    // Over another connection it may have been on its way: that excuses, and shows nothing.
    if (before && deed.began >= before.ended && !deed.lost && status !== null && status < 500) {
      if (before.turns === turns && !mayBeUnread(before, deed)) tell.met()
      collided.delete(file)
    }
    if (deed.collided && !deed.lost) collided.set(file, { ...momentOf(deed), announced: announced.get(file) })
  },
})
