/** Magic recipients and file names, which determine the outcome of a message or scan. */
import type { z } from 'zod'
import { scanPlans } from '../../service/areas/file-transfer/wire.ts'
import { type Recipe, recipesOf } from '../../service/areas/notifications/magic-recipients.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { recipe, recipientsReply } from './rows.ts'

export type Recipients = ReturnType<typeof createRecipients>

export function createRecipients(current: () => World) {
  return {
    /**
     * Lists a recipient for each final message status, and the words in file names that determine scan results. `total` counts recipients.
     */
    list(page?: Page): z.output<typeof recipientsReply> {
      const { recipients, ...rest } = pageOf('recipients', recipesOf(current().fixtures), page, keyOf, replyOf)
      const files = Object.entries(scanPlans).map(([word, { result, after = null }]) => ({ word, result, after }))
      return { recipients, files, ...rest }
    },
  }
}

const keyOf = ({ status, recipient }: Recipe) => `${status} ${JSON.stringify(recipient)}`

const replyOf = ({ status, recipient, how }: Recipe): z.output<typeof recipe> => ({
  status,
  recipient: { ...recipient },
  how,
})
