/** Receivers of webhooks within Standin. */
import { z } from 'zod'
import { hookName } from '../control-replies/hook-name.ts'
import { fullHookReply, hookReply, hookStatuses, hooksReply } from '../control-replies/hooks.ts'
import { durationOption } from '../failures/effects/options.ts'
import { bytes, json, reply } from '../wire/row.ts'
import { bodyLimit, refuseLarge } from './input.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

const listHooks = defineControl({
  id: 'control.listHooks',
  method: 'GET',
  path: '/_standin/hooks',
  summary: 'The hooks: receivers of webhooks within Standin, and what each answers',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(hooksReply) },

  handle: ({ query }, { knobs, reply: answer }) => answer(200, knobs.hooks.list(pageIn(query))),
})

const byHook = z.object({ name: hookName().describe('Any name: a hook begins with its first request.') })

const showHook = defineControl({
  id: 'control.showHook',
  method: 'GET',
  path: '/_standin/hooks/{name}',
  summary: 'What arrived at a hook, and what it answers',
  request: { params: byHook, query: z.object(pageQuery) },
  replies: { 200: reply.json(fullHookReply) },
  example: { params: { name: 'mine' } },

  handle: ({ params, query }, { knobs, reply: answer }) => answer(200, knobs.hooks.show(params.name, pageIn(query))),
})

/** Subscribers choose their addresses, with any query. */
const anyQuery = z.looseObject({})
const receiveHook = defineControl({
  id: 'control.receiveHook',
  method: 'POST',
  path: '/_standin/hooks/{name}',
  summary: 'Receive a webhook: the address for the endPoint of a subscription. It keeps the request and answers the chosen status',

  open: true,
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

const answerRequest = z.strictObject({
  status: z.literal(hookStatuses).optional().describe('The status of its answers; 200 when absent.'),
  delay: durationOption().optional().describe('How long it waits before it answers, in real time, such as PT1S; at once when absent.'),
})

const answerHook = defineControl({
  id: 'control.answerHook',
  method: 'PUT',
  path: '/_standin/hooks/{name}',
  world: 'made',
  summary: 'Choose the status that a hook answers, and after which delay',
  request: { params: byHook, body: json(answerRequest) },
  replies: { 200: reply.json(hookReply) },
  example: { params: { name: 'mine' }, body: { status: 503, delay: 'PT1S' } },

  handle: ({ params, body }, { knobs, reply: answer }) => answer(200, knobs.hooks.answer(params.name, body)),
})

const clearHook = defineControl({
  id: 'control.clearHook',
  method: 'DELETE',
  path: '/_standin/hooks/{name}',
  summary: 'Forget what arrived at a hook, and what it answers',
  request: { params: byHook },
  replies: { 204: reply.empty() },
  example: { params: { name: 'mine' } },

  handle({ params }, { knobs, reply: answer }) {
    knobs.hooks.clear(params.name)
    return answer(204, undefined)
  },
})

export const hooksRows = [listHooks, showHook, receiveHook, answerHook, clearHook] as const
