/** Checks that a client confirms its downloads. */
import { addDownload, downloads, fileOf, hasReadAll, isDownload } from './judging/downloads.ts'
import { defineVerdict, recent } from './judging/verdict.ts'

export const downloadConfirmed = defineVerdict({
  id: 'download-confirmed',
  sentence: 'A client confirms each download.',
  severity: 'advice',
  source: 'file-transfer §6.2',
  guidance: 'Call confirmdownload once the file is stored. Otherwise, the sender does not learn that the file arrived.',
  exercise: [],
  remember: () => ({ files: downloads(), confirmed: recent<string, true>(), open: recent<string, string>() }),
  look(deed, { files, confirmed, open }, tell) {
    const isConfirmation = deed.operation === 'fileTransfer.confirmDownload'
    if (!isConfirmation && !isDownload(deed)) return
    const file = fileOf(deed)
    if (!isConfirmation && addDownload(files, deed).complete !== null && !confirmed.get(file)) open.set(file, deed.id)
    if (!isConfirmation) return
    const before = files.get(file)
    if (deed.status === 204 && before && hasReadAll(before, deed)) tell.met()
    confirmed.set(file, true)
    open.delete(file)
  },
  conclude({ open }, tell) {
    tell.broken(...open.values())
  },
})
