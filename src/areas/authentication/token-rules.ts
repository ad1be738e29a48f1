/** What Maskinporten demands of the client of a grant. Source: authentication §1.4. */

import { derivedGuid } from '../../tokens/derived-guid.ts'
import type { Grant, SystemUserRequest } from '../../tokens/grant.ts'
import type { RegisteredKey, Signer } from '../../tokens/grant-signature.ts'
import { type SystemUserDetails, systemIdOf } from '../../tokens/issue.ts'
import { maskinportenIssuer } from '../../tokens/issuers.ts'
import { type ChooseKey, keyIn, type RemoteKeys } from '../../tokens/remote-keys.ts'
import { liveBases } from '../../wire/live-hosts.ts'
import { Refusal } from '../../wire/refusals/refusal.ts'
import type { EnvironmentName } from '../../world/agenda.ts'
import type { World } from '../../world/world.ts'
import type { RegisteredClient } from './records/registered-client.ts'

/** The organization of clients that are not registered: the test ministry. */
const openOrgNo = '991825827'

/** Undefined for a client that is not registered, where such clients are welcome. Refuses with MP-100. */
export function clientOf({ clients, settings }: World, { client }: Grant): RegisteredClient | undefined {
  const found = clients.find(client)
  if (found?.revoked || (!found && !settings.openClients)) throw new Refusal('MP-100')
  return found
}

/** The issuer and the token endpoint, as they are known here and live. */
export function audiencesOf(base: string, environment: EnvironmentName): string[] {
  return [base, liveBases[environment].maskinporten].flatMap((each) => [maskinportenIssuer(each), `${each}/token`])
}

/** One of the keys that a client has registered. */
export async function keyOf(
  { jwks, jwksUri }: RegisteredClient,
  choose: ChooseKey,
  remote: RemoteKeys,
): Promise<RegisteredKey | undefined> {
  return jwksUri === undefined ? keyIn(jwks, choose) : remote.find(jwksUri, choose)
}

/** The organization of the client. A client that is not registered has that of its certificate. */
export const organizationOf = (client: RegisteredClient | undefined, { orgNo }: Signer): string => client?.orgNo ?? orgNo ?? openOrgNo

/** Refuses with MP-200 and MP-250. */
export function checkScopes({ scopes }: Grant, { scopes: own, notGranted = [] }: RegisteredClient): void {
  const foreign = scopes.find((scope) => !own.includes(scope))
  if (foreign !== undefined) throw new Refusal('MP-200', { scope: foreign })
  const missing = scopes.find((scope) => notGranted.includes(scope))
  if (missing !== undefined) throw new Refusal('MP-250', { scope: missing })
}

/** Refuses with MP-251 what the consumer has not delegated to the organization of the client. */
export function checkConsumer({ consumerOrg, scopes }: Grant, client: RegisteredClient | undefined, orgNo: string): void {
  if (consumerOrg === undefined) return
  if (consumerOrg === orgNo) throw new Refusal('own-consumer')
  if (!client) return
  const delegated = client.delegations?.filter(({ consumer }) => consumer === consumerOrg).flatMap((each) => each.scopes) ?? []
  const missing = scopes.find((scope) => !delegated.includes(scope))
  if (missing !== undefined) throw new Refusal('MP-251', { scope: missing, consumer: consumerOrg, supplier: orgNo })
}

/** A client that is not registered has a system user at every customer. Refuses with MP-303. */
export function systemUserOf(
  { orgNo, externalRef }: SystemUserRequest,
  { client }: Grant,
  registered: RegisteredClient | undefined,
  vendor: string,
): SystemUserDetails {
  const known = registered?.systemUsers?.find((each) => each.orgNo === orgNo && each.externalRef === externalRef)
  if (registered && !known) throw new Refusal('MP-303', { reason: `there is no such system user at ${orgNo}` })
  return {
    orgNo,
    id: known?.id ?? derivedGuid('system user', client, orgNo, ...(externalRef === undefined ? [] : [externalRef])),
    systemId: known?.systemId ?? systemIdOf(vendor),
  }
}
