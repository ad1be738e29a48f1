/** Checks that a client confirms a download only after receiving its last byte. */
import { addDownload, downloads, fileOf, hasReadAll, isDownload } from './judging/downloads.ts'
import { defineVerdict, recent } from './judging/verdict.ts'

interface Confirmed {
  readonly id: string
  readonly began: number
}

export const completeDownload = defineVerdict({
  id: 'complete-download',
  sentence: 'A client confirms a download only after it has received the last byte.',
  severity: 'bad',
  source: 'file-transfer §6.2',
  guidance: 'Compare the number of bytes with fileTransferSize and the content with the checksum. Then confirm.',
  exercise: ['download-truncated', 'download-interrupted'],
  remember: () => ({ files: downloads(), confirmed: recent<string, Confirmed>() }),
  look(deed, { files, confirmed }, tell) {
    if (isDownload(deed)) {
      const file = fileOf(deed)
      const { ids, complete } = addDownload(files, deed)
      const early = confirmed.get(file)
      // The download was still in progress.
      if (early && deed.began < early.began && deed.ended > early.began && complete === deed.ended) tell.broken(...ids, early.id)
      return
    }
    if (deed.operation !== 'fileTransfer.confirmDownload') return
    const file = fileOf(deed)
    const before = files.get(file)
    if (!before) {
      confirmed.set(file, { id: deed.id, began: deed.began })
      return
    }
    if (before.complete === null || before.complete > deed.began) tell.broken(...before.ids, deed.id)
    else if (hasReadAll(before, deed)) tell.met()
  },
})
