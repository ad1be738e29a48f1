/** The control row for magic recipients and file names. */
import { z } from 'zod'
import { scanResults } from '../../service/areas/file-transfer/wire.ts'
import { entryStatuses } from '../../service/areas/notifications/wire.ts'
import { reply } from '../../service/wire/row.ts'
import { pageOf } from '../rows/page.ts'
import { pageIn, pageQuery, pageReply, testerText } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'
import { fitting, wordsIn } from '../tester-words.ts'

export const recipe = z.object({
  status: z.enum(entryStatuses).describe("The message's status. Delivery and each kind of failure are final."),
  recipient: z.looseObject({}).describe('The recipient as written in an order.'),
  how: z.string().describe('How the message gets this status.'),
})

const file = z.object({
  word: z.string().describe('A complete word in the file name.'),
  result: z.enum(scanResults).describe('The result of the scan.'),
  after: z
    .union([z.int(), z.literal('never')])
    .nullable()
    .describe('The duration in milliseconds; null for the usual duration.'),
})

export const recipientsReply = z.object({
  recipients: z.array(recipe).describe('A recipient for each final message status.'),
  files: z.array(file).describe('Words in a file name that determine the result of the virus scan.'),
  ...pageReply,
})

const listRecipients = defineControl('control.listRecipients', 'GET /_standin/recipients', {
  world: 'none',
  summary: 'A recipient for each final message status, and the file name words that determine scan results',
  request: { query: z.object({ text: testerText(), ...pageQuery }) },
  replies: { 200: reply.json(recipientsReply) },

  handle({ query: { text = '', ...query } }, { knobs, reply: answer }) {
    const words = wordsIn(text)
    const { recipients, files } = knobs.recipients.list()
    const matching = fitting(recipients, words, ({ status, recipient, how }) => [status, JSON.stringify(recipient), how])
    const paged = pageOf('recipients', matching, pageIn(query), ({ status, recipient }) => `${status} ${JSON.stringify(recipient)}`)
    return answer(200, { ...paged, files: fitting(files, words, ({ word, result }) => [word, result]) })
  },
})

export const recipientsRows = [listRecipients] as const
