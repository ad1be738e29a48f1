/** A consumer that subscribes to events, reads them page by page, and publishes events. */
import { ask, json, type Service } from '../asking.ts'

const root = '/events/api/v1'

export interface Wish {
  readonly endPoint?: string
  readonly resourceFilter?: string
  readonly subjectFilter?: string
  readonly typeFilter?: string
}

export interface Subscription extends Wish {
  readonly id: number
  readonly validated: boolean
}

interface PolledEvent {
  readonly id: string
  readonly type: string
}

export interface Page {
  readonly events: readonly PolledEvent[]
  /** The query for the next page; undefined if this is the last page. */
  readonly next: string | undefined
}

export function createEventsClient(service: Service) {
  const read = async <T>(path: string) => (await (await ask(service, 'GET', root + path)).json()) as T

  return {
    subscribe: async (wish: Wish) => (await (await ask(service, 'POST', `${root}/subscriptions`, json(wish))).json()) as Subscription,
    subscriptions: async () => (await read<{ readonly subscriptions: readonly Subscription[] }>('/subscriptions')).subscriptions,
    subscription: (id: string) => read<Subscription>(`/subscriptions/${id}`),

    async unsubscribe(id: string): Promise<void> {
      await ask(service, 'DELETE', `${root}/subscriptions/${id}`)
    },

    /** `query`: a new query, or `next` from the previous page. */
    async page(query: string): Promise<Page> {
      const response = await ask(service, 'GET', `${root}/events?${query}`)
      const next = response.headers.get('next')
      // Encodes the query, because the service does not.
      return { events: (await response.json()) as PolledEvent[], next: next === null ? undefined : String(new URL(next).searchParams) }
    },

    async publish(event: object): Promise<void> {
      const headers = { 'content-type': 'application/cloudevents+json' }
      await ask(service, 'POST', `${root}/events`, { headers, body: JSON.stringify(event) })
    },
  }
}

export type EventsClient = ReturnType<typeof createEventsClient>
