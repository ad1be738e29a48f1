/** The table of refusals: each has a key and a form on the wire; each area has a file. */
import { authenticationRefusals } from '../../areas/authentication/refusals.ts'
import { eventRefusals } from '../../areas/events/refusals.ts'
import { fileTransferRefusals } from '../../areas/file-transfer/refusals.ts'
import { notificationRefusals } from '../../areas/notifications/refusals.ts'
import { resumableRefusals } from '../../areas/resumable-upload/refusals.ts'
import { everyAreaRefusals } from './every-area.ts'
import type { RefusalForm } from './refusal-form.ts'

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
