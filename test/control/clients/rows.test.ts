/** The clients that are registered at Maskinporten. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFixtures } from '../../../src/platform/node-files.ts'
import { control } from '../../support/control.ts'
import { registeredKey } from '../../support/grants.ts'
import { expect, rule } from '../../support/rule.ts'

const client = { orgNo: '312345676', scopes: ['altinn:broker.read'], jwksUri: 'https://example.org/jwks' }
const params = { id: 'mine' }

rule('decisions §12', 'a client is registered, shown, listed, replaced and removed, in one world', async ({ ask }) => {
  expect(await ask('control.putClient', { params, body: client })).toMatchObject({ status: 201, body: { id: 'mine', ...client } })
  expect(await ask('control.putClient', { params, body: { ...client, id: 'mine', revoked: true } })).toMatchObject({ status: 200 })
  expect((await ask('control.showClient', { params })).body).toEqual({ id: 'mine', ...client, revoked: true })
  expect((await ask('control.listClients')).body).toMatchObject({ total: 1 })
  expect((await ask('control.listClients', { prefix: '/production' })).body).toMatchObject({ total: 1 })
  await ask('control.reset', { prefix: '/worlds/other' })
  expect((await ask('control.listClients', { prefix: '/worlds/other' })).body).toMatchObject({ total: 0 })
  expect((await ask('control.removeClient', { params })).status).toBe(204)
  expect((await ask('control.showClient', { params })).status).toBe(404)
  expect((await ask('control.removeClient', { params })).status).toBe(404)
})

rule('decisions §12', 'a mistake in a client is named with its place', async ({ ask }) => {
  const key = await registeredKey()
  const mistakes: [body: object, detail: string][] = [
    [{ ...client, orgNo: '1' }, 'orgNo'],
    [{ ...client, scopes: ['a b'] }, 'scopes[0]'],
    [{ ...client, scope: 'a' }, 'scope'],
    [{ ...client, jwksUri: 'file:///etc/passwd' }, 'jwksUri'],
    [{ ...client, jwks: { keys: [key] } }, 'jwks'],
    [{ orgNo: '312345676', scopes: [], jwks: { keys: [{ ...key, d: 'AQAB' }] } }, 'private key'],
    [{ orgNo: '312345676', scopes: [], jwks: { keys: [{ ...key, kty: 'EC' }] } }, 'kty'],
    [{ orgNo: '312345676', scopes: [], jwks: { keys: [{ ...key, n: 'AQAB' }] } }, '2048 bits'],
    [{ orgNo: '312345676', scopes: [], jwks: { keys: [key, key] } }, 'two keys with the same kid'],
    [{ ...client, delegations: [{ consumer: '0192:312345676', scopes: [] }] }, 'consumer'],
    [{ ...client, id: 'other' }, 'differs'],
  ]
  for (const [body, detail] of mistakes) {
    const refused = await ask('control.putClient', { params, body })
    expect([refused.status, refused.body.detail], JSON.stringify(body)).toEqual([400, expect.stringContaining(detail)])
  }
})

rule('decisions §7', 'clients come from a fixtures file too, and a world may remove them', async ({ folder }) => {
  writeFileSync(join(folder, 'clients.json'), JSON.stringify([{ id: 'mine', ...client }]))
  const { ask, simulator } = control({ fixtures: readFixtures(folder) })

  expect((await ask('control.listClients')).body.clients).toEqual([{ id: 'mine', ...client }])
  await ask('control.removeClient', { params })
  expect((await ask('control.listClients')).body.total).toBe(0)
  simulator.reset()
  expect((await ask('control.listClients')).body.total).toBe(1)
  writeFileSync(join(folder, 'clients.json'), '[{"id":"mine","orgNo":"x","scopes":[]}]')
  expect(() => readFixtures(folder)).toThrow(/clients\.json.*orgNo/)
})
