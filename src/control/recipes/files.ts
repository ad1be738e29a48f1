/** Recipes for file transfers, their limits and their events. */

import { CallFailed, type InputOf } from '../../service/areas/client.ts'
import { exampleFileTransfer } from '../../service/areas/file-transfer/sending.ts'
import { demandStatus } from '../../service/failures/givens.ts'
import { utf8 } from '../../service/wire/text.ts'
import { defineRecipe, type Kitchen } from './recipe.ts'

const content = utf8('A file from a recipe.')

const prefixed = (orgNo: string) => `0192:${orgNo}`

/** Returns the input for a new transfer from this run's sender to the run's recipient. */
export const transferOf = ({ as, run }: Kitchen, fileName = `${run}.txt`): InputOf<'fileTransfer.initialize'> => ({
  as: as.sender,
  body: {
    ...exampleFileTransfer,
    fileName,
    sendersFileTransferReference: run,
    sender: prefixed(as.sender.orgNo),
    recipients: [prefixed(as.recipient.orgNo)],
  },
})

export async function initialized(kitchen: Kitchen, fileName?: string): Promise<string> {
  const { body } = await kitchen.client.call('fileTransfer.initialize', transferOf(kitchen, fileName))
  return body.fileTransferId
}

export const uploadOf = ({ as }: Kitchen, fileTransferId: string): InputOf<'fileTransfer.upload'> => ({
  as: as.sender,
  params: { fileTransferId },
  body: content,
})

/** Waits until a transfer has been published or has failed. */
export const ended = async ({ client, as }: Kitchen, fileTransferId: string) => {
  const isEnd = ({ fileTransferStatus: status = '' }) => status === 'Published' || status === 'Failed'
  const { body } = await client.until('fileTransfer.overview', { as: as.sender, params: { fileTransferId } }, (reply) => isEnd(reply.body))
  return body
}

const fileInfected = defineRecipe({
  name: 'file-infected',
  title: 'A file contains malware',
  summary: 'Uploads a file in which the virus scan finds malware: the transfer fails, and the recipient cannot download the file',
  words: ['malware', 'virus', 'infected', 'scan', 'EICAR', 'Failed'],
  async cook(kitchen) {
    const { client, as, run, say } = kitchen
    const fileTransferId = await initialized(kitchen, `infected-${run}.txt`)
    demandStatus('The upload', 200, await client.call('fileTransfer.upload', uploadOf(kitchen, fileTransferId)))
    say(`infected-${run}.txt was uploaded and got status 200. The word "infected" in its name determines the scan result.`)
    const { fileTransferStatus, fileTransferStatusText } = await ended(kitchen, fileTransferId)
    say(`The scan set the transfer to ${fileTransferStatus}: ${(fileTransferStatusText ?? '').split('. ', 1)[0]}.`)
    const { status } = await client.call('fileTransfer.download', { as: as.recipient, params: { fileTransferId } })
    say(`The recipient's download got status ${status}.`)
  },
})

const left = 2

const limitUsedUp = defineRecipe({
  name: 'limit-used-up',
  title: 'A rate limit is used up',
  summary: 'Limits its own client to two more searches, makes three, and shows the 429 with its Retry-After',
  words: ['429', 'rate limit', 'limit', 'too many requests', 'throttle', 'Retry-After'],
  async cook(kitchen) {
    const { client, as, say, turn, clientId } = kitchen
    const params = { caller: clientId, operation: 'fileTransfer.search' }
    await turn('control.setLimit', { params, body: { left } })
    say(`Client ${clientId} has ${left} searches left in this minute. Other clients are not affected.`)
    const search = { as: as.sender, query: { resourceId: exampleFileTransfer.resourceId } }
    for (let call = 0; call < left; call++) demandStatus('The search', 200, await client.call('fileTransfer.search', search))
    const refused = await client.call('fileTransfer.search', search)
    demandStatus('The next search', 429, refused)
    const wait = refused.headers.get('retry-after')
    say(`${left} searches got status 200, and the next one got status 429${wait === null ? '' : `, with Retry-After: ${wait}`}.`)
    say('Wait for as long as Retry-After specifies before the next call, and search less often.')
  },
})

interface Deliveries {
  readonly deliveries: readonly { readonly kind: string; readonly status: string; readonly attempts: readonly unknown[] }[]
}

const waiting = 'waiting'

const webhookFailing = defineRecipe({
  name: 'webhook-failing',
  title: 'A webhook fails and is retried',
  summary: 'Subscribes a webhook that returns 503, publishes a file, and shows the attempts until the webhook returns 200',
  words: ['webhook', 'event', 'subscription', 'delivery', 'retry', 'hook'],
  async cook(kitchen) {
    const { client, as, run, say, turn, atEnd, pass, hookAddress } = kitchen
    const hook = { params: { name: run } }
    await turn('control.answerHook', { ...hook, body: { status: 200 } })
    atEnd(() => turn('control.clearHook', hook))
    const body = {
      endPoint: hookAddress(run),
      resourceFilter: `urn:altinn:resource:${exampleFileTransfer.resourceId}`,
      subjectFilter: `urn:altinn:organization:identifier-no:${as.recipient.orgNo}`,
      typeFilter: 'no.altinn.broker.published',
    }
    const subscribed = await client.call('events.createSubscription', { as: as.subscriber, body })
    const id = String(subscribed.body.id)
    atEnd(() => client.call('events.deleteSubscription', { as: as.subscriber, params: { id } }))
    await client.until('events.getSubscription', { as: as.subscriber, params: { id } }, (reply) => reply.body.validated)
    say(`A webhook was subscribed to published files, and its URL was validated: ${body.endPoint}.`)
    await turn('control.answerHook', { ...hook, body: { status: 503 } })
    const fileTransferId = await initialized(kitchen)
    demandStatus('The upload', 200, await client.call('fileTransfer.upload', uploadOf(kitchen, fileTransferId)))
    const event = async () => {
      const { deliveries } = await turn<Deliveries>('control.listDeliveries', { query: { subscription: id } })
      const delivery = deliveries.find(({ kind }) => kind === 'event')
      return { status: delivery?.status, attempts: delivery?.attempts.length ?? 0 }
    }
    const tried = await after(event, ({ attempts }) => attempts > 0, pass)
    say(`The file was published. The webhook returned 503 for the event, so the event will be sent again after 10 s.`)
    await turn('control.answerHook', { ...hook, body: { status: 200 } })
    const done = await after(event, ({ status, attempts }) => attempts > tried.attempts && status !== waiting, pass)
    say(`The webhook returns 200 again. Attempt ${done.attempts} succeeded: the delivery is ${done.status}.`)
  },
})

/** Lets time pass until a condition is met. Throws {@link CallFailed} if no more jobs are booked. */
async function after<T>(look: () => Promise<T>, isExpected: (seen: T) => boolean, pass: Kitchen['pass']): Promise<T> {
  for (;;) {
    const seen = await look()
    if (isExpected(seen)) return seen
    if (!(await pass())) throw new CallFailed(`No bookings remain, but the delivery is still ${JSON.stringify(seen)}.`)
  }
}

export const fileRecipes = [fileInfected, limitUsedUp, webhookFailing] as const
