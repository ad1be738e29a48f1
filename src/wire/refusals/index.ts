/** The table of refusals: each has a key and a form on the wire; each area has a file. */
import { authenticationRefusals } from './authentication.ts'
import { eventRefusals } from './events.ts'
import { everyAreaRefusals } from './every-area.ts'
import { fileTransferRefusals } from './file-transfer.ts'
import { notificationRefusals } from './notifications.ts'
import type { RefusalForm } from './refusal-form.ts'
import { resumableRefusals } from './resumable-upload.ts'

/** Sources: spec §7, decisions §1, file-transfer §7.2, events §4.2, §6. */
export const refusals = {
  ...notificationRefusals,
  ...fileTransferRefusals,
  ...authenticationRefusals,
  ...eventRefusals,
  ...resumableRefusals,
  ...everyAreaRefusals,
} as const satisfies Record<string, RefusalForm>

export type RefusalKey = keyof typeof refusals
export type RefusalTable = Readonly<Record<RefusalKey, RefusalForm>>
