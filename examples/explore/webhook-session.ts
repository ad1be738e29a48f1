/** An archive's session: it subscribes to events, and orders a message for each file that arrives. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createService, pause } from './service.ts'

const scopes = ['altinn:events.subscribe', 'altinn:broker.write', 'altinn:broker.read', 'altinn:serviceowner/notifications.create']
const [files, patience] = [['first.txt', 'second.txt'], 10_000]
const party = '0192:991825827'

export interface Event {
  readonly id: string
  readonly type: string
  readonly resourceinstance: string
  readonly data?: { readonly Role: string }
}

export interface Archive {
  /** True if the event must be handled. */
  isNew(event: Event): boolean
  /** Returns the idempotencyId for the message about a file. */
  idOf(event: Event): string
}

/** Returns the exit code: 0 if every file was archived, and its message ordered. */
export async function archiveFiles({ isNew, idOf }: Archive): Promise<number> {
  const call = createService(scopes.join(' '))
  const archived: string[] = []
  const work: Promise<unknown>[] = []
  const validated = Promise.withResolvers<void>()

  async function archive(event: Event): Promise<void> {
    const idempotencyId = idOf(event)
    const about = await call('GET', `/broker/api/v1/filetransfer/${event.resourceinstance}`)
    if (about.status !== 200) throw new Error(`The file of an event is not found: ${about.status}.`)
    const body = `The file ${about.body.fileName} has arrived.`
    const recipient = { recipientSms: { phoneNumber: '+4799999999', smsSettings: { body } } }
    const ordered = await call('POST', '/future/orders', () => ({ json: { idempotencyId, recipient } }))
    if (ordered.status === 201 || ordered.status === 200) archived.push(about.body.fileName)
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      // Replies immediately and does the work later, because the service does not wait long.
      response.end()
      const event: Event = JSON.parse(body)
      if (event.type === 'platform.events.validatesubscription') return validated.resolve()
      if (event.type === 'no.altinn.broker.published' && event.data?.Role === 'Recipient' && isNew(event))
        work.push(archive(event).catch((error: Error) => console.error(error.message)))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  try {
    const { port } = server.address() as AddressInfo
    const subscription = { endPoint: `http://127.0.0.1:${port}/events`, resourceFilter: 'urn:altinn:resource:standin-plain' }
    const subscribed = await call('POST', '/events/api/v1/subscriptions', () => ({ json: subscription }))
    if (subscribed.status !== 201 && subscribed.status !== 200) throw new Error(`The subscription is refused with ${subscribed.status}.`)
    await Promise.race([validated.promise, late('The subscription is not validated.')])
    for (const fileName of files) await publish(call, fileName)
    for (let waited = 0; archived.length < files.length && waited < patience; waited += 50) await pause(50)
    // Duplicates arrive at almost the same time.
    await pause(200)
    await Promise.all(work)
    const missing = files.filter((name) => !archived.includes(name))
    if (missing.length > 0) throw new Error(`No event tells of ${missing.join(' and ')}.`)
    return 0
  } catch (error) {
    console.error((error as Error).message)
    return 1
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function late(message: string): Promise<never> {
  await pause(patience, undefined, { ref: false })
  throw new Error(message)
}

async function publish(call: ReturnType<typeof createService>, fileName: string): Promise<void> {
  const about = { fileName, resourceId: 'standin-plain', sendersFileTransferReference: fileName, sender: party, recipients: [party] }
  const created = await call('POST', '/broker/api/v1/filetransfer', () => ({ json: about }))
  if (created.status !== 200 && created.status !== 201) throw new Error(`${fileName} is refused with ${created.status}.`)
  const path = `/broker/api/v1/filetransfer/${created.body.fileTransferId}`
  const uploaded = await call('POST', `${path}/upload`, () => ({ bytes: new TextEncoder().encode(`The content of ${fileName}`) }))
  if (uploaded.status === 200) return
  // If an upload's reply was lost, the service refuses the second upload.
  const { body } = await call('GET', path)
  if (!['UploadProcessing', 'Published'].includes(body.fileTransferStatus)) throw new Error(`${fileName} is ${body.fileTransferStatus}.`)
}
