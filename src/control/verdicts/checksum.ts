/** Checks that a client sends a file's checksum. */
import { memberOf, membersOf } from './judging/line-facts.ts'
import { defineVerdict } from './judging/verdict.ts'

export const checksum = defineVerdict({
  id: 'checksum',
  sentence: "A client sends a file's checksum before it uploads the file.",
  severity: 'advice',
  source: 'file-transfer §2',
  guidance: "Compute the file's MD5 hash and send it as the checksum. The service then refuses a file that was damaged in transit.",
  exercise: [],
  remember: () => undefined,
  look({ id, operation, status, body }, _, tell) {
    if (operation !== 'fileTransfer.initialize' || status !== 200) return
    const members = membersOf(body)
    if (!members) return
    const given = memberOf(members, 'checksum')
    if (typeof given === 'string' && given !== '') tell.met()
    else tell.broken(id)
  },
})
