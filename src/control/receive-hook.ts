/** Receives a webhook, and answers as the hook was told to. */
import { z } from 'zod'
import { bytes, reply } from '../wire/row.ts'
import { bodyLimit, refuseLarge } from './input.ts'
import { defineControl } from './row.ts'
import { byHook } from './show-hook.ts'

/** Subscribers choose their addresses, with any query. */
const anyQuery = z.looseObject({})
export const receiveHook = defineControl({
  id: 'control.receiveHook',
  summary: 'Receive a webhook: the address for the endPoint of a subscription. It keeps the request and answers the chosen status',

  isOpen: true,
  request: { params: byHook, query: anyQuery, body: bytes() },
  replies: { 200: reply.empty(), 202: reply.empty(), 204: reply.empty() },
  example: { params: { name: 'mine' } },

  async handle({ params, body }, { simulator, knobs, call }) {
    const whole = body ? await simulator.collect(body, bodyLimit).catch(refuseLarge) : new Uint8Array()
    const { status, wait } = knobs.hooks.receive(params.name, { headers: call.headers, body: whole })
    if (wait > 0) await simulator.pause(wait, call.signal)
    // Any status can be chosen. The document lists those that mean that it was received.
    return { status, body: undefined }
  },
})
