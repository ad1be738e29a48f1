/** Issues a Maskinporten token in exchange for a client's grant. Source: authentication §1. */

import { maskinportenIssuer } from '../../tokens/caller.ts'
import { maskinportenToken, type SystemUserDetails, systemIdOf } from '../../tokens/issue.ts'
import { type ChooseKey, keyIn, type RemoteKeys } from '../../tokens/read-token.ts'
import { derivedGuid } from '../../wire/identifiers.ts'
import { Refusal } from '../../wire/refusal.ts'
import { fields, reply } from '../../wire/row.ts'
import { utf8 } from '../../wire/text.ts'
import { anyone, liveBases } from '../../wire/vocabulary.ts'
import type { EnvironmentName } from '../../world/records.ts'
import type { RegisteredClient } from '../../world/registers.ts'
import { unlessWorldGone, type World } from '../../world/world.ts'
import { dialectOf } from '../dialect.ts'
import { defineOperation } from '../operation.ts'
import { grantType, tokenRequest, tokenResponse } from './constraints/token-request.ts'
import { checkAudience, checkTimes, endOf, type Grant, readGrant, type SystemUserRequest } from './issuing/grant.ts'
import { checkSignature, type RegisteredKey, type Signer } from './issuing/grant-signature.ts'
import { usedGrants, useGrant } from './records.ts'
import { exampleGrant, oauthErrorKeys } from './wire.ts'

/** Default token lifetime in seconds. */
const lifetime = 599

export const requestToken = defineOperation({
  id: 'authentication.requestToken',
  method: 'POST',
  path: '/token',
  summary: 'A Maskinporten token in exchange for a JWT signed by the client',
  access: anyone,
  dependsOn: [],
  asks: ['keys'],
  request: { body: fields(tokenRequest) },
  replies: { 200: reply.json(tokenResponse, 'cache-control') },
  refusals: oauthErrorKeys,
  about: () => ({}),
  example: { as: null, input: () => ({ body: { grant_type: grantType, assertion: exampleGrant(120) } }) },

  async handle(
    { body },
    { keys, world, environment, circumstances, remoteKeys, random, now, machineNow, waited, commit, url, reply: answer, fail },
  ) {
    if (!body.grant_type) throw fail('MP-011', { reason: 'grant_type is missing' })
    if (body.grant_type !== grantType) throw fail('unsupported-grant-type')
    if (!body.assertion) throw fail('MP-011', { reason: 'assertion is missing' })
    const grant = readGrant(body.assertion)
    const client = clientOf(world, grant)
    // Clients date their grants by their own clocks, even while the world's clock is frozen.
    const clocks = [now(), machineNow()].map((clock) => clock + circumstances.skew())
    checkAudience(grant, audiencesOf(url(''), environment.name))
    checkTimes(grant, clocks, dialectOf(world).of('authentication.requestToken').area.longestGrant ?? 0)
    const registered = client && {
      orgNo: client.orgNo,
      keyOf: (choose: ChooseKey) => unlessWorldGone(world, keyOf(client, choose, remoteKeys)),
    }
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

/**
 * Returns a digest of the grant's `jti` or, if there is none, of its signed part. The signature is left out because it can be encoded in
 * several ways.
 */
async function digestOf({ client, jti, assertion }: Grant): Promise<string> {
  const text = jti === undefined ? assertion.slice(0, assertion.lastIndexOf('.')) : JSON.stringify([client, jti])
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)))
  return btoa(String.fromCharCode(...digest))
}

/** The test ministry, which unregistered clients belong to. */
const openOrgNo = '991825827'

/**
 * Returns the registered client, or undefined for an unregistered client if the settings allow unregistered clients. Refuses all other
 * clients, including revoked ones, with MP-100.
 */
export function clientOf({ clients, settings }: World, { client }: Grant): RegisteredClient | undefined {
  const registeredClient = clients.find(client)
  if (registeredClient?.revoked || (!registeredClient && !settings.openClients)) throw new Refusal('MP-100')
  return registeredClient
}

/** Returns the issuer's URLs: Standin's and the live service's. */
const audiencesOf = (base: string, environment: EnvironmentName): string[] =>
  [base, liveBases[environment].maskinporten].map(maskinportenIssuer)

/** Finds the registered key that a client has signed with. */
export async function keyOf(
  { jwks, jwksUri }: RegisteredClient,
  choose: ChooseKey,
  remote: RemoteKeys,
): Promise<RegisteredKey | undefined> {
  return jwksUri === undefined ? keyIn(jwks, choose) : remote.find(jwksUri, choose)
}

/**
 * Returns the organization of a registered client, or else the organization in the certificate. Without both, returns the test ministry.
 */
export const organizationOf = (client: RegisteredClient | undefined, { orgNo }: Signer): string => client?.orgNo ?? orgNo ?? openOrgNo

/** Refuses a scope that the client does not have (MP-200) or that was not granted (MP-250). */
function checkScopes({ scopes }: Grant, { scopes: own, notGranted = [] }: RegisteredClient): void {
  const foreign = scopes.find((scope) => !own.includes(scope))
  if (foreign !== undefined) throw new Refusal('MP-200', { scope: foreign })
  const missing = scopes.find((scope) => notGranted.includes(scope))
  if (missing !== undefined) throw new Refusal('MP-250', { scope: missing })
}

/** Refuses with MP-251 if the consumer has not delegated these scopes to the client's organization. */
function checkConsumer({ consumerOrg, scopes }: Grant, client: RegisteredClient | undefined, orgNo: string): void {
  if (consumerOrg === undefined) return
  if (consumerOrg === orgNo) throw new Refusal('own-consumer')
  if (!client) return
  const delegated = client.delegations?.filter(({ consumer }) => consumer === consumerOrg).flatMap((each) => each.scopes) ?? []
  const missing = scopes.find((scope) => !delegated.includes(scope))
  if (missing !== undefined) throw new Refusal('MP-251', { scope: missing, consumer: consumerOrg, supplier: orgNo })
}

/**
 * Returns the system user that a grant requests. An unregistered client has one system user per customer. Refuses with MP-303 if a
 * registered client does not have this system user.
 */
export function systemUserOf(
  { orgNo, externalRef }: SystemUserRequest,
  { client }: Grant,
  registered: RegisteredClient | undefined,
  vendor: string,
): SystemUserDetails {
  const known = registered?.systemUsers?.find((each) => each.orgNo === orgNo && each.externalRef === externalRef)
  if (registered && !known) throw new Refusal('MP-303', { reason: `${orgNo} has no such system user` })
  return {
    orgNo,
    id: known?.id ?? derivedGuid('system user', client, orgNo, ...(externalRef === undefined ? [] : [externalRef])),
    systemId: known?.systemId ?? systemIdOf(vendor),
  }
}
