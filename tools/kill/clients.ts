/** Clients that put load on the servers in a kill test, record the replies, and read the results back from other servers. */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Dice } from '../fuzz/dice.ts'
import { type Caller, parties, type Reply, type Request, tus, untilAnswered } from './calls.ts'
import type { Fleet } from './fleet.ts'
import { person, type Reads } from './reads.ts'
import type { Half, Seen } from './seen.ts'

export interface LoadOptions {
  readonly worlds: readonly string[]
  readonly clients: number
  readonly fleet: Fleet
  readonly call: Caller
  readonly reads: Reads
  readonly seen: Seen
  /** Returns random choices that are independent of other parts. */
  diceOf(part: string): Dice
}

export interface Load {
  /** Starts no more acts. Resolves once all started acts have ended. */
  end(): Promise<void>
}

/** Milliseconds between a client's acts, and between reads. */
const [betweenActs, betweenReads] = [30, 40]
/** Maximum number of concurrent reads, because reads from a suspended server wait until it resumes. */
const openReads = 60
const part = 30_000

const transferPath = '/broker/api/v1/filetransfer'
const json = ({ bytes }: Reply) => JSON.parse(String(bytes))

export const orderRequest = (world: string, idempotencyId: string): Request => {
  const emailSettings = { subject: 'Kill', body: `Message ${idempotencyId}` }
  const body = { idempotencyId, recipient: { recipientEmail: { emailAddress: 'kill@example.org', emailSettings } } }
  return { world, method: 'POST', path: '/notifications/api/v1/future/orders', as: 'orderer', body }
}

