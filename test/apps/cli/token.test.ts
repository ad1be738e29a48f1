/** `standin token`. */
import { expect, test } from 'vitest'
import { misuse, serverForFile } from '../../support/command-line.ts'

const { inNewWorld } = await serverForFile()

test('a token is printed alone on one line', async () => {
  const { run } = inNewWorld()
  const { code, out } = await run('token')

  expect(code).toBe(0)
  expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
})

test('every option reaches the token', async () => {
  const { run } = inNewWorld()
  const options = ['--org', 'ttd', '--org-no', '991825827', '--scope', 'a b', '--client-id', 'c', '--ttl', '2m', '--json']
  const { expiresAt, claims } = JSON.parse((await run('token', ...options)).out)

  expect(expiresAt).toBe('2026-06-01T10:02:00Z')
  expect(claims).toMatchObject({ scope: 'a b', client_id: 'c', 'urn:altinn:org': 'ttd', 'urn:altinn:orgNumber': '991825827' })
})

test('a token of a system user names its organization', async () => {
  const { out } = await inNewWorld().run('token', '--system-user-org', '313131313', '--json')

  expect(JSON.stringify(JSON.parse(out).claims)).toContain('0192:313131313')
})

test('a number that is not an organization number is misuse', async () => {
  expect(await inNewWorld().run('token', '--org-no', '1')).toMatchObject(misuse('body.orgNo: "1"'))
})
