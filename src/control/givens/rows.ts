/** Provider states and messages, for verifiers of contracts. */
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
  params: z.record(z.string(), z.record(z.string(), z.unknown())).describe('A JSON Schema for each; all may be left out.'),
  values: z.array(z.string()).describe('What the reply to its setup holds.'),
})

export type ProviderState = z.output<typeof providerState>

/** Pact calls a given a provider state. */
export const providerStatesReply = z.object({
  providerStates: z.array(providerState).describe('The sentences that can be arranged.'),
  ...pageReply,
})

const listProviderStates = defineControl({
  id: 'control.listProviderStates',
  method: 'GET',
  path: '/_standin/provider-states',
  summary: 'The provider states that contracts may name',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(providerStatesReply) },

  handle: async ({ query }, { knobs, reply: answer }) => answer(200, await knobs.givens.list(pageIn(query))),
})

const stateRequest = z.strictObject({
  state: z.string().nullable().describe('Empty or null for an interaction that names none.'),
  params: z.record(z.string(), z.unknown()).nullish().describe('The parameters of the sentence.'),
  action: z
    .enum(['setup', 'teardown'])
    .optional()
    .describe('`teardown` resets the world. Absent: `setup`, which resets the world first where a call has used it.'),
  // Some verifiers send these too; they change nothing.
  consumer: z.string().nullish().describe('The name of the consumer. It has no effect.'),
  states: z.array(z.string()).nullish().describe('Several sentences. They are arranged in this order.'),
})

const arrangeProviderState = defineControl({
  id: 'control.arrangeProviderState',
  method: 'POST',
  path: '/_standin/provider-states',
  world: 'made',
  summary: 'Arrange a provider state, or tear down',
  request: { body: json(stateRequest) },
  replies: { 200: reply.json(z.record(z.string(), z.string())) },
  example: { body: { state: 'a published file transfer exists', params: { caller: 'recipient' }, action: 'setup' } },

  async handle({ body: { state, params, action } }, { knobs, address, call, reply: answer }) {
    const resets = action === 'teardown' || (action === undefined && isUsed(knobs.world))
    if (resets) knobs.reset()
    if (action === 'teardown' || !state) return answer(200, {})
    const { environment, base } = address
    // Not the world of a later moment: asking for one that was dropped would make it again.
    const { world } = knobs
    // The signal of a call that resets its world is aborted.
    const signal = resets ? undefined : call.signal
    try {
      return answer(200, await knobs.givens.arrange(anyName(state), params ?? {}, { environment, base, signal }))
    } finally {
      arranged.of(world).calls = world.data.calls
    }
  },
})

/** How many calls a world had when a state was last arranged in it: a given makes calls too. */
const arranged = liveSlot(() => ({ calls: 0 }))

/** Whether a call of the service has arrived since. A verifier that never tears down begins its next interaction. */
const isUsed = (world: World): boolean => world.data.calls > arranged.of(world).calls

/** Some verifiers send more. It has no effect. */
const messageRequest = z.looseObject({
  description: z
    .string()
    .describe(
      'Names the type of an event, and the role that it is for where there are two: `no.altinn.broker.published for the recipient`.',
    ),
  providerStates: z
    .array(
      z.looseObject({
        name: z.string().describe('The sentence.'),
        params: z.record(z.string(), z.unknown()).nullish().describe('The parameters of the sentence.'),
      }),
    )
    .nullish()
    .describe('Arranged in this order where no such event was published yet.'),
})

/** Source: decisions §12. */
const answerMessage = defineControl({
  id: 'control.answerMessage',
  method: 'POST',
  path: '/_standin/messages',
  world: 'made',
  summary: 'The newest event that a description names, as a subscriber gets it',
  request: { body: json(messageRequest) },
  replies: { 200: reply.json(messageReply, 'pact-message-metadata') },
  example: {
    body: { description: 'no.altinn.broker.published for the recipient', providerStates: [{ name: 'a published file transfer exists' }] },
  },

  async handle({ body: { description, providerStates } }, { knobs, address, base, call, reply: answer }) {
    const { environment } = address
    // What was arranged may still be on its way.
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
      throw new Misuse(
        `No event was published that is ${JSON.stringify(description.slice(0, 200))}. Arrange a state that publishes it.`,
        undefined,
        409,
      )
    return answer(200, message, { 'pact-message-metadata': metadata })
  },
})

/** In Base64. What a subscriber learns beside the body. */
const metadata = btoa(JSON.stringify({ contentType: 'application/json' }))

export const givensRows = [listProviderStates, arrangeProviderState, answerMessage] as const
