/** Creates small contracts, and a Standin to verify them against. */

import { onTestFinished } from 'vitest'
import type { SimulatorOptions } from '../../src/control/create-simulator.ts'
import { frontDoor } from '../../src/control/front-door.ts'
import { startServer } from '../../src/hosts/http/server.ts'
import { folderWith } from './folder.ts'
import { standin } from './standin.ts'

export const shipmentPath = '/future/shipment/00000000-0000-4000-8000-000000000000'

export interface Written {
  readonly description: string
  readonly given?: readonly { readonly name: string; readonly params?: object }[]
  /** `{name}` stands for one of a state's values. */
  readonly path?: string
  readonly status: number
  readonly body?: unknown
  /** Expressions with state values, keyed by path in the response body, and by header name. */
  readonly exact?: { readonly body?: Readonly<Record<string, string>>; readonly header?: Readonly<Record<string, string>> }
  /** The reply: bytes with a content type that Pact does not recognize. */
  readonly bytes?: Uint8Array
  /** The only dialect in which the interaction is valid. */
  readonly dialect?: string
  readonly pending?: boolean
}

const fromState = (text: string) => ({ type: 'ProviderState', expression: text.replace(/\{\w+\}/g, (named) => `$${named}`) })
const fromStates = (texts: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(texts).map(([place, text]) => [place, fromState(text)]))
const byType = (places: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(Object.keys(places).map((place) => [place, { combine: 'AND', matchers: [{ match: 'type' }] }]))

/** Creates a pact in Pact's format. If an interaction has a state, its request contains the state's token. */
export function pact(consumer: string, ...interactions: readonly Written[]) {
  return {
    consumer: { name: consumer },
    provider: { name: 'service' },
    interactions: interactions.map(
      ({ description, given = [], path = shipmentPath, status, body, exact, bytes, dialect, pending = false }) => ({
        type: 'Synchronous/HTTP',
        description,
        pending,
        ...(dialect && { comments: { dialect } }),
        providerStates: given,
        request: {
          method: 'GET',
          path,
          headers: { Authorization: ['Bearer a-token'] },
          generators: {
            path: fromState(path),
            header: given.length > 0 ? { Authorization: fromState('Bearer {token}') } : {},
          },
        },
        response: {
          status,
          ...(exact && {
            headers: exact.header,
            generators: { body: fromStates(exact.body), header: fromStates(exact.header) },
            matchingRules: { body: byType(exact.body), header: byType(exact.header) },
          }),
          ...(body !== undefined && { body: { content: body, contentType: 'application/json', encoded: false } }),
          ...(bytes && {
            headers: { 'Content-Type': ['application/octet-stream'] },
            body: { content: Buffer.from(bytes).toString('base64'), contentType: '*/*', encoded: 'base64' },
            matchingRules: { body: { $: { combine: 'AND', matchers: [{ match: 'contentType', value: 'application/octet-stream' }] } } },
          }),
        },
      }),
    ),
    metadata: { pactSpecification: { version: '4.0' } },
  }
}

/** Creates a folder with these pacts, keyed by file name. */
export const pactsIn = (files: Readonly<Record<string, unknown>>) =>
  folderWith(Object.fromEntries(Object.entries(files).map(([name, document]) => [name, JSON.stringify(document)])))

/** Serves a new simulator over HTTP. */
export async function served(options: Partial<SimulatorOptions> = {}) {
  const here = standin(options)
  const server = await startServer({ carrier: frontDoor(here.simulator), port: 0, host: '127.0.0.1', grace: 100 })
  onTestFinished(() => server.close())
  return { ...here, url: server.url }
}

/** Creates a pact with a single interaction: a delivery manifest with the given status. */
export const manifestPact = (consumer: string, provider: string, description = 'a manifest') => ({
  ...pact(consumer, {
    description,
    given: [{ name: 'a notification is ordered' }],
    path: '/future/shipment/{shipmentId}',
    status: 200,
    body: { status: 'Order_Registered', recipients: [] },
  }),
  provider: { name: provider },
})
