import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { jobs, operationsById } from '../../../../src/service/areas/index.ts'
import { keys } from '../../../../src/service/failures/effects/keys.ts'
import type { EffectTarget } from '../../../../src/service/failures/scenario/effect.ts'
import { ask, clientId, grantOf, grantType } from '../../../support/grants.ts'
import { expect, rule, test } from '../../../support/rule.ts'
import { base, type Standin } from '../../../support/standin.ts'

const tokenOf = async ({ send }: Standin, address?: string) =>
  String((await ask(send, { grant_type: grantType, assertion: await grantOf() }, address)).body.access_token)

const keySetOf = async ({ send }: Standin, address = base) => (await (await send(new Request(`${address}/jwk`))).json()) as JSONWebKeySet

const overview = async ({ send }: Standin, token: string) =>
  (
    await send(
      new Request(`${base}/broker/api/v1/filetransfer/00000000-0000-4000-8000-000000000000`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
  ).status

rule('decisions §14', 'a client that keeps the key set does not know the new key until it fetches the set again', async ({ here }) => {
  const kept = createLocalJWKSet(await keySetOf(here))
  const before = await tokenOf(here)
  await here.simulator.scenarios.use('keys-rotated')
  const token = await tokenOf(here)
  const fetchedAgain = createLocalJWKSet(await keySetOf(here))
  const currentDate = new Date(here.simulator.world.clock.now())

  await expect(jwtVerify(token, kept, { currentDate })).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
  expect((await jwtVerify(token, fetchedAgain, { currentDate })).payload.client_id).toBe(clientId)
  expect((await jwtVerify(before, fetchedAgain, { currentDate })).payload.client_id).toBe(clientId)
  expect([await overview(here, before), await overview(here, token)]).toEqual([404, 404])
})

rule('decisions §14', 'tokens of the new key stay good when the scenario is off and when the keys are really rotated', async ({ here }) => {
  await here.simulator.scenarios.use('keys-rotated')
  const token = await tokenOf(here)
  await here.simulator.scenarios.off()

  expect(await overview(here, token)).toBe(404)
  expect((await here.simulator.keys.rotate()).kid).toBe(decodeProtectedHeader(token).kid)
  expect(await overview(here, token)).toBe(404)
})

test('other worlds sign with the key that they had', async ({ here }) => {
  const other = `${base}/worlds/other`
  here.clientOf('/worlds/other')
  const before = await keySetOf(here, other)
  await here.simulator.scenarios.use('keys-rotated')
  await tokenOf(here)

  expect(await keySetOf(here, other)).toEqual(before)
  expect(decodeProtectedHeader(await tokenOf(here, other)).kid).toBe(before.keys[0]?.kid)
})

test('the rows and the job that sign tokens or publish keys are covered, and no others', () => {
  const rotated = (target: EffectTarget) => keys.concerns('rotated', target)
  const covered = [...operationsById.values()].filter(rotated).map(({ id }) => id)

  const names =
    'exchangeToken getEnterpriseToken getEnterpriseUserToken getGeneratorKeys getKeys getPersonalToken getPlatformAccessToken getPlatformKeys getPlatformToken getSelfIdentifiedUserToken getSelfRegisteredEmailUserToken getSystemUserToken refreshToken requestToken'
  expect(covered.toSorted()).toEqual(names.split(' ').map((name) => `authentication.${name}`))
  expect(jobs.filter(rotated).map(({ id }) => id)).toEqual(['notifications.processOrder'])
})
