/** What a call or a job with the id of a file transfer is about. */

import type { About } from '../../../wire/row.ts'
import { organizationNumber, readGuid } from '../../../wire/values/identifiers.ts'
import type { Environment } from '../../../world/environment.ts'
import { fileTransfers } from './file-transfer-index.ts'

export function aboutTransfer(id: string, environment: Environment): About {
  const transfer = environment.of(fileTransfers).get(readGuid(id) ?? id)
  if (!transfer) return { transfer: readGuid(id) ?? id }
  const { resourceId, recipients, sender } = transfer
  return { transfer: transfer.id, resource: resourceId, recipients, org: organizationNumber(sender) }
}
