/** Creates event subscriptions, and endpoints that record the events they receive. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { HTTP } from 'cloudevents'
import { expect, onTestFinished } from 'vitest'
import type { Client, Identity } from '../../src/service/areas/client.ts'
import { iso, otherRecipient, recipient, sender } from './file-transfers.ts'
import { otherServer } from './listen.ts'
import type { standin } from './standin.ts'

type Standin = ReturnType<typeof standin>

const scope = 'altinn:events.subscribe'
export const owner: Identity = { org: 'ttd', orgNo: '991825827', scope }
export const subscriber = ({ orgNo }: { orgNo: string }): Identity => ({ orgNo, scope })

export const urn = 'urn:altinn:resource:standin-plain'
export const subjectOf = ({ orgNo }: { orgNo: string }) => `urn:altinn:organization:identifier-no:${orgNo}`

export interface Received {
  readonly body: string
  readonly headers: IncomingMessage['headers']
  readonly method: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: each test states what it expects of an event.
  readonly event: any
}

export type Answering = (response: ServerResponse, received: Received, nth: number) => void

/** Starts an endpoint that replies with 200 or with `answer`. Every event must be valid according to the CNCF's CloudEvents library. */
export async function endpoint(answer: Answering = (response) => void response.end()) {
  const all: Received[] = []
  const url = await otherServer((request, response) => {
    void text(request).then((body) => {
      const received = { body, headers: request.headers, method: request.method, event: JSON.parse(body) }
      all.push(received)
      answer(response, received, all.length)
    })
  })
  onTestFinished(() => {
    for (const { headers, body, event } of all) {
      const parsed = HTTP.toEvent({ headers: { ...headers, 'content-type': 'application/cloudevents+json' }, body })
      expect(parsed).toMatchObject({ id: event.id, type: event.type, source: event.source, specversion: '1.0' })
    }
  })
  const events = () => all.filter(({ event }) => event.type !== 'platform.events.validatesubscription')
  return { url: `${url}/hook`, all, events }
}

export interface Wanted {
  readonly endPoint: string
  readonly as?: Identity
  readonly resourceFilter?: string
  readonly subjectFilter?: string | null
  readonly typeFilter?: string | null
  readonly [more: string]: unknown
}

/** Subscribes an organization to its own events, or a service owner to all events. */
export async function subscribed(client: Client, { as = owner, ...wanted }: Wanted): Promise<number> {
  const subjectFilter = as.org === undefined ? subjectOf(as) : null
  const reply = await client.call('events.createSubscription', { as, body: { resourceFilter: urn, subjectFilter, ...wanted } })
  if (reply.status !== 201) throw new Error(`The subscription got ${reply.status}: ${reply.text}`)
  return reply.body.id
}

/** Creates an endpoint with a validated subscription. */
export async function listening({ client, simulator }: Standin, wanted: Partial<Wanted> = {}, answer?: Answering) {
  const { url, ...hook } = await endpoint(answer)
  const id = await subscribed(client, { endPoint: url, ...wanted })
  await simulator.advance({ by: 1_000 })
  return { url, id, ...hook }
}

const names = new Map([
  [sender.orgNo, 'S'],
  [recipient.orgNo, 'R1'],
  [otherRecipient.orgNo, 'R2'],
])

/** Formats an event's type and subject, such as `published R1`. */
export function short({ type, subject = '' }: { readonly type: string; readonly subject?: string | undefined }): string {
  const orgNo = subject.slice(subject.lastIndexOf(':') + 1)
  return `${type.replace('no.altinn.broker.', '')} ${names.get(orgNo) ?? orgNo}`
}

/** Returns a transfer's events in order of publication. */
export const publishedOf = ({ simulator }: Standin, transfer?: string): string[] =>
  simulator.events.list(transfer === undefined ? {} : { transfer }).events.map(({ event }) => short(event))

export const both = { recipients: [iso(recipient), iso(otherRecipient)] }
