/** Checks that a client resumes an interrupted upload. */
import { namedIn } from './judging/deed.ts'
import { defineVerdict, type Moment, mayBeUnread, mayPass, momentOf, recent } from './judging/verdict.ts'

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