export function startLoad({ worlds, clients, fleet, call, reads, seen, diceOf }: LoadOptions): Load {
  let isEnded = false
  const until = (request: Request) => untilAnswered(call, request, () => isEnded)

  async function order(world: string, name: string, dice: Dice): Promise<void> {
    // Retries an order with the same id until it is answered.
    const reply = await until(orderRequest(world, name))
    if (!reply) return
    const { notificationOrderId: id, notification } = json(reply)
    const made = { world, idempotencyId: name, id, shipmentId: notification.shipmentId }
    seen.unique(world, id, made.shipmentId)
    seen.orders.push(made)
    await reads.order(made, { server: fleet.one(dice) })
  }
  async function transfer(world: string): Promise<string | undefined> {
    const sender = `0192:${parties.sender.orgNo}`
    const recipients = [`0192:${parties.recipient.orgNo}`]
    const more = { fileName: 'kill.bin', resourceId: 'standin-plain', sendersFileTransferReference: 'kill', disableVirusScan: true }
    const reply = await call({ world, method: 'POST', path: transferPath, as: 'sender', body: { ...more, sender, recipients } })
    if (!reply) return undefined
    const { fileTransferId: id } = json(reply)
    seen.unique(world, id)
    seen.transfers.push({ world, id })
    return id
  }
  async function upload(world: string, dice: Dice): Promise<void> {
    const id = await transfer(world)
    if (id === undefined) return
    // Some bodies are large enough to be stored in several pieces in a database.
    const body = randomBytes(1 + dice.below(dice.chance(0.05) ? 3_000_000 : 100_000))
    const reply = await call({ world, method: 'POST', path: `${transferPath}/${id}/upload`, as: 'sender', body })
    if (!reply) return
    if (reply.status !== 200) seen.wrongly(`the upload to ${id} in ${world} got ${reply.status}: ${reply.bytes.toString()}`)
    const file = { world, id, sha256: createHash('sha256').update(body).digest('hex') }
    seen.files.push(file)
    await reads.file(file)
  }
  async function begin(world: string, dice: Dice): Promise<void> {
    const id = await transfer(world)
    if (id === undefined) return
    const content = randomBytes(2 * part + 1 + dice.below(2 * part))
    const headers = { ...tus, 'upload-length': String(content.length) }
    const reply = await call({ world, method: 'POST', path: `${transferPath}/upload/tus/${id}`, as: 'sender', headers })
    if (!reply) return
    const whole = new URL(reply.headers.get('location') ?? '', 'http://127.0.0.1').pathname
    const half = { world, id, path: whole.replace(`/worlds/${world}`, ''), content, offset: 0, isEnding: false }
    seen.halves.add(half)
    await goOn(half, content.length - part)
  }
  /** Sends parts until the upload has this many bytes. */
  async function goOn(half: Half, enough: number): Promise<void> {
    const { world, path, content } = half
    while (half.offset < enough && !isEnded) {
      const there = await reads.half(half)
      if (there === undefined || there < half.offset) return
      if (there === content.length) return ended(half)
      const bytes = content.subarray(there, there + part)
      half.isEnding ||= there + bytes.length === content.length
      const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(there) }
      const reply = await call({ world, method: 'PATCH', path, as: 'sender', body: bytes, headers })
      if (!reply) return
      if (reply.status !== 204) return seen.wrongly(`a part of ${path} in ${world} got ${reply.status}: ${reply.bytes.toString()}`)
      half.offset = there + bytes.length
    }
    if (half.offset === content.length) ended(half)
  }
  function ended(half: Half): void {
    const { world, id, content } = half
    half.offset = content.length
    seen.files.push({ world, id, sha256: createHash('sha256').update(content).digest('hex') })
  }
  /** Completes an upload that an earlier call started, possibly on a server that no longer exists. */
  async function endHalf(dice: Dice): Promise<void> {
    const all = [...seen.halves].filter(({ content, offset }) => offset >= content.length - part)
    if (all.length < 20) return
    const half = dice.one(all)
    // Only one client may send an upload's parts.
    seen.halves.delete(half)
    await goOn(half, half.content.length)
    if (half.offset < half.content.length) seen.halves.add(half)
  }
  async function count(world: string, dice: Dice): Promise<void> {
    const counter = seen.counters.get(world)
    if (!counter) return
    const next = ++counter.sent
    const body = { name: 'Kari Kill', email: `n${next}@example.org` }
    const reply = await call({ world, method: 'PUT', path: `/_standin/contacts/${person}`, as: 'orderer', body })
    if (!reply) return
    if (reply.status > 201) seen.wrongly(`a change to the contact in ${world} got ${reply.status}`)
    counter.answered = Math.max(counter.answered, next)
    await reads.counter(world, counter, { server: fleet.one(dice) })
  }
  async function client(nth: number): Promise<void> {
    const dice = diceOf(`client ${nth}`)
    // Only one client increments each world's counter, so the numbers that are read only go up.
    const own = worlds[nth]
    for (let acts = 0; !isEnded; acts++) {
      const act = dice.below(8)
      const world = dice.one(worlds)
      if (act < 3) await order(world, `${nth}-${acts}`, dice)
      else if (act === 3) await upload(world, dice)
      else if (act === 4) await begin(world, dice)
      else if (act === 5) await endHalf(dice)
      else if (own !== undefined) await count(own, dice)
      await pause(betweenActs)
    }
  }
  async function reader(): Promise<void> {
    const dice = diceOf('reader')
    const open = new Set<Promise<unknown>>()
    async function read(): Promise<unknown> {
      const server = fleet.any(dice)
      const world = dice.one(worlds)
      const counter = seen.counters.get(world)
      const act = dice.below(4)
      if (act < 2 && counter) return reads.counter(world, counter, { server })
      if (seen.orders.length === 0) return
      // Half of the reads are for recent results.
      const order = dice.chance(0.5) ? dice.one(seen.orders.slice(-20)) : dice.one(seen.orders)
      return act === 2 ? reads.order(order, { server }) : reads.again(order, { server })
    }
    while (!isEnded) {
      if (open.size < openReads) {
        const reading: Promise<unknown> = read().finally(() => open.delete(reading))
        open.add(reading)
      }
      await pause(betweenReads)
    }
    await Promise.all(open)
  }
  const all = [...Array.from({ length: clients }, (_, nth) => client(nth)), reader()]
  return {
    async end() {
      isEnded = true
      await Promise.all(all)
    },
  }
}
