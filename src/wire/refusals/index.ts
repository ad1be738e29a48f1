/** The table of refusals: each has a key and a form on the wire. */
import { areas } from '../areas.ts'
import { everyAreaRefusals } from './every-area.ts'
import type { RefusalForm } from './refusal-form.ts'

/** Sources: spec §7, decisions §1, file-transfer §7.2, events §4.2, §6. */
export const refusals = {
  ...areas.notifications.refusals,
  ...areas.fileTransfer.refusals,
  ...areas.authentication.refusals,
  ...areas.events.refusals,
  ...areas.resumableUpload.refusals,
  ...everyAreaRefusals,
} as const satisfies Record<string, RefusalForm>

export type RefusalKey = keyof typeof refusals
export type RefusalTable = Readonly<Record<RefusalKey, RefusalForm>>
