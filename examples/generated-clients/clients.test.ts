/** Runs the same story with each client, generated from each version of the document, against a server. */
import { startSimulator } from 'standin'
import { expect, test } from 'vitest'
import type { MakeClient } from './clients/client.ts'

const generators = ['openapi-typescript', 'hey-api', 'swagger-typescript-api']
const clients = ['3.1', '3.0'].flatMap((version) => generators.map((generator) => ({ version, generator })))

async function prepared({ version, generator }: (typeof clients)[number]) {
  const { makeClient } = (await import(`./generated/${version}/${generator}.ts`)) as { makeClient: MakeClient }
  const { simulator, url, close } = await startSimulator({ clock: 'frozen' })
  const token = async (identity: object) => (await simulator.token(identity)).token
  const tokens = {
    owner: await token({ org: 'ttd', orgNo: '991825827', scope: 'altinn:serviceowner/notifications.create' }),
    sender: await token({ orgNo: '312345676', scope: 'altinn:broker.write' }),
    recipient: await token({ orgNo: '313456781', scope: 'altinn:broker.read' }),
  }
  return { client: makeClient(url, tokens), simulator, [Symbol.asyncDispose]: close }
}

test.each(clients)('$generator from OpenAPI $version orders an email, and reads its shipment', async (which) => {
  await using standin = await prepared(which)
  const { client, simulator } = standin

  const shipmentId = await client.order('someone@example.org', null)
  await simulator.advance({ by: 'PT1M' })

  expect(await client.shipment(shipmentId)).toEqual({ status: 'Order_Completed', recipients: ['Email_Delivered'] })
  expect(await client.feed(0, 10)).toBe(1)
})

test.each(clients)('$generator from OpenAPI $version sends a file, from its announcement to its confirmation', async (which) => {
  await using standin = await prepared(which)
  const { client, simulator } = standin

  const id = await client.announce('report.xml')
  await client.upload(id, new Blob(['<report/>']))
  await simulator.advance({ by: 'PT1M' })
  const published = await client.fileStatus(id)
  const content = await client.download(id)
  await client.confirm(id)

  expect([published, content, await client.fileStatus(id)]).toEqual(['Published', '<report/>', 'AllConfirmedDownloaded'])
})

test.each(clients)('$generator from OpenAPI $version reads a refusal as its type', async (which) => {
  await using standin = await prepared(which)

  expect(await standin.client.refusedOrder()).toEqual({ status: 422, code: 'NOT-00001', title: 'Missing Contact Information' })
})
