/** The magic recipients and file names: each decides what happens to its message or file. */
import { z } from 'zod'
import { scanPlans } from '../state/file-transfer/scan-plan.ts'
import { type Recipe, recipesOf } from '../state/notifications/recipes.ts'
import type { World } from '../state/world.ts'
import { entryStatuses } from '../wire/notifications/shipment.ts'
import { type Page, pageOf, pageReply } from './page.ts'

const recipe = z.object({
  status: z.enum(entryStatuses),
  recipient: z.looseObject({}).describe('As it stands in an order.'),
  how: z.string(),
})
const file = z.object({
  word: z.string().describe('A whole word of the file name.'),
  result: z.enum(['clean', 'infected', 'error']),
  after: z
    .union([z.int(), z.literal('never')])
    .nullable()
    .describe('Milliseconds; null: after as long as any other.'),
})

export const recipientsReply = z.object({ recipients: z.array(recipe), files: z.array(file), ...pageReply })

export interface Recipients {
  /** A recipient for every final status of a message, and the words in file names that decide a scan. `total` counts the recipients. */
  list(page?: Page): z.output<typeof recipientsReply>
}

/** Asks for the current world each time, because a reset replaces it. */
export function createRecipients(current: () => World): Recipients {
  return {
    list(page) {
      const { shown, rest } = pageOf(recipesOf(current().fixtures), page, keyOf, replyOf)
      const files = Object.entries(scanPlans).map(([word, { result, after = null }]) => ({ word, result, after }))
      return { recipients: shown, files, ...rest }
    },
  }
}

const keyOf = ({ status, recipient }: Recipe) => `${status} ${JSON.stringify(recipient)}`

const replyOf = ({ status, recipient, how }: Recipe): z.output<typeof recipe> => ({
  status,
  recipient: { ...recipient },
  how,
})
