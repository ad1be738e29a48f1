/** Answers a verifier of contracts that asks for the message of an interaction. */
import { z } from 'zod'
import { messageReply } from '../control-replies/events.ts'
import { demandGiven } from '../givens/index.ts'
import { Misuse } from '../misuse.ts'
import { anyName } from '../wire/any-name.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

/** Some verifiers send more. It has no effect. */
const request = z.looseObject({
  description: z
    .string()
    .describe(
      'Names the type of an event, and the role that it is for where there are two: `no.altinn.broker.published for the recipient`.',
    ),
  providerStates: z
    .array(z.looseObject({ name: z.string(), params: z.record(z.string(), z.unknown()).nullish() }))
    .nullish()
    .describe('Arranged in this order where no such event was published yet.'),
})

/** Source: decisions §12. */
export const answerMessage = defineControl({
  id: 'control.answerMessage',
  summary: 'The newest event that a description names, as a subscriber gets it',
  request: { body: json(request) },
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
