/** Whether a client resumes an upload that broke off. */

import { namedIn } from './judging/deed.ts'
import { defineVerdict, mayBeUnread, mayPass, recent, waits } from './judging/verdict.ts'

interface Broken {
  readonly id: string
  readonly connection: number | null
  readonly ended: number
  readonly until: number
  readonly turns: number
}

const wholeUploads = new Set<string | null>(['resumableUpload.createUpload', 'fileTransfer.upload'])

export const resumedUpload = defineVerdict({
  id: 'resumed-upload',
  sentence: 'A client resumes an upload that broke off, and does not begin again.',
  severity: 'bad',
  source: 'file-transfer §8',
  guidance: 'Ask with HEAD how many bytes have arrived, and send the rest with PATCH from there.',
  exercise: ['outage-storage', 'flapping-storage', 'connection-reset'],
  remember: () => recent<string, Broken>(),
  look(deed, uploads, tell) {
    const { operation, id, connection, ended, until, turns } = deed
    if (operation === null || !(operation.startsWith('resumableUpload.') || wholeUploads.has(operation))) return
    const key = `${deed.environment} ${namedIn(deed.path)}`
    const before = uploads.get(key)
    const isAppend = operation === 'resumableUpload.appendToUpload'
    const isRefused = deed.status !== null && deed.status >= 400 && !mayPass(deed)
    if (isAppend && before && !isRefused && !mayBeUnread(before, deed, waits(before, deed).waited)) tell.met()
    if (isAppend && mayPass(deed)) {
      uploads.set(key, { id, connection, ended, until, turns })
      return
    }
    if (!before || deed.began < before.ended) return
    if (operation === 'resumableUpload.terminateUpload' || (isAppend && isRefused)) return
    // It is still there, and can go on.
    if (operation === 'resumableUpload.inspectUpload' && deed.status === 200) return
    const isPart = deed.headers['upload-concat'] !== undefined
    if (wholeUploads.has(operation) && !isPart && before.turns === turns) tell.broken(before.id, id)
    uploads.delete(key)
  },
})
