/** Starts the second implementation's hosts for a single test, and calls them. */
import { generateKeyPairSync } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { otherServer } from './listen.ts'
import { type DoubleTerms, startDouble } from './real-implementation/double.ts'
import { organizations, resources } from './real-implementation/register.ts'
import { altinnClaims, sign } from './real-implementation/tokens.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const { sender, recipient } = organizations
export const resourceId = resources[0]?.id ?? ''
export const scopes = 'altinn:broker.read altinn:broker.write altinn:events.subscribe altinn:serviceowner/notifications.create'

export const bearer = (orgNo: string, org?: string) => ({
  authorization: `Bearer ${sign(altinnClaims({ orgNo, scope: scopes, org }), key)}`,
})

/** Starts the hosts. Steps take no time unless specified otherwise. */
export async function startHosts(terms: Partial<DoubleTerms> = {}) {
  const { addresses, close } = await startDouble({ key, scanSeconds: 0, orderSeconds: 0, eventSeconds: 0, ...terms })
  onTestFinished(close)
  return addresses
}

export const announcement = {
  fileName: 'report.xml',
  resourceId,
  sendersFileTransferReference: 'batch-1',
  sender: `0192:${sender.orgNo}`,
  recipients: [`0192:${recipient.orgNo}`],
}

export function transfersAt(address: string) {
  const base = `${address}/broker/api/v1/filetransfer`
  const call = (path: string, orgNo: string, init: { method?: string; body?: string; headers?: Readonly<Record<string, string>> } = {}) =>
    fetch(base + path, { ...init, headers: { ...bearer(orgNo), ...init.headers } })
  const post = (path: string, orgNo: string, body: string, type: string) =>
    call(path, orgNo, { method: 'POST', body, headers: { 'content-type': type } })
  return {
    call,
    announce: (given: object = announcement, orgNo: string = sender.orgNo) => post('', orgNo, JSON.stringify(given), 'application/json'),
    async published(content = 'content'): Promise<string> {
      const { fileTransferId } = (await (await this.announce()).json()) as { fileTransferId: string }
      await post(`/${fileTransferId}/upload`, sender.orgNo, content, 'application/octet-stream')
      await expect.poll(() => this.statusOf(fileTransferId)).toBe('Published')
      return fileTransferId
    },
    async confirmed(): Promise<string> {
      const id = await this.published()
      await (await call(`/${id}/download`, recipient.orgNo)).text()
      await call(`/${id}/confirmdownload`, recipient.orgNo, { method: 'POST' })
      return id
    },
    statusOf: async (id: string) =>
      ((await (await call(`/${id}`, sender.orgNo)).json()) as { fileTransferStatus: string }).fileTransferStatus,
  }
}

/** Starts a webhook receiver, and collects the webhooks that it receives. */
export async function receiver() {
  const got: { type: string; resourceinstance?: string; subject?: string; data?: object }[] = []
  const url = await otherServer((request, response) => {
    void json(request).then((event) => got.push(event as (typeof got)[number]))
    response.writeHead(204).end()
  })
  return { got, endPoint: `${url}/hook` }
}
