/** Control rows for provider states and messages, for contract verifiers. */
import { z } from 'zod'
import { demandGiven } from '../../service/failures/givens.ts'
import { anyName, Misuse } from '../../service/wire/misuse.ts'
import { json, reply } from '../../service/wire/row.ts'
import { liveSlot } from '../../service/wire/when-needed.ts'
import type { World } from '../../service/world/world.ts'
import { messageReply } from '../events/rows.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'

const providerState = z.object({
  state: z.string().describe('The sentence.'),
  params: z.record(z.string(), z.record(z.string(), z.unknown())).describe('A JSON Schema for each parameter. All are optional.'),
  values: z.array(z.string()).describe('The names of the values returned when the state is set up.'),
})

export type ProviderState = z.output<typeof providerState>

/** Pact's term for a given is "provider state". */
export const providerStatesReply = z.object({
  providerStates: z.array(providerState).describe('The provider states.'),
  ...pageReply,
})

const listProviderStates = defineControl('control.listProviderStates', 'GET /_standin/provider-states', {
  summary: 'The provider states that contracts may use',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(providerStatesReply) },

  handle: async ({ query }, { knobs, reply: answer }) => answer(200, await knobs.givens.list(pageIn(query))),
})

const stateRequest = z.strictObject({
  state: z.string().nullable().describe('The sentence; empty or null for an interaction without one.'),
  params: z.record(z.string(), z.unknown()).nullish().describe("The sentence's parameters."),
  action: z
    .enum(['setup', 'teardown'])
    .optional()
    .describe('`teardown` resets the world. Default: `setup`, which first resets the world if a call has used it.'),
  // Some verifiers also send these members. They are ignored.
  consumer: z.string().nullish().describe("The consumer's name. Ignored."),
  states: z.array(z.string()).nullish().describe("All of the interaction's sentences. Ignored: only `state` is set up."),
})

const arrangeProviderState = defineControl('control.arrangeProviderState', 'POST /_standin/provider-states', {
  world: 'made',
  summary: 'Set up a provider state, or tear it down',
  request: { body: json(stateRequest) },
  replies: { 200: reply.json(z.record(z.string(), z.string())) },
  example: { body: { state: 'a published file transfer exists', params: { caller: 'recipient' }, action: 'setup' } },

  async handle({ body: { state, params, action } }, { knobs, address, call, reply: answer }) {
    const resets = action === 'teardown' || (action === undefined && isUsed(knobs.world))
    if (resets) knobs.reset()
    if (action === 'teardown' || !state) return answer(200, {})
    const { environment, base } = address
    // Looks up the world now, because a later lookup would create the world again if it had been dropped in the meantime.
    const { world } = knobs
    // A reset aborts the call's own signal.
    const signal = resets ? undefined : call.signal
    try {
      return answer(200, await knobs.givens.arrange(anyName(state), params ?? {}, { environment, base, signal }))
    } finally {
      arranged.of(world).calls = world.data.calls
    }
  },
})

/** A world's call count after a state was set up. The setup itself makes calls. */
const arranged = liveSlot(() => ({ calls: 0 }))

/** True if the service has been called since the last setup, so a verifier without teardown has begun its next interaction. */
const isUsed = (world: World): boolean => world.data.calls > arranged.of(world).calls

const messageRequest = z.looseObject({
  description: z
    .string()
    .describe('Must contain an event type, and the role if the type has two roles: `no.altinn.broker.published for the recipient`.'),
  providerStates: z
    .array(
      z.looseObject({
        name: z.string().describe('The sentence.'),
        params: z.record(z.string(), z.unknown()).nullish().describe("The sentence's parameters."),
      }),
    )
    .nullish()
    .describe('States to set up, in this order, if no such event has been published yet.'),
})

/** Source: decisions §12. */
const answerMessage = defineControl('control.answerMessage', 'POST /_standin/messages', {
  world: 'made',
  summary: 'The newest event that matches a description, in the format that subscribers receive',
  request: { body: json(messageRequest) },
  replies: { 200: reply.json(messageReply, 'pact-message-metadata') },
  example: {
    body: { description: 'no.altinn.broker.published for the recipient', providerStates: [{ name: 'a published file transfer exists' }] },
  },

  async handle({ body: { description, providerStates } }, { knobs, address, base, call, reply: answer }) {
    const { environment } = address
    // The state's events might still be pending.
    const settled = async () => {
      await knobs.advance({ until: 'settled' }, call.signal)
      return knobs.events.message(environment, description, base)
    }
    for (const { name } of providerStates ?? []) demandGiven(name)
    let message = await settled()
    if (!message) {
      for (const { name, params } of providerStates ?? [])
        await knobs.givens.arrange(anyName(name), params ?? {}, { environment, base, signal: call.signal })
      message = await settled()
    }
    if (!message)
      throw new Misuse(`No event matches ${JSON.stringify(description.slice(0, 200))}. Set up a state that publishes one.`, undefined, 409)
    return answer(200, message, { 'pact-message-metadata': metadata })
  },
})

/** Metadata that a subscriber receives along with the body, in Base64. */
const metadata = btoa(JSON.stringify({ contentType: 'application/json' }))

export const givensRows = [listProviderStates, arrangeProviderState, answerMessage] as const
