/** Asks the condition endpoint of an order whether to send it. Source: notifications §10.3. */

import { maskinportenToken } from '../../../tokens/issue.ts'
import { maskinportenIssuer } from '../../../tokens/issuers.ts'
import { liveBases } from '../../../wire/live-hosts.ts'
import { conditionScope } from '../../../wire/scopes.ts'
import type { Act } from '../../../world/act.ts'
import { type Called, callThat } from '../../../world/outgoing.ts'
import type { Shipment } from '../records/shipment.ts'

export interface Condition {
  readonly answer: 'met' | 'not met' | 'none'
  /** Why there is no answer, or why it counts as met. */
  readonly why?: string
}

/** The organization that asks: the platform itself. */
const consumer = '991825827'
/** Seconds. */
const tokenLife = 120

/** Undefined for an order without a condition. */
export const askCondition = ({ conditionEndpoint: url }: Shipment, act: Act): Promise<Condition> | undefined =>
  url === null ? undefined : ask(url, act)

async function ask(url: string, act: Act): Promise<Condition> {
  const { outgoing } = act.world
  const ends = act.circumstances.receiver()
  const why = ends === 'unreachable' ? undefined : outgoing.barrier(url)
  const called: Called = why === undefined ? await callThat(ends, outgoing, await requestTo(url, act)) : { kind: 'barred', why }
  if (called.kind === 'barred') return { answer: 'met', why: called.why }
  if (called.kind === 'failed') return { answer: 'none', why: called.why }
  if (called.status < 200 || called.status > 299) return { answer: 'none', why: `it answered ${called.status}` }
  const said = wishOf(called.body)
  if (said === undefined) return { answer: 'none', why: 'no sendNotification in its reply' }
  return { answer: said ? 'met' : 'not met' }
}

async function requestTo(url: string, { world, environment, circumstances, now, random, goOutside }: Act) {
  const keys = circumstances.keysRotated() ? world.keys.next : world.keys
  const token = await keys.sign(
    maskinportenToken({
      orgNo: consumer,
      scopes: [conditionScope],
      now: now(),
      ttl: tokenLife,
      guid: random.guid,
      issuer: maskinportenIssuer(world.settings.publicUrl ?? liveBases[environment.name].maskinporten),
    }),
  )
  return { method: 'GET', url, headers: { accept: 'application/json', authorization: `Bearer ${token}` }, redirects: 5, goOutside }
}

/** Only the exact name with a boolean counts. */
function wishOf(body: Uint8Array): boolean | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'sendNotification')) return undefined
    const { sendNotification } = value as { sendNotification: unknown }
    return typeof sendNotification === 'boolean' ? sendNotification : undefined
  } catch {
    return undefined
  }
}
