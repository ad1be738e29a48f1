/** Givens of the events area. */
import { z } from 'zod'
import { exampleSubscription } from '../../areas/events/rules/subscription.ts'
import { scopes } from '../../wire/scopes.ts'
import { defineGiven } from './given.ts'

const subscriber = { orgNo: '370916446', scope: scopes.eventsSubscribe }

/** Standin does not call the default address, and treats it as validated. */
export const subscriptionExists = defineGiven({
  sentence: 'a subscription exists',
  params: z.object({ endPoint: z.string().optional(), typeFilter: z.string().nullish() }),
  values: ['subscriptionId', 'token'],
  async arrange(client, { endPoint, typeFilter }) {
    const request = { ...exampleSubscription, ...(endPoint !== undefined && { endPoint }), ...(typeFilter !== undefined && { typeFilter }) }
    const { body } = await client.call('events.createSubscription', { as: subscriber, body: request })
    const params = { id: String(body.id) }
    await client.until('events.getSubscription', { as: subscriber, params }, ({ body }) => body.validated)
    return { subscriptionId: params.id, token: await client.token(subscriber) }
  },
})
