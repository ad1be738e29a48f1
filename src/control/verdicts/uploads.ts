/** Verdicts on uploads. */
import { current, fileTransfers } from '../../service/areas/file-transfer/records.ts'
import type { Line } from '../../service/world/journal.ts'
import { namedIn } from './judging/deed.ts'
import { fileOf } from './judging/downloads.ts'
import { fingerprint, idsIn, memberOf, membersOf } from './judging/line-facts.ts'
import { defineVerdict, type Evidence, type Moment, mayBeUnread, mayPass, momentOf, recent } from './judging/verdict.ts'

export const checksum = defineVerdict({
  id: 'checksum',
  sentence: "A client sends a file's checksum before it uploads the file.",
  severity: 'advice',
  source: 'file-transfer §2',
  guidance: "Compute the file's MD5 hash and send it as the checksum. The service then refuses a file that was damaged in transit.",
  look({ id, operation, status, body }, _, tell) {
    if (operation !== 'fileTransfer.initialize' || status !== 200) return
    const members = membersOf(body)
    if (!members) return
    const given = memberOf(members, 'checksum')
    if (typeof given === 'string' && given !== '') tell.met()
    else tell.broken(id)
  },
})

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

const wholeUploads = new Set<string | null>(['resumableUpload.createUpload', 'fileTransfer.upload'])

export const resumedUpload = defineVerdict({
  id: 'resumed-upload',
  sentence: 'A client resumes an interrupted upload instead of starting again.',
  severity: 'bad',
  source: 'file-transfer §8',
  guidance: 'Use HEAD to find out how many bytes have arrived, and send the rest with PATCH.',
  exercise: ['outage-storage', 'flapping-storage', 'connection-reset'],
  remember: () => recent<string, Moment>(),
  look(deed, uploads, tell) {
    const { operation, id, turns } = deed
    if (operation === null || !(operation.startsWith('resumableUpload.') || wholeUploads.has(operation))) return
    const key = `${deed.environment} ${namedIn(deed.path)}`
    const before = uploads.get(key)
    const isAppend = operation === 'resumableUpload.appendToUpload'
    const isRefused = deed.status !== null && deed.status >= 400 && !mayPass(deed)
    if (isAppend && before && !isRefused && !mayBeUnread(before, deed)) tell.met()
    if (isAppend && mayPass(deed)) {
      uploads.set(key, momentOf(deed))
      return
    }
    if (!before || deed.began < before.ended) return
    if (operation === 'resumableUpload.terminateUpload' || (isAppend && isRefused)) return
    // The upload still exists and can be resumed.
    if (operation === 'resumableUpload.inspectUpload' && deed.status === 200) return
    const isPart = deed.headers['upload-concat'] !== undefined
    if (wholeUploads.has(operation) && !isPart && before.turns === turns) tell.broken(before.id, id)
    uploads.delete(key)
  },
})

const left: Readonly<Record<string, string>> = { Initialized: 'without its file', UploadStarted: 'half uploaded' }

export const uploadFinished = defineVerdict({
  id: 'upload-finished',
  sentence: 'Before a client exits successfully, it finishes the upload for each file transfer whose id it has received.',
  severity: 'bad',
  source: 'file-transfer §3.1',
  guidance: 'Store the fileTransferId when you receive it, and upload the file again if the upload failed.',
  exercise: ['upload-interrupted'],
  demanded: 'success',
  atEnd(evidence) {
    const known = knownTransfers(evidence)
    return Object.values(evidence.world.environments).flatMap(({ name, of }) =>
      [...of(fileTransfers).values()].flatMap((transfer) => {
        const how = known.has(`${name} ${transfer.id}`) ? left[current(transfer).status] : undefined
        return how === undefined ? [] : `leaves the transfer of ${transfer.fileName} ${how}, although it received the transfer's id`
      }),
    )
  },
})

/** Returns the transfers whose id a client knows: from a reply, or, if the reply is unknown, because it called the transfer's URL. */
const knownTransfers = ({ calls }: Evidence): Set<string> =>
  new Set(
    calls.flatMap((line) => [namedIn(line.path ?? ''), createdBy(line)].flatMap((id) => (id === '' ? [] : `${line.environment} ${id}`))),
  )

const creating = ['fileTransfer.initialize', 'fileTransfer.initializeAndUpload']

/** Returns the id from a complete, readable reply, or an empty string for any other reply. */
function createdBy({ operation, cut, status, replyBody }: Line): string {
  if (!creating.includes(operation ?? '') || cut || status === null || status >= 300) return ''
  const { fileTransferId = '' } = membersOf(replyBody) ?? {}
  return String(fileTransferId).toLowerCase()
}
