/** The story behind a record, call or name: all related events and their consequences, in chronological order. */

import type { z } from 'zod'
import { deliveries } from '../../service/areas/events/records.ts'
import { fileTransfers } from '../../service/areas/file-transfer/records.ts'
import { plainNumber } from '../../service/areas/notifications/magic-recipients.ts'
import { recipientNames } from '../../service/areas/notifications/messages.ts'
import { orders, shipments } from '../../service/areas/notifications/records.ts'
import { organizationNumber } from '../../service/wire/identifiers.ts'
import type { Line } from '../../service/world/journal.ts'
import type { Environment } from '../../service/world/records.ts'
import type { World } from '../../service/world/world.ts'
import { type Page, pageOf } from '../rows/page.ts'
import { bookingOf, causedRecords, inOrder, tellLine, under } from './entries.ts'
import type { storyReply } from './rows.ts'

/** Maximum number of names, because every line is searched for each of them. */
const most = 50

/** Returns the ids of matching records, newest first, up to 50. */
function namesOf({ environments }: World, name: string): Set<string> {
  const wanted = plain(name)
  const ids = Object.values(environments).flatMap((each) => [
    ...ofOrders(each, wanted),
    ...ofShipments(each, wanted),
    ...ofTransfers(each, wanted),
    ...ofDeliveries(each, wanted),
  ])
  return new Set(ids.reverse().slice(0, most))
}

const plain = (text: string) => plainNumber(text).toLowerCase()

function* ofOrders({ of }: Environment, wanted: string): Iterable<string> {
  for (const { id, idempotencyId, shipmentIds } of of(orders).values())
    if ([id, idempotencyId ?? '', ...shipmentIds].some((each) => plain(each) === wanted)) yield* [id, ...shipmentIds]
}

function* ofShipments({ of }: Environment, wanted: string): Iterable<string> {
  for (const { id, recipient, entries } of of(shipments).values()) {
    const names = [...recipientNames(recipient), ...entries.map(({ destination }) => destination)]
    if (names.some((each) => plain(each) === wanted)) yield id
  }
}

function* ofTransfers({ of }: Environment, wanted: string): Iterable<string> {
  for (const { id, recipients } of of(fileTransfers).values())
    if (id === wanted || recipients.some((each) => plain(each) === wanted || organizationNumber(each) === wanted)) yield id
}

/** If `wanted` is the id of a delivery or of its event, yields both ids. */
function* ofDeliveries({ of }: Environment, wanted: string): Iterable<string> {
  for (const { id, eventId } of of(deliveries).findMany()) if (id === wanted || eventId === wanted) yield* [id, eventId]
}

export type Story = ReturnType<typeof createStory>

export function createStory(current: () => World) {
  return {
    /**
     * Returns the calls, jobs, messages, events, deliveries and bookings related to an id or name: the id of a journal line, trace, order,
     * shipment, file transfer, event or delivery, an idempotencyId, or a recipient.
     */
    of(id: string, page?: Page): z.output<typeof storyReply> {
      const world = current()
      const { names, told } = tell(world, id.trim())
      const { story, ...rest } = pageOf('story', inOrder(told), page, ({ kind, id: each, environment }) => `${kind}/${environment}/${each}`)
      return { id, story, names: [...names], ...rest }
    },
  }
}

/** Shorter strings appear in most lines, so they are matched only against record names. */
const shortest = 3

function tell(world: World, id: string) {
  const { calls, jobs } = world.journal
  const lines = [...calls.list(), ...jobs.list()]
  const own = lines.find((line) => line.id === id)
  const names = own ? new Set<string>() : namesOf(world, id)
  const lowerId = id.toLowerCase()
  const isNamed = (line: Line) => (id.length >= shortest && mentions(line, lowerId)) || [...names].some((name) => mentions(line, name))
  const chosen = own ? [own] : lines.filter(isNamed)
  // The calls at the root of the chosen lines. Everything that follows from these calls is part of the story.
  const roots = new Set(chosen.map((line) => bookingOf(line.id).split('.', 1)[0] ?? ''))
  const family = lines.filter((line) => under(roots, bookingOf(line.id)))
  return { names, told: [...family.map(tellLine), ...causedRecords(world, roots, names, lowerId)] }
}

/** `name` must be in lowercase. */
function mentions(line: Line, name: string): boolean {
  const { path, query, requestBody, replyBody, data, requestHeaders } = line
  const { traceparent } = requestHeaders
  const texts = [path, query, requestBody, replyBody, data === undefined ? null : JSON.stringify(data), String(traceparent ?? '')]
  return texts.some((text) => text?.toLowerCase().includes(name) === true)
}
