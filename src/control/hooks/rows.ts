/** Receivers of webhooks within Standin. */
import { z } from 'zod'
import { durationOption } from '../../service/failures/effect.ts'
import { bytes, json, reply } from '../../service/wire/row.ts'
import { pageIn, pageQuery, pageReply } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'
import { bodyLimit, refuseLarge } from '../serving/input.ts'
import { hookName } from './hook-name.ts'

/** What a hook can answer. */
export const hookStatuses = [200, 202, 204, 302, 400, 401, 403, 404, 408, 409, 410, 413, 422, 429, 500, 502, 503, 504] as const
export type HookStatus = (typeof hookStatuses)[number]

export const hookReply = z.object({
  name: hookName().describe('The last part of its address.'),
  status: z.literal(hookStatuses).describe('What it answers.'),
  delay: z.string().describe('How long it waits before it answers, in real time.'),
  received: z.int().describe('How many requests arrived.'),
  lastAt: z.iso.datetime().nullable().describe('When the last request arrived, by the clock of the world.'),
})

export type Hook = z.output<typeof hookReply>

export const hooksReply = z.object({ hooks: z.array(hookReply).describe('The hooks of this world.'), ...pageReply })

export const hookRequestReply = z.object({
  id: z.int().describe('The number of the request in this world.'),
  at: z.iso.datetime().describe('When it arrived, by the clock of the world.'),
  answered: z.int().describe('The status that the hook answered.'),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).describe('Its headers, without secrets.'),
  body: z.string().describe('The first 4,096 characters of its body, without secrets.'),
  missing: z.int().describe('How many characters of its body are left out.'),
  bytes: z.int().describe('The length of its body.'),
  event: z
    .object({ id: z.string().describe('The id of the event.'), type: z.string().describe('The type of the event.') })
    .nullable()
    .describe('The CloudEvent in its body; null when there is none.'),
})

export type HookRequest = z.output<typeof hookRequestReply>

export const fullHookReply = z.object({
  ...hookReply.shape,
  requests: z.array(hookRequestReply).describe('What arrived last, oldest first. A world keeps 500 requests.'),
  ...pageReply,
})

export type FullHook = z.output<typeof fullHookReply>

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

  handle: ({ params }, { knobs, done }) => done(knobs.hooks.clear(params.name)),
})

export const hooksRows = [listHooks, showHook, receiveHook, answerHook, clearHook] as const
