/** `standin explore`: a command under faults that are searched for. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, run } from '../support/command-line.ts'

/** A client of one file that orders anew after a lost reply. */
const client = `
const { STANDIN_URL: url, STANDIN_ADMIN_TOKEN: admin } = process.env
const post = (path, token, body) =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer ' + token }, body: JSON.stringify(body) })
const { token } = await (await post('/_standin/tokens', admin, { org: 'ttd' })).json()
const emailAddress = 'someone@example.org'
for (let attempt = 0; attempt < 3; attempt++) {
  const idempotencyId = crypto.randomUUID()
  const recipient = { recipientEmail: { emailAddress, emailSettings: { subject: 'Hello', body: 'Hello' } } }
  const reply = await post('/future/orders', token, { idempotencyId, recipient }).catch(() => undefined)
  if (await reply?.json().catch(() => undefined)) process.exit(0)
}
process.exit(1)`

test('a fault that breaks a client is said in a sentence, and written as a scenario and a capsule', { timeout: 60_000 }, async () => {
  const folder = folderWith({
    'client.mjs': client,
    'standin.invariants.yaml': 'invariants: [{ name: one-order, records: orders, count: 1 }]\n',
  })
  const { code, out, err } = await run(['explore', '--runs', '1', '--format', 'json', '--', process.execPath, 'client.mjs'], { folder })
  const { runs, findings, points } = JSON.parse(out)
  const found = 'scenarios/found-ordered-once-create-order'

  expect(code).toBe(1)
  expect(err).toContain('1 of 1 runs')
  expect(runs).toBe(1)
  expect(findings.map(({ problem }: { problem: string }) => problem)).toEqual(['invariant ordered-once', 'invariant one-order'])
  expect(findings[0].sentence).toContain('your client orders again with a new idempotencyId: two messages to someone@example.org')
  expect(readFileSync(join(folder, `${found}.yaml`), 'utf8')).toContain('when: after-work')
  expect(existsSync(join(folder, `${found}.capsule`))).toBe(true)
  expect(points.length).toBeGreaterThan(20)
})

test('what --expect demands is refused where it has no such word', async () => {
  expect(await run(['explore', '--expect', '409=maybe', '--', 'true'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--expect is "409=maybe"'),
  })
})
