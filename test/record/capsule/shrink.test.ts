/** A long capsule becomes one with the few calls that matter. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, run } from '../../support/command-line.ts'
import { iso, recipient, request, sender } from '../../support/file-transfers.ts'
import { recordSession } from '../../support/recorded-sessions.ts'

/** Days pass, then a transfer is uploaded twice: the second time is refused. */
async function uploadTwice(url: string): Promise<void> {
  const post = async (path: string, headers: Record<string, string>, body: string) => {
    const response = await fetch(url + path, { method: 'POST', headers, body })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }
  const json = { 'content-type': 'application/json' }
  for (let day = 0; day < 3; day++) {
    const admin = { ...json, authorization: 'Bearer the-admin-token' }
    expect((await post('/_standin/clock/advance', admin, '{"by":"P1D"}')).status).toBe(200)
  }
  await fetch(`${url}/_standin/scenarios/active`, { method: 'DELETE' })
  const { body } = await post('/_standin/tokens', json, JSON.stringify(sender))
  const headers = { authorization: `Bearer ${body.token}`, 'ocp-apim-subscription-key': 'the-subscription-key' }
  const made = await post(
    '/broker/api/v1/filetransfer',
    { ...headers, ...json },
    JSON.stringify({ ...request, recipients: [iso(recipient)] }),
  )
  const path = `/broker/api/v1/filetransfer/${made.body.fileTransferId}/upload`
  const bytes = { ...headers, 'content-type': 'application/octet-stream' }
  expect((await post(path, bytes, 'once')).status).toBe(200)
  expect((await post(path, bytes, 'twice')).status).toBe(409)
}

test('a long capsule with one planted mistake becomes one with fewer than ten calls, which keep their numbers', {
  timeout: 300_000,
}, async () => {
  const folder = folderWith()
  await recordSession(folder, 5, { steps: Number(process.env.CAPSULE_STEPS ?? 60), lastly: uploadTwice })
  const shown = async (file: string) =>
    JSON.parse((await run(['capsule', 'show', file, '--json'], { folder })).out) as {
      happened: { call: number | null; status: number; what: string }[]
    }
  const before = (await shown('session-5.capsule')).happened.filter(({ call }) => call !== null)
  expect(before.length).toBeGreaterThan(30)

  const { code, out } = await run(['capsule', 'shrink', 'session-5.capsule', '--call', String(before.at(-1)?.call)], { folder })
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`^${join(folder, 'session-5.small.capsule')}: \\d+ of \\d+ calls, found in \\d+ replays\\.\n$`))

  const small = (await shown('session-5.small.capsule')).happened
  const after = small.filter(({ call }) => call !== null)
  expect(after.length).toBeLessThan(10)
  expect(small.filter(({ what }) => /_standin\/(?:clock|scenarios|limits|contacts)/.test(what))).toEqual([])
  expect(after.at(-1)).toMatchObject({ call: before.at(-1)?.call, what: before.at(-1)?.what, status: 409 })
  expect(await run(['capsule', 'replay', 'session-5.small.capsule'], { folder })).toMatchObject({ code: 0 })
})

test('a call that is not in the capsule is refused', async () => {
  const folder = folderWith()
  await recordSession(folder, 7, { steps: 5 })
  const refused = await run(['capsule', 'shrink', 'session-7.capsule', '--status', '418'], { folder })
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('The capsule has no reply with the status 418.') })
})
