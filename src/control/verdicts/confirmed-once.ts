/** Checks that a client does not download a file again after confirming it. */
import type { Facts } from './judging/deed.ts'
import { fileOf } from './judging/downloads.ts'
import { defineVerdict, recent } from './judging/verdict.ts'

export const confirmedOnce = defineVerdict({
  id: 'confirmed-once',
  sentence: 'A client does not download a file again after it has confirmed the download.',
  severity: 'bad',
  source: 'file-transfer §6.2',
  guidance: 'Confirm only when the file is safely stored. The service may delete it after the last confirmation.',
  exercise: [],
  remember: () => recent<string, Pick<Facts, 'id' | 'ended' | 'turns'> & { again: boolean }>(),
  look(deed, confirmed, tell) {
    if (deed.operation !== 'fileTransfer.confirmDownload' && deed.operation !== 'fileTransfer.download') return
    const file = fileOf(deed)
    if (deed.operation === 'fileTransfer.confirmDownload' && deed.status === 204) {
      const again = confirmed.get(file)?.again ?? false
      confirmed.set(file, { id: deed.id, ended: deed.ended, turns: deed.turns, again })
    }
    if (deed.operation !== 'fileTransfer.download') return
    const before = confirmed.get(file)
    if (!before || deed.began < before.ended) return
    // After a tester changes a setting, a second download is excused, but does not count as good either.
    before.again = true
    if (before.turns === deed.turns) tell.broken(before.id, deed.id)
  },
  conclude(confirmed, tell) {
    for (const { again } of confirmed.values()) if (!again) tell.met()
  },
})
