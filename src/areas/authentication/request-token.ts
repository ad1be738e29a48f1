/** Issues a token of Maskinporten for the grant of a client. Source: authentication §1. */

import { checkAudience, checkTimes, endOf, type Grant, readGrant } from '../../tokens/grant.ts'
import { checkSignature } from '../../tokens/grant-signature.ts'
import { maskinportenToken } from '../../tokens/issue.ts'
import { maskinportenIssuer } from '../../tokens/issuers.ts'
import type { ChooseKey } from '../../tokens/remote-keys.ts'
import { liveBases } from '../../wire/live-hosts.ts'
import { fields, reply } from '../../wire/row.ts'
import { anyone, scopes } from '../../wire/scopes.ts'
import { utf8 } from '../../wire/values/text.ts'
import { defineOperation } from '../operation.ts'
import { usedGrants, useGrant } from './records/used-grants.ts'
import { grantType, tokenRequest, tokenResponse } from './rules/token-request.ts'
import { audiencesOf, checkConsumer, checkScopes, clientOf, keyOf, organizationOf, systemUserOf } from './token-rules.ts'
import { oauthErrorKeys } from './wire.ts'

const iat = Date.parse('2026-06-01T10:00:00Z') / 1000
const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

const header = { alg: 'RS256', typ: 'JWT', kid: 'my-key' }
const claims = {
  aud: maskinportenIssuer(liveBases.test.maskinporten),
  iss: '3b0d0c0e-6c3a-4c44-9a0a-5a3f6f1f7a11',
  scope: `${scopes.brokerWrite} ${scopes.brokerRead}`,
  iat,
  exp: iat + 120,
}

/** It is valid when proofs and contracts begin, and once. */
const exampleGrant = `${part(header)}.${part(claims)}.c2lnbmF0dXJl`

/** Seconds that a token lives where its client says nothing else. */
const lifetime = 599

export const requestToken = defineOperation({
  id: 'authentication.requestToken',
  method: 'POST',
  path: '/token',
  summary: 'A token of Maskinporten, for a JWT that the client has signed',
  access: anyone,
  dependsOn: [],
  asks: ['keys'],
  request: { body: fields(tokenRequest) },
  replies: { 200: reply.json(tokenResponse, 'cache-control') },
  refusals: oauthErrorKeys,
  about: () => ({}),
  example: { as: null, input: () => ({ body: { grant_type: grantType, assertion: exampleGrant } }) },

  async handle(
    { body },
    { keys, world, environment, circumstances, remoteKeys, random, now, machineNow, waited, commit, url, reply: answer, fail },
  ) {
    if (!body.grant_type) throw fail('MP-011', { reason: 'grant_type is missing' })
    if (body.grant_type !== grantType) throw fail('unsupported-grant-type')
    if (!body.assertion) throw fail('MP-011', { reason: 'assertion is missing' })
    const grant = readGrant(body.assertion)
    const client = clientOf(world, grant)
    // Clients date their grants by their own clocks, also while the world's stands still.
    const clocks = [now(), machineNow()].map((clock) => clock + circumstances.skew())
    checkAudience(grant, audiencesOf(url(''), environment.name))
    checkTimes(grant, clocks)
    const registered = client && { orgNo: client.orgNo, keyOf: (choose: ChooseKey) => keyOf(client, choose, remoteKeys) }
    const signer = await checkSignature(grant, { client: registered, clocks })
    const orgNo = organizationOf(client, signer)
    if (client) checkScopes(grant, client)
    checkConsumer(grant, client, orgNo)
    const systemUser = grant.systemUser && systemUserOf(grant.systemUser, grant, client, orgNo)
    const delegated = grant.consumerOrg !== undefined && {
      supplierOrgNo: orgNo,
      delegationSource: `${liveBases[environment.name].maskinporten}/delegations`,
    }
    const ttl = client?.tokenLifetime ?? lifetime
    const digest = await digestOf(grant)
    await waited()
    const claims = commit(() => {
      if (!useGrant(environment.of(usedGrants), digest, endOf(grant), Math.min(...clocks))) throw fail('MP-012')
      return maskinportenToken({
        orgNo: grant.consumerOrg ?? orgNo,
        ...delegated,
        clientId: grant.client,
        amr: signer.how,
        scopes: grant.scopes,
        resource: grant.resource,
        systemUser,
        now: now(),
        ttl,
        guid: random.guid,
        issuer: maskinportenIssuer(url('')),
      })
    })
    const scope = grant.scopes.join(' ')
    return answer(
      200,
      { access_token: await keys.sign(claims), token_type: 'Bearer', expires_in: ttl, scope },
      { 'cache-control': 'no-store' },
    )
  },
})

/** A grant is known again by its `jti`, and one without by what is signed: one signature can be written in several ways. */
async function digestOf({ client, jti, assertion }: Grant): Promise<string> {
  const text = jti === undefined ? assertion.slice(0, assertion.lastIndexOf('.')) : JSON.stringify([client, jti])
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)))
  return btoa(String.fromCharCode(...digest))
}
