/** Whether a client keeps what it has confirmed. */
import type { Facts } from './judging/deed.ts'
import { fileOf } from './judging/downloads.ts'
import { recent } from './judging/recent.ts'
import { defineVerdict } from './judging/verdict.ts'

export const confirmedOnce = defineVerdict({
  id: 'confirmed-once',
  sentence: 'A client does not download a file again that it has confirmed.',
  severity: 'bad',
  source: 'file-transfer §6.2',
  guidance: 'Confirm when the file is stored safely. The service may remove it after the last confirmation.',
  exercise: [],
  remember: () => recent<string, Pick<Facts, 'id' | 'ended' | 'turns'>>(),
  look(deed, confirmed, tell) {
    if (deed.operation !== 'fileTransfer.confirmDownload' && deed.operation !== 'fileTransfer.download') return
    const file = fileOf(deed)
    if (deed.operation === 'fileTransfer.confirmDownload' && deed.status === 204) {
      tell.met()
      confirmed.set(file, { id: deed.id, ended: deed.ended, turns: deed.turns })
    }
    if (deed.operation !== 'fileTransfer.download') return
    const before = confirmed.get(file)
    if (before && deed.began >= before.ended && before.turns === deed.turns) tell.broken(before.id, deed.id)
  },
})
