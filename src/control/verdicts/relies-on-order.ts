/** Checks that a client does not rely on the position of an entry in a history. */
import type { Facts } from './judging/deed.ts'
import { fileOf } from './judging/downloads.ts'
import { type Members, memberOf, membersOf } from './judging/line-facts.ts'
import { defineVerdict, type Moment, mayBeUnread, momentOf, recent } from './judging/verdict.ts'

/** Statuses that allow an upload. */
const uploadable: readonly unknown[] = ['Initialized', 'UploadStarted']
/** This many additional reads of a published file show that the client is looking at the wrong entry. */
const most = 3

interface Shown extends Moment {
  /** Consecutive reads with no other call in between. */
  readonly ids: readonly string[]
  readonly status: unknown
  readonly first: unknown
  readonly last: unknown
}

export const reliesOnOrder = defineVerdict({
  id: 'relies-on-order',
  sentence: 'A client finds an entry in a history by its time, never by its position.',
  severity: 'bad',
  source: 'file-transfer §4.2',
  guidance: "Read fileTransferStatus. The order of a history's entries is not guaranteed, so compare their times to find the newest entry.",
  exercise: ['histories-unordered'],
  remember: () => ({ shown: recent<string, Shown>(), taken: recent<string, true>() }),
  look(deed, { shown, taken }, tell) {
    const { operation } = deed
    if (operation === 'fileTransfer.details') {
      const file = fileOf(deed)
      const before = shown.get(file)
      const now = shownBy(deed)
      if (!now) return shown.delete(file)
      const goesOn = before && before.turns === now.turns && deed.began >= before.ended && before.status === now.status
      const ids = goesOn ? [...before.ids, deed.id].slice(-most - 1) : [deed.id]
      shown.set(file, { ...now, ids })
      const isThere = now.status === 'Published' && now.last !== 'Published'
      if (ids.length > most && isThere && isReceiver(deed) && !taken.get(file)) tell.broken(...ids)
      return
    }
    if (operation !== 'fileTransfer.upload' && operation !== 'fileTransfer.download') return
    const file = fileOf(deed)
    const read = shown.get(file)
    shown.delete(file)
    if (operation === 'fileTransfer.download') taken.set(file, true)
    if (!read || read.turns !== deed.turns || mayBeUnread(read, deed)) return
    const { ids, status, first, last } = read
    if (operation === 'fileTransfer.download') {
      // A correct client does not expect the newest entry in first position, unless it kept reading until the entry was there.
      if (status === 'Published' && last !== status && (first !== status || ids.length === 1)) tell.met()
      return
    }
    const isMisled = !uploadable.includes(status) && [first, last].some((each) => uploadable.includes(each))
    if (isMisled && deed.code === 'BRO-00004') tell.broken(...read.ids.slice(-1), deed.id)
  },
})

/** Returns undefined unless the reply contains shuffled entries. */
function shownBy(deed: Facts): Omit<Shown, 'ids'> | undefined {
  const { shuffled, status, replyBody } = deed
  const members = shuffled && status === 200 ? membersOf(replyBody) : undefined
  const history = members && memberOf(members, 'fileTransferStatusHistory')
  if (!members || !Array.isArray(history) || history.length < 2) return undefined
  const statusOf = (entry: unknown) => memberOf((entry ?? {}) as Members, 'fileTransferStatus')
  return {
    ...momentOf(deed),
    status: memberOf(members, 'fileTransferStatus'),
    first: statusOf(history[0]),
    last: statusOf(history.at(-1)),
  }
}

/** True if the caller is not the sender. The sender has a reason to read again, because it is waiting for confirmations. */
function isReceiver({ orgNo, replyBody }: Facts): boolean {
  const sender = memberOf(membersOf(replyBody) ?? {}, 'sender')
  return orgNo !== null && typeof sender === 'string' && !sender.endsWith(orgNo)
}
