/** Whether a client keeps what it has confirmed. */
import type { Facts } from './judging/deed.ts'
import { fileOf } from './judging/downloads.ts'
import { defineVerdict, recent } from './judging/verdict.ts'

export const confirmedOnce = defineVerdict({
  id: 'confirmed-once',
  sentence: 'A client does not download a file again that it has confirmed.',
  severity: 'bad',
  source: 'file-transfer §6.2',
  guidance: 'Confirm when the file is stored safely. The service may remove it after the last confirmation.',
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
    // A tester excuses it, and it shows nothing.
    before.again = true
    if (before.turns === deed.turns) tell.broken(before.id, deed.id)
  },
  conclude(confirmed, tell) {
    for (const { again } of confirmed.values()) if (!again) tell.met()
  },
})
