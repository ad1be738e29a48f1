/** What the second implementation does that contracts about it rely on: hosts, tokens, slow steps, events, breaks. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { announcement, bearer, key, receiver, resourceId, scopes, startHosts, transfersAt } from '../../support/other-hosts.ts'
import type { DoubleTerms } from '../../support/real-implementation/double.ts'
import { organizations } from '../../support/real-implementation/register.ts'
import { sign } from '../../support/real-implementation/tokens.ts'
import { test } from '../../support/rule.ts'

const { creator, sender, recipient } = organizations

test('a caller and a resource of contracts are strangers to it', async () => {
  const { announce } = transfersAt((await startHosts()).fileTransfer)

  expect((await announce()).status).toBe(200)
  expect((await announce({ ...announcement, resourceId: 'standin-plain' })).status).toBe(403)
  expect((await announce({ ...announcement, sender: '0192:347147753' }, '347147753')).status).toBe(403)
})

test('a file is scanned for a while, and ends as published or failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const transfers = transfersAt((await startHosts({ scanSeconds: 30 })).fileTransfer)
  const { fileTransferId } = (await (await transfers.announce()).json()) as { fileTransferId: string }
  const content = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
  await transfers.call(`/${fileTransferId}/upload`, sender.orgNo, {
    method: 'POST',
    body: content,
    headers: { 'content-type': 'application/octet-stream' },
  })

  vi.advanceTimersByTime(29_000)
  expect(await transfers.statusOf(fileTransferId)).toBe('UploadProcessing')
  vi.advanceTimersByTime(1000)
  expect(await transfers.statusOf(fileTransferId)).toBe('Failed')
})

test('a resumable upload becomes a file', async () => {
  const transfers = transfersAt((await startHosts()).fileTransfer)
  const { fileTransferId } = (await (await transfers.announce()).json()) as { fileTransferId: string }
  const at = `/upload/tus/${fileTransferId}`
  const tus = (method: string, headers: Record<string, string>, body?: string) =>
    transfers.call(at, sender.orgNo, { method, headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body !== undefined && { body }) })
  const type = { 'content-type': 'application/offset+octet-stream' }

  expect((await tus('POST', { 'upload-length': '6' })).status).toBe(201)
  expect((await tus('PATCH', { ...type, 'upload-offset': '0' }, 'abc')).headers.get('upload-offset')).toBe('3')
  expect((await tus('HEAD', {})).headers.get('upload-offset')).toBe('3')
  expect((await tus('PATCH', { ...type, 'upload-offset': '3' }, 'def')).status).toBe(204)
  await expect.poll(() => transfers.statusOf(fileTransferId)).toBe('Published')
  expect(await (await transfers.call(`/${fileTransferId}/download`, recipient.orgNo)).text()).toBe('abcdef')
})

test('a subscription is validated by a call, and gets the events of its subject', async () => {
  const { fileTransfer } = await startHosts()
  const { got, endPoint } = await receiver()
  const resourceFilter = `urn:altinn:resource:${resourceId}`
  const subjectFilter = `urn:altinn:organization:identifier-no:${recipient.orgNo}`
  const headers = { ...bearer(recipient.orgNo), 'content-type': 'application/json' }
  const subscriptions = `${fileTransfer}/events/api/v1/subscriptions`
  const body = JSON.stringify({ endPoint, resourceFilter, subjectFilter })
  const { id } = (await (await fetch(subscriptions, { method: 'POST', headers, body })).json()) as { id: number }
  await expect.poll(async () => (await fetch(`${subscriptions}/${id}`, { headers })).json()).toMatchObject({ validated: true })
  const resourceinstance = await transfersAt(fileTransfer).confirmed()

  // No order is promised.
  await expect
    .poll(() => got.map(({ type }) => type).sort())
    .toEqual(['no.altinn.broker.downloadconfirmed', 'no.altinn.broker.published', 'platform.events.validatesubscription'])
  const published = got.find(({ type }) => type === 'no.altinn.broker.published')
  expect(published).toMatchObject({ resourceinstance, subject: subjectFilter, data: { Role: 'Recipient' } })
})

test('a grant gives a token of Maskinporten, and its exchange one that may order', async () => {
  const { authentication, notifications } = await startHosts()
  const now = Math.floor(Date.now() / 1000)
  const grant = { iss: creator.clientId, aud: `${authentication}/`, scope: scopes, iat: now, exp: now + 60, jti: randomUUID() }
  const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: sign(grant, key) })
  const granted = (await (await fetch(`${authentication}/token`, { method: 'POST', body: form })).json()) as { access_token: string }
  const exchange = `${authentication}/authentication/api/v1/exchange/maskinporten`
  const token = await (await fetch(exchange, { headers: { authorization: `Bearer ${granted.access_token}` } })).text()
  const looks = (bearerToken: string) =>
    fetch(`${notifications}/notifications/api/v1/future/shipment/feed`, { headers: { authorization: `Bearer ${bearerToken}` } })

  expect((await looks(granted.access_token)).status).toBe(401)
  expect((await looks(token)).status).toBe(200)
  expect(await (await fetch(`${authentication}/token`, { method: 'POST', body: form })).json()).toMatchObject({ error: 'invalid_grant' })
})

test('each planted break of file transfer changes the one answer that it names', async () => {
  const fresh = async (breaks: DoubleTerms['breaks']) => transfersAt((await startHosts({ breaks })).fileTransfer)
  const gone = await fresh('undocumented-status')
  expect((await gone.call(`/${randomUUID()}`, sender.orgNo)).status).toBe(410)
  const withoutMember = await fresh('missing-member')
  expect(await (await withoutMember.call(`/${await withoutMember.published()}`, sender.orgNo)).json()).not.toHaveProperty('recipients')
  const otherCode = await fresh('other-code')
  const again = await otherCode.call(`/${await otherCode.confirmed()}/confirmdownload`, recipient.orgNo, { method: 'POST' })
  expect(await again.json()).toMatchObject({ status: 400, code: 'BRO-00003' })
  const early = await fresh('early-purge')
  expect(await early.statusOf(await early.confirmed())).toBe('Purged')
})

test('it is started as a process, demands a subscription key, and can be switched', async ({ folder }) => {
  const file = (name: string) => fileURLToPath(new URL(`../../support/real-implementation/${name}`, import.meta.url))
  const args = [file('main.ts'), '--key', join(folder, 'key.pem'), '--subscription-key', 'secret', '--scan-seconds', '0']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  const { fileTransfer, notifications } = JSON.parse(String(value))
  const search = `${fileTransfer}/broker/api/v1/filetransfer?resourceId=${resourceId}`
  const printer = spawn(process.execPath, [file('token.ts'), join(folder, 'key.pem')], {
    env: { ...process.env, STANDIN_CALLER: 'sender', STANDIN_SCOPES: scopes },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { value: token } = await createInterface(printer.stdout)[Symbol.asyncIterator]().next()
  const headers = { authorization: `Bearer ${token}`, 'ocp-apim-subscription-key': 'secret' }
  const takeAway = () => spawn(process.execPath, [file('switch.ts'), notifications, 'outage', '{"service":"authorization"}'])

  expect(await (await fetch(search)).json()).toMatchObject({ statusCode: 401 })
  expect((await fetch(search, { headers })).status).toBe(200)
  expect(await once(takeAway(), 'exit')).toEqual([0, null])
  expect((await fetch(search, { headers })).status).toBe(503)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})
