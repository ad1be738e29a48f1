/** Fetches what a composed email takes along, where Standin may call the address. Sources: notifications §14.7, decisions §15. */
import type { Act } from '../../../world/act.ts'
import { callThat } from '../../../world/outgoing.ts'
import type { EntryStatus, Shipment } from '../records/shipment.ts'

/** Bytes of an email, attachments as Base64 included. */
export const largestEmail = 10 * 1_048_576

/** How the email fails because of them; undefined: it goes out. An address that Standin may not call counts as fetched. */
export async function fetchAttachments({ recipient }: Shipment, act: Act): Promise<EntryStatus | undefined> {
  let left = largestEmail
  for (const { sasUrl: url } of recipient.attachments ?? []) {
    // One byte more than fits tells that it does not.
    const limit = Math.floor((left / 4) * 3) + 1
    const { outgoing } = act.world
    const called = await callThat(act.circumstances.receiver(), outgoing, {
      method: 'GET',
      url,
      headers: {},
      redirects: 0,
      limit,
      goOutside: act.goOutside,
    })
    if (called.kind === 'barred') continue
    if (called.kind === 'failed' || called.status !== 200) return 'Email_Failed_InvalidSasUrl'
    left -= Math.ceil(called.body.length / 3) * 4
    if (left < 0) return 'Email_Failed_PayloadTooLarge'
  }
  return undefined
}
