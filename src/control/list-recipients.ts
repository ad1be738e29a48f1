/** Lists the recipients and the file names that have a fate of their own. */
import { z } from 'zod'
import { scanPlans } from '../state/circumstances.ts'
import { recipesOf } from '../state/notifications/recipes.ts'
import { emailStatuses, smsStatuses } from '../wire/notifications/shipment.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const recipe = z.object({
  status: z.enum([...emailStatuses, ...smsStatuses]),
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

export const listRecipients = defineControl({
  id: 'control.listRecipients',
  method: 'GET',
  path: '/_standin/recipients',
  summary: 'A recipient for every final status of a message, and the words in file names that decide a scan',
  request: {},
  replies: { 200: reply.json(z.object({ recipients: z.array(recipe), files: z.array(file), total: z.int() })) },

  handle(_, { knobs, reply: answer }) {
    const recipients = recipesOf(knobs.world.fixtures).map(({ status, recipient, how }) => ({
      status: status as z.output<typeof recipe>['status'],
      recipient: { ...recipient },
      how,
    }))
    const files = Object.entries(scanPlans).map(([word, { result, after = null }]) => ({ word, result, after }))
    return answer(200, { recipients, files, total: recipients.length })
  },
})
