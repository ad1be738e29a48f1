/** Looks up the addresses of an order's recipient and creates an entry for each address. */
import { maskinportenIssuer } from '../../../tokens/caller.ts'
import { maskinportenToken } from '../../../tokens/issue.ts'
import { zulu } from '../../../wire/timestamp.ts'
import { conditionScope, liveBases } from '../../../wire/vocabulary.ts'
import { type Called, callThat, traceParent } from '../../../world/outgoing.ts'
import type { Act } from '../../operation.ts'
import { defineJob, nextTry, type Outcome } from '../../operation.ts'
import { notificationBookings } from '../bookings.ts'
import { moveShipment, sendTime, shipmentAbout, shortestRepetition } from '../messages.ts'
import { takingTime } from '../placing.ts'
import { type Entry, type Shipment, shipments } from '../records.ts'
import { isFinal } from '../wire.ts'
import { type LookupResult, lookUp } from './lookup.ts'

export const processOrder = defineJob({
  id: 'notifications.processOrder',
  summary: 'The addresses in an accepted order are looked up',
  dependsOn: ['register', 'names', 'authorization', 'database'],
  asks: ['identification', 'contacts', 'keys', 'receiver'],
  ...notificationBookings['notifications.processOrder'],
  together: true,
  about: shipmentAbout,

  run({ shipmentId, again = false }, act) {
    act.reach('database')
    const shipment = act.environment.of(shipments).get(shipmentId)
    if (shipment?.status !== 'Order_Processing') return { id: shipmentId, nothing: 'the shipment is no longer being processed' }
    const asking = askCondition(shipment, again, act)
    if (asking === undefined) return proceed(shipment, undefined, again, act)
    return asking.then((condition) => proceed(shipment, condition, again, act))
  },
})

type Acting = Act<'register' | 'names' | 'authorization' | 'database'>

function proceed(shipment: Shipment, condition: Condition | undefined, again: boolean, act: Acting): Outcome {
  if (condition?.answer === 'not met') return act.commit(() => stop(shipment, act))
  if (condition?.answer === 'none' && !again) return act.commit(() => putOff(shipment, `no condition: ${condition.why}`, again, act))
  const result = lookUp(shipment, act)
  if ('unreachable' in result) return act.commit(() => putOff(shipment, `${result.unreachable} cannot be reached`, again, act))
  act.commit(() => makeEntries(shipment, result, act))
  const { id, status, entries } = shipment
  return { id, status, entries: entries.length, ...(condition && { condition: conditionText(condition) }) }
}

/** Source: notifications §10.3. */
function stop(shipment: Shipment, act: Act): Outcome {
  moveShipment(act, shipment, 'Order_SendConditionNotMet')
  return { id: shipment.id, status: shipment.status, condition: 'not met' }
}

const conditionText = ({ answer, why }: Condition) => (answer === 'none' || why !== undefined ? `counts as met: ${why}` : answer)

/** Books a second attempt. If that fails too, the order returns to Registered. Source: notifications §6.4. */
function putOff(shipment: Shipment, why: string, again: boolean, act: Act): Outcome {
  const { world, now, book } = act
  const at = now()
  const { id: shipmentId } = shipment
  const next = again ? Math.max(takingTime(act, at), at + shortestRepetition) : nextTry(world)
  if (again) {
    moveShipment(act, shipment, 'Order_Registered')
    book('notifications.takeOrder', { shipmentId }, next)
  } else book('notifications.processOrder', { shipmentId, again: true }, next)
  return { id: shipmentId, status: shipment.status, attempt: again ? 2 : 1, putOff: why, next: zulu(next) }
}

function makeEntries(shipment: Shipment, { addresses, texts }: LookupResult, act: Act): void {
  const { now, book } = act
  const at = now()
  if (texts) shipment.texts = texts
  shipment.entries = addresses.map(
    ({ channel, address, failed, ...whose }): Entry => ({
      channel,
      destination: address,
      status: failed ? `${channel}_Failed_${failed}` : `${channel}_New`,
      lastUpdate: at,
      ...whose,
    }),
  )
  moveShipment(act, shipment, shipment.entries.every(isFinal) ? 'Order_Completed' : 'Order_Processed')
  shipment.entries.forEach((entry, index) => {
    if (!isFinal(entry))
      book('notifications.sendMessage', { shipmentId: shipment.id, entry: index }, sendTime(act, shipment, entry.channel, at))
  })
}

export interface Condition {
  readonly answer: 'met' | 'not met' | 'none'
  /** Why there is no answer, or why the condition counts as met. */
  readonly why?: string
}

/** The organization number in the token, which is the platform's own number. */
const consumer = '991825827'
/** In seconds. */
const tokenLife = 120

/** Calls the condition endpoint. Returns undefined for an order without a condition. */
const askCondition = ({ conditionEndpoint: url, id }: Shipment, again: boolean, act: Act): Promise<Condition> | undefined =>
  url === null ? undefined : ask(url, traceParent(id, again ? 2 : 1), act)

async function ask(url: string, traceparent: string, act: Act): Promise<Condition> {
  const { outgoing } = act.world
  const ends = act.circumstances.receiver()
  const why = ends === 'unreachable' ? undefined : outgoing.barrier(url)
  const called: Called =
    why === undefined ? await callThat(ends, outgoing, await requestTo(url, traceparent, act)) : { kind: 'barred', why }
  if (called.kind === 'barred') return { answer: 'met', why: called.why }
  if (called.kind === 'failed') return { answer: 'none', why: called.why }
  if (called.status < 200 || called.status > 299) return { answer: 'none', why: `the endpoint returned ${called.status}` }
  const said = wishOf(called.body)
  if (said === undefined) return { answer: 'none', why: 'the reply contains no sendNotification' }
  return { answer: said ? 'met' : 'not met' }
}

async function requestTo(url: string, traceparent: string, { world, environment, circumstances, now, random, goOutside }: Act) {
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
  return { method: 'GET', url, headers: { traceparent, authorization: `Bearer ${token}` }, redirects: 5, goOutside }
}

/** Returns the boolean in the body. The member name must match exactly. */
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
